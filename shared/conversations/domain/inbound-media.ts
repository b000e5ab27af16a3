const DAY_MS = 86_400_000;
/** The platform keeps a customer's media for seven days; a copy that comes later is not possible (D36). */
const PROVIDER_KEEPS_MS = 7 * DAY_MS;
/** The first attempt is followed by three retries (D36). */
const MAX_ATTEMPTS = 4;
/** The first retry delay is at most this long, because a person is waiting for the picture. */
const LONGEST_BASE_SECONDS = 2;

/** @param occurredAtMs is the message's own time */
export const isGoneAtProvider = (occurredAtMs: number, nowMs: number): boolean =>
  nowMs - occurredAtMs >= PROVIDER_KEEPS_MS;

/** True for an attempt after the last allowed one. It is requested when the worker of the last attempt has died. */
export const isOneTooMany = (attempt: number): boolean => attempt > MAX_ATTEMPTS;

export type RetrievalStep = { readonly to: "failed" } | { readonly to: "retrieving"; readonly retryInSeconds: number };

/**
 * Decides what follows a failed attempt that might work later: a retry after 2, 4 and 8 seconds, and then none.
 * @param baseSeconds is the deployment's base of retry delays; a base below 2 s shortens these delays, too
 */
export function afterFailedRetrieval(attempt: number, baseSeconds: number): RetrievalStep {
  if (attempt >= MAX_ATTEMPTS) return { to: "failed" };
  return { to: "retrieving", retryInSeconds: Math.min(baseSeconds, LONGEST_BASE_SECONDS) * 2 ** (attempt - 1) };
}

const EXTENSION_OF: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "audio/mpeg": "mp3",
    "audio/mp4": "m4a",
    "image/jpeg": "jpg",
    "text/plain": "txt",
    "video/3gpp": "3gp",
    "application/msword": "doc",
    "application/vnd.ms-excel": "xls",
    "application/vnd.ms-powerpoint": "ppt",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
  }),
);

/** Makes a name for a file that came without one, such as `image.jpg`, `audio.ogg` or `sticker.webp`. */
export function nameOfUnnamed(kind: string, contentType: string): string {
  const subtype = /^[a-z]+\/([a-z0-9]{1,10})$/.exec(contentType)?.[1] ?? "bin";
  const word = /^[a-z]{1,20}$/.test(kind) ? kind : "media";
  return `${word}.${EXTENSION_OF.get(contentType) ?? subtype}`;
}
