import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { listen } from "../engine-server.ts";
import { answerXml, type ObjectStore } from "./call.ts";
import { ContentFolder } from "./content-folder.ts";
import { ObjectIndex } from "./object-index.ts";
import { requestHead } from "./request-head.ts";
import { routeOf } from "./router.ts";
import { S3Error } from "./s3-error.ts";
import { type Credentials, verifySignature } from "./signature.ts";
import { xmlFields } from "./xml.ts";

export interface ObjectEngineOptions {
  /** The port to listen on; 0 picks a free port. */
  readonly port: number;
  /** The folder that holds everything. It is created if it is missing. */
  readonly dir: string;
  readonly buckets: readonly string[];
  /** Only these credentials may sign requests. */
  readonly credentials: Credentials;
  /** The limit for one object or part; 5 GiB by default, as in S3. */
  readonly maxUploadBytes?: number;
}

export interface ObjectEngine {
  /**
   * The value for `AWS_ENDPOINT_URL_S3`, in the form `http://127.0.0.1:<port>`. The SDK then uses path-style addresses
   * by itself.
   */
  readonly endpoint: string;
  close(): Promise<void>;
}

const MAX_UPLOAD_BYTES = 5 * 1024 ** 3;
/** An unfinished multipart upload that is older is dropped when the engine starts. */
const UPLOAD_LIFE_MS = 7 * 24 * 3_600_000;

/**
 * Starts an object store for the unmodified AWS SDK that keeps its buckets in a folder. Fails if the folder is in use.
 */
export async function startObjectEngine(options: ObjectEngineOptions): Promise<ObjectEngine> {
  const { port, dir, buckets, credentials, maxUploadBytes = MAX_UPLOAD_BYTES } = options;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const index = new ObjectIndex(join(dir, "index.db"));
  try {
    for (const id of index.uploadsBefore(Date.now() - UPLOAD_LIFE_MS)) index.endUpload(id);
    const folder = new ContentFolder(dir);
    await folder.open(index.files());
    const door: Door = { store: { index, folder, maxUploadBytes }, buckets: new Set(buckets), credentials };
    const server = await listen(port, (request, response) => answer(door, request, response));
    return {
      endpoint: server.endpoint,
      close: async () => {
        await server.close();
        index.close();
      },
    };
  } catch (error) {
    index.close();
    throw error;
  }
}

interface Door {
  readonly store: ObjectStore;
  readonly buckets: ReadonlySet<string>;
  readonly credentials: Credentials;
}

async function answer({ store, buckets, credentials }: Door, request: IncomingMessage, response: ServerResponse) {
  response.setHeader("x-amz-request-id", randomUUID());
  try {
    const head = requestHead(request);
    const verified = verifySignature(head, credentials, new Date());
    if (!buckets.has(head.bucket)) throw new S3Error("NoSuchBucket", "The specified bucket does not exist");
    await routeOf(head)({ store, head, verified, request, response });
  } catch (error) {
    answerError(request, response, error);
  }
}

function answerError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent || request.socket.destroyed) {
    // The caller disconnected or already has half an answer, so only closing the connection can signal the failure.
    response.destroy();
    return;
  }
  const known = error instanceof S3Error ? error : new S3Error("InternalError", "The object engine failed.");
  // The rest of the body is read and dropped, so that the caller gets to read the answer.
  request.resume();
  response.setHeader("connection", "close");
  if (request.method === "HEAD") {
    response.writeHead(known.status).end();
    return;
  }
  const fields = xmlFields({ Code: known.code, Message: known.message, Resource: request.url?.split("?")[0] });
  answerXml(response, known.status, `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${fields}</Error>`);
}
