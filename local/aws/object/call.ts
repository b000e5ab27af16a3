import type { IncomingMessage, ServerResponse } from "node:http";
import type { ContentFolder } from "./content-folder.ts";
import type { ObjectIndex } from "./object-index.ts";
import type { RequestHead } from "./request-head.ts";
import type { Verified } from "./signature.ts";

export interface ObjectStore {
  readonly index: ObjectIndex;
  readonly folder: ContentFolder;
  /** The limit for one object or part. S3's own is 5 GiB per call. */
  readonly maxUploadBytes: number;
}

/** A request whose signature has been verified. */
export interface Call {
  readonly store: ObjectStore;
  readonly head: RequestHead;
  readonly verified: Verified;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export type Operation = (call: Call) => Promise<void>;

export function answerXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { "content-type": "application/xml", "content-length": Buffer.byteLength(xml) });
  response.end(xml);
}

export function answerEmpty(response: ServerResponse, status: number): void {
  // An answer with 204 must not have a content length (RFC 9110, section 8.6).
  response.writeHead(status, status === 204 ? {} : { "content-length": 0 });
  response.end();
}
