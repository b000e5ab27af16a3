import { ApiError, apiErrorOf } from "../../api/api-error.ts";
import { UnreachableError } from "../../api/naming-unreachable.ts";
import type { Session } from "../../session/session.ts";

/** Large files on slow lines need time; the service itself ends an upload earlier than this. */
const TIMEOUT_MS = 120_000;

export interface Upload {
  readonly conversationId: string;
  readonly mediaType: string;
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

function mediaIdIn(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("media_id" in body)) return undefined;
  return typeof body.media_id === "string" ? body.media_id : undefined;
}

/** Uploads the file and returns its id. When the token has expired, it is renewed and the upload repeated once. */
export async function uploadFile(session: Session, upload: Upload): Promise<string> {
  try {
    return await uploadOnce(session, upload);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && (await session.renewOrAsk()))
      return uploadOnce(session, upload);
    throw error;
  }
}

/** Uses XMLHttpRequest, because `fetch` does not report the progress of an upload. */
function uploadOnce(session: Session, { conversationId, mediaType, file, onProgress }: Upload): Promise<string> {
  const form = new FormData();
  form.set("media_type", mediaType);
  form.set("file", file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/panel/api/chat-conversations/${conversationId}/media-upload`);
    request.setRequestHeader("authorization", `Bearer ${session.accessToken}`);
    request.timeout = TIMEOUT_MS;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const body = jsonIn(request.responseText);
      const mediaId = request.status === 201 ? mediaIdIn(body) : undefined;
      if (mediaId === undefined) reject(apiErrorOf(request.status, body));
      else resolve(mediaId);
    };
    request.onerror = () => reject(new UnreachableError("the service cannot be reached"));
    request.ontimeout = () => reject(new DOMException("the upload took too long", "TimeoutError"));
    request.send(form);
  });
}
