import { createHash } from "node:crypto";
import * as z from "zod";
import { BadRequestError } from "../http/reply.ts";
import type { StoredNumber } from "../number-store.ts";
import type { Simulator } from "../simulator.ts";

/** Fields of a customer's message that belong to the control API and not to Meta's message object. */
const beside = {
  timestamp: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,12}$/)
        .transform(Number),
    ])
    .pipe(z.number().min(0).max(99_999_999_999))
    .optional(),
  profile_name: z.string().max(512).optional(),
  user_id: z
    .string()
    .regex(/^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/, "must be a business-scoped user id such as US.13491208655302741918")
    .optional(),
  without_phone: z.boolean().default(false),
  account_phone_id: z.string().optional(),
  duplicate: z.boolean().default(false),
  content_base64: z.base64().optional(),
  content_type: z
    .string()
    .regex(/^[\w.+-]+\/[\w.+-]+(;.*)?$/)
    .optional(),
  filename: z.string().min(1).max(240).optional(),
} as const;

/**
 * A message from a customer: Meta's object of any type without `from`, `id` and `timestamp`, and the fields that the
 * control API adds.
 */
export const customerMessage = z.looseObject({
  type: z.string().regex(/^[a-z_]{1,40}$/),
  ...beside,
});

export type CustomerMessage = z.output<typeof customerMessage>;

/** The required fields of known types. Unknown types are passed on unchanged. */
const REQUIRED: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ["text", z.looseObject({ body: z.string() })],
  ["location", z.looseObject({ latitude: z.number(), longitude: z.number() })],
  ["reaction", z.looseObject({ message_id: z.string().min(1), emoji: z.string().optional() })],
  ["button", z.looseObject({ text: z.string() })],
  ["interactive", z.looseObject({ type: z.string() })],
  ["contacts", z.array(z.looseObject({})).min(1)],
]);

const DEFAULT_MIME: ReadonlyMap<string, string> = new Map([
  ["image", "image/jpeg"],
  ["video", "video/mp4"],
  ["audio", "audio/ogg; codecs=opus"],
  ["document", "application/pdf"],
  ["sticker", "image/webp"],
]);

/** The provider forgets media this long after the message's own time (W0.8). */
const MEDIA_LIFE_MS = 7 * 24 * 3_600_000;

/** Builds Meta's message object and stores its media. Throws BadRequestError. */
export function metaMessage(
  simulator: Simulator,
  number: StoredNumber,
  { given, sentAtMs }: { given: CustomerMessage; sentAtMs: number },
): Record<string, unknown> {
  const { type } = given;
  const passed = Object.entries(given).filter(([name]) => !(name in beside) && name !== "media");
  const message = Object.fromEntries(passed);
  const defaultMime = DEFAULT_MIME.get(type);
  if (defaultMime !== undefined) {
    const mime = given.content_type ?? defaultMime;
    message[type] = mediaObject(simulator, number, { given, sentAtMs, mime });
  }
  const body = REQUIRED.get(type)?.safeParse(message[type]);
  if (body && !body.success) throw new BadRequestError(`${type}: ${body.error.issues[0]?.message ?? "invalid"}`);
  if (type === "unsupported") message.errors ??= [{ code: 131051, title: "Message type unknown" }];
  return message;
}

const subObject = z.looseObject({}).default({});

function mediaObject(
  simulator: Simulator,
  number: StoredNumber,
  { given, sentAtMs, mime }: { given: CustomerMessage; sentAtMs: number; mime: string },
): Record<string, unknown> {
  const { type, content_base64, filename } = given;
  const own = subObject.safeParse(given[type] ?? given.media);
  if (!own.success) throw new BadRequestError(`${type}: must be an object`);
  const bytes = Buffer.from(content_base64 ?? "", "base64");
  const id = simulator.media.add({
    phoneNumberId: number.origination_phone_number_id,
    mimeType: mime,
    bytes,
    expiresAtMs: sentAtMs + MEDIA_LIFE_MS,
  });
  return {
    mime_type: mime,
    sha256: createHash("sha256").update(bytes).digest("base64"),
    id,
    ...(type === "audio" && { voice: mime.includes("opus") }),
    ...(type === "sticker" && { animated: false }),
    ...(type === "document" && { filename: filename ?? "document" }),
    ...own.data,
  };
}
