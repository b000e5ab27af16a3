import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GetObjectCommand, type GetObjectCommandOutput, S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import type { ObjectStoreOptions } from "../../world/chat-simulator/object-access.ts";
import { isValidLink, type TrustedKey } from "./link-signature.ts";

export const MEDIA_PATH = "/media/";
const DISPOSITION = "response-content-disposition";

export interface MediaOriginOptions {
  readonly store: ObjectStoreOptions;
  readonly bucket: string;
  readonly key: TrustedKey;
  /** The scheme and host of the links. */
  readonly origin: () => string;
}

export interface MediaOrigin {
  readonly listener: RequestListener;
  close(): void;
}

/**
 * Stands in for the content delivery network and its access to the private bucket. It accepts only signed links,
 * supports ranges, and marks every file for download.
 */
export function mediaOrigin({ store, bucket, key, origin }: MediaOriginOptions): MediaOrigin {
  const client = new S3Client({ ...store, forcePathStyle: true, maxAttempts: 2 });
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url: target = "/" } = request;
    if (method !== "GET" && method !== "HEAD") return refuse(response, 405, "MethodNotAllowed");
    if (!isValidLink({ target, origin: origin(), key, nowMs: Date.now() }))
      return refuse(response, 403, "AccessDenied");
    const found = await client.send(
      new GetObjectCommand({ Bucket: bucket, Key: keyOf(target), Range: request.headers.range }),
    );
    response.writeHead(found.ContentRange === undefined ? 200 : 206, headersOf(found, dispositionOf(target)));
    if (method === "GET" && found.Body instanceof Readable) return pipeline(found.Body, response);
    response.end();
  };
  const listener: RequestListener = (request, response) => {
    request.resume();
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else refuse(response, statusOf(error), "AccessDenied");
    });
  };
  return { listener, close: () => client.destroy() };
}

const urlOf = (target: string): URL => new URL(target, "http://localhost");
const keyOf = (target: string): string => decodeURIComponent(urlOf(target).pathname.slice(MEDIA_PATH.length));
const dispositionOf = (target: string): string => urlOf(target).searchParams.get(DISPOSITION) ?? "attachment";

const statusOf = (error: unknown): number => {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  // The CDN may not list the real bucket, and S3 then answers 403 instead of 404 for a missing object.
  return status === 416 ? 416 : 403;
};

/** The distribution's policy adds the same headers (`lib/cloud/constructs/media-cdn.ts`). */
const headersOf = (found: GetObjectCommandOutput, disposition: string): Record<string, string> => ({
  "content-type": found.ContentType ?? "application/octet-stream",
  "content-length": String(found.ContentLength ?? 0),
  "content-disposition": disposition,
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "accept-ranges": "bytes",
  "cache-control": "private, max-age=300",
  ...(found.ETag && { etag: found.ETag }),
  ...(found.ContentRange && { "content-range": found.ContentRange }),
});

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { "content-type": "application/xml", "x-content-type-options": "nosniff" })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}
