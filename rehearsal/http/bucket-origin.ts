import { GetObjectCommand, type GetObjectCommandInput, type S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import type { Account } from "../iam/account.ts";
import { type Answer, type Message, textAnswer } from "./message.ts";

/** Reads objects of a bucket in the role of the content delivery network, under the bucket's policy. */
export function bucketOrigin(account: Account, store: S3Client, accountId: string) {
  return async (host: string, { method, path, query, headers }: Message, distributionArn: string): Promise<Answer> => {
    const [bucket = ""] = host.split(".s3.");
    const key = decodeURIComponent(path.slice(1));
    const context = {
      "aws:sourcearn": distributionArn,
      "aws:sourceaccount": accountId,
      "aws:securetransport": "true",
      "s3:tlsversion": "1.3",
    };
    const caller = { service: "cloudfront.amazonaws.com" };
    const { isAllowed } = account.ask({
      caller,
      action: "s3:GetObject",
      resource: `arn:aws:s3:::${bucket}/${key}`,
      context,
    });
    if (!isAllowed || (method !== "GET" && method !== "HEAD")) return denied;
    const question = { Bucket: bucket, Key: key, Range: headers.range, ...overrides(query) };
    return objectAnswer(store, question).catch(refusal);
  };
}

/**
 * Returns the answer to a failed read. A reader that may not list the bucket must not learn which objects are missing.
 */
function refusal(error: unknown): Answer {
  if (!(error instanceof S3ServiceException)) throw error;
  return error.$metadata.httpStatusCode === 416 ? { ...denied, status: 416 } : denied;
}

async function objectAnswer(store: S3Client, question: GetObjectCommandInput): Promise<Answer> {
  const found = await store.send(new GetObjectCommand(question));
  const said = {
    "content-type": found.ContentType ?? "application/octet-stream",
    etag: found.ETag,
    "cache-control": found.CacheControl,
    "content-disposition": found.ContentDisposition,
    "content-range": found.ContentRange,
  };
  const headers = Object.entries(said).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    status: found.ContentRange === undefined ? 200 : 206,
    headers: { ...Object.fromEntries(headers), "accept-ranges": "bytes" },
    body: Buffer.from((await found.Body?.transformToByteArray()) ?? []),
  };
}

/**
 * Returns the headers of the answer that the request itself sets (Amazon S3 API Reference, "GetObject", request
 * parameters).
 */
function overrides(query: string): { ResponseContentDisposition?: string } {
  const disposition = new URLSearchParams(query).get("response-content-disposition");
  return disposition === null ? {} : { ResponseContentDisposition: disposition };
}

const denied = textAnswer(
  403,
  "application/xml",
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
);
