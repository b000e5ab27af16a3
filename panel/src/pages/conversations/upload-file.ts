import { ApiError, apiErrorOf } from "../../api/api-error.ts";
import { type Caller, callerHeaders } from "../../api/client.ts";
import { UnreachableError } from "../../api/naming-unreachable.ts";

/** Large files on slow lines need time; the service itself ends an upload earlier. */
const TIMEOUT_MS = 120_000;

export interface Upload {
  readonly path: `/panel/api/${string}`;
  /** Fields of the form that come before the file, because the service streams the file. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The field of the answer that has the file's id. */
  readonly idIn: "media_id" | "attachment_id";
  readonly file: File;
  /** Called with the uploaded share, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textIn(body: unknown, field: string): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const value = new Map<string, unknown>(Object.entries(body)).get(field);
  return typeof value === "string" ? value : undefined;
}

/** Uploads the file and returns its id. When the token has expired, it is renewed and the upload repeated once. */
export async function uploadFile(caller: Caller, upload: Upload): Promise<string> {
  try {
    return await uploadOnce(caller, upload);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && (await caller.session.renewOrAsk()))
      return uploadOnce(caller, upload);
    throw error;
  }
}

/** Uses XMLHttpRequest, because `fetch` does not report the progress of an upload. */
function uploadOnce(caller: Caller, { path, fields = {}, idIn, file, onProgress }: Upload): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    for (const [name, value] of Object.entries(callerHeaders(caller, path))) request.setRequestHeader(name, value);
    request.timeout = TIMEOUT_MS;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const body = jsonIn(request.responseText);
      const id = request.status === 201 ? textIn(body, idIn) : undefined;
      if (id === undefined) reject(apiErrorOf(request.status, body));
      else resolve(id);
    };
    request.onerror = () => reject(new UnreachableError("the service cannot be reached"));
    request.ontimeout = () => reject(new DOMException("the upload took too long", "TimeoutError"));
    request.send(form);
  });
}
