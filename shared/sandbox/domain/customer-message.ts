/** What a sandbox customer writes: the platform's message object without `from`, `id` and `timestamp`, and what stands beside it. */
export interface CustomerMessage {
  readonly type: string;
  /** The platform's message object. A message with a file has only the words beside the file. */
  readonly message: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds; absent for a message of this moment. */
  readonly sentAtMs?: number | undefined;
  readonly profileName?: string | undefined;
  /** The platform's own id of the customer. */
  readonly userId?: string | undefined;
  /** True for a customer who hides the number, and is known by the platform's id alone. */
  readonly isWithoutPhone: boolean;
  readonly file: {
    readonly base64: string;
    readonly contentType?: string | undefined;
    readonly filename?: string | undefined;
  };
}

const DEFAULT_MIME: ReadonlyMap<string, string> = new Map([
  ["image", "image/jpeg"],
  ["video", "video/mp4"],
  ["audio", "audio/ogg; codecs=opus"],
  ["document", "application/pdf"],
  ["sticker", "image/webp"],
]);

export const FILE_TYPES = [...DEFAULT_MIME.keys()];

/** Tells whether messages of this type have a file. */
export const hasFile = (type: string): boolean => DEFAULT_MIME.has(type);

export interface Sending {
  /** E.164. */
  readonly phone: string;
  /** Ids as the platform gives them. */
  readonly messageId: string;
  readonly mediaId: string;
  /** The SHA-256 of the file in base64. */
  readonly sha256: string;
}

type PlatformObject = Readonly<Record<string, unknown>>;

/** Makes the value of the event by which the platform would report the message. */
export function reportedValue(written: CustomerMessage, sending: Sending) {
  const { profileName = "", isWithoutPhone, sentAtMs, type } = written;
  const digits = sending.phone.replace(/^\+/, "");
  const userId = written.userId ?? `US.${digits}`;
  const contact = {
    ...(profileName !== "" && { profile: { name: profileName } }),
    ...(!isWithoutPhone && { wa_id: digits }),
    user_id: userId,
  };
  const message = {
    ...(!isWithoutPhone && { from: digits }),
    from_user_id: userId,
    id: sending.messageId,
    // Without its own time, the message counts as written at the time of arrival, to the millisecond.
    ...(sentAtMs !== undefined && { timestamp: String(Math.floor(sentAtMs / 1000)) }),
    ...written.message,
    ...(hasFile(type) && { [type]: mediaObject(written, sending) }),
    ...(type === "unsupported" && written.message.errors === undefined && { errors: UNKNOWN_TYPE }),
  };
  return { ...(type !== "system" && { contacts: [contact] }), messages: [message] };
}

const UNKNOWN_TYPE = [{ code: 131_051, title: "Message type unknown" }];

function mediaObject({ type, message, file }: CustomerMessage, { mediaId, sha256 }: Sending): PlatformObject {
  const mime = file.contentType ?? DEFAULT_MIME.get(type) ?? "";
  const own = message[type];
  return {
    mime_type: mime,
    sha256,
    id: mediaId,
    ...(type === "audio" && { voice: mime.includes("opus") }),
    ...(type === "sticker" && { animated: false }),
    ...(type === "document" && { filename: file.filename ?? "document" }),
    ...(typeof own === "object" && own),
  };
}
