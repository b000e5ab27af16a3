import type { IncomingMessage } from "node:http";
import { S3Error } from "./s3-error.ts";

/** The parts of a request that come before its body. */
export interface RequestHead {
  readonly method: string;
  /** The path as it was sent, still encoded. */
  readonly path: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: ReadonlyMap<string, string>;
  /**
   * Headers by lower-case name; repeated ones are joined by commas. Like in S3, the `x-amz-` parameters of a presigned
   * URL count as headers.
   */
  readonly headers: ReadonlyMap<string, string>;
}

const MAX_KEY_BYTES = 1_024;

export function requestHead(request: IncomingMessage): RequestHead {
  const { method = "GET", url = "/" } = request;
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = parseQuery(mark < 0 ? "" : url.slice(mark + 1));
  const [, bucket = "", ...rest] = path.split("/");
  const key = decode(rest.join("/"));
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new S3Error("KeyTooLongError", "Your key is too long.");
  const hoisted = [...query].filter(([name]) => name.startsWith("x-amz-"));
  // A signed parameter overrides a header, which anyone may have added.
  const headers = new Map([...parseHeaders(request.rawHeaders), ...hoisted]);
  return { method, path, bucket: decode(bucket), key, query, headers };
}

/** Encodes like signatures do: everything but letters, digits, `-`, `.`, `_` and `~`. */
export function encodeUri(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error("InvalidURI", "Couldn't parse the specified URI.");
  }
}

function parseQuery(text: string): Map<string, string> {
  const query = new Map<string, string>();
  for (const pair of text.split("&").filter((one) => one !== "")) {
    const [name = "", ...value] = pair.replaceAll("+", "%20").split("=");
    query.set(decode(name), decode(value.join("=")));
  }
  return query;
}

function parseHeaders(raw: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? "").toLowerCase();
    const value = raw[index + 1] ?? "";
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return headers;
}
