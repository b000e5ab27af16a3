import { GetObjectCommand, type S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import type { Account } from "../iam/account.ts";
import { type Answer, type Message, textAnswer } from "./message.ts";

/** A bucket behind the content delivery network: it reads as itself, under the bucket's policy. */
export function bucketOrigin(account: Account, store: S3Client, accountId: string) {
  return async (host: string, { method, path, headers }: Message, distributionArn: string): Promise<Answer> => {
    const [bucket = ""] = host.split(".s3.");
    const key = decodeURIComponent(path.slice(1));
    const context = { "aws:sourcearn": distributionArn, "aws:sourceaccount": accountId, "aws:securetransport": "true", "s3:tlsversion": "1.3" };
    const caller = { service: "cloudfront.amazonaws.com" };
    const { isAllowed } = account.ask({ caller, action: "s3:GetObject", resource: `arn:aws:s3:::${bucket}/${key}`, context });
    if (!isAllowed || (method !== "GET" && method !== "HEAD")) return denied;
    try {
      const found = await store.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: headers.range }));
      const body = Buffer.from((await found.Body?.transformToByteArray()) ?? []);
      return {
        status: found.ContentRange === undefined ? 200 : 206,
        headers: {
          "content-type": found.ContentType ?? "application/octet-stream",
          "accept-ranges": "bytes",
          ...(found.ETag && { etag: found.ETag }),
          ...(found.CacheControl && { "cache-control": found.CacheControl }),
          ...(found.ContentDisposition && { "content-disposition": found.ContentDisposition }),
          ...(found.ContentRange && { "content-range": found.ContentRange }),
        },
        body,
      };
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416) return { ...denied, status: 416 };
      // Who may not list a bucket is not told what is not in it.
      if (error instanceof S3ServiceException) return denied;
      throw error;
    }
  };
}

const denied = textAnswer(403, "application/xml", '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
