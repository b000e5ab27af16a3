import * as z from "zod";
import { besideOthers } from "../../edge/contract/fields.ts";
import { type CustomerMessage, FILE_TYPES, hasFile } from "../domain/customer-message.ts";

/** The latest time that the platform could write, in Unix seconds. */
const LATEST = 99_999_999_999;
/** The platform's own messages are far smaller; a customer's message has to fit into one record of the history. */
const MAX_CHARACTERS = 100_000;

const timestampError = `timestamp must be Unix seconds from 0 to ${LATEST}`;
const userIdError = "user_id must be a business-scoped user id such as US.13491208655302741918";
const contentTypeError = "content_type must be a media type such as image/jpeg";
const filenameError = "filename must have 1 to 240 characters";

/** The fields beside the platform's message object. */
const beside = {
  timestamp: z
    .union([z.number(), z.string().regex(/^\d{1,12}$/, { error: timestampError })], { error: timestampError })
    .transform(Number)
    .pipe(z.number().min(0, { error: timestampError }).max(LATEST, { error: timestampError }))
    .optional(),
  profile_name: z
    .string({ error: "profile_name must be a string" })
    .max(512, { error: "profile_name must have at most 512 characters" })
    .optional(),
  user_id: z
    .string({ error: userIdError })
    .regex(/^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/, { error: userIdError })
    .optional(),
  without_phone: z.boolean({ error: "without_phone must be a boolean" }).default(false),
  content_base64: z.base64({ error: "content_base64 must be base64" }).optional(),
  content_type: z
    .string({ error: contentTypeError })
    .regex(/^[\w.+-]+\/[\w.+-]+(;.*)?$/, { error: contentTypeError })
    .max(255, { error: contentTypeError })
    .optional(),
  filename: z
    .string({ error: filenameError })
    .min(1, { error: filenameError })
    .max(240, { error: filenameError })
    .optional(),
} as const;

/** Meta's message objects of any type may have these fields beside the one that is named after the type. */
const OF_ANY_TYPE = ["context", "errors", "identity", "referral"];

const text = (field: string) => z.string({ error: `${field} must be a string` });
const number = (field: string) => z.number({ error: `${field} must be a number` });
const part = <Shape extends z.ZodRawShape>(type: string, shape: Shape) =>
  z.looseObject(shape, { error: `${type} must be an object` });

/** The required fields of known types. Types that are not known here are passed on unchanged. */
const REQUIRED: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ["text", part("text", { body: text("text.body") })],
  ["location", part("location", { latitude: number("location.latitude"), longitude: number("location.longitude") })],
  [
    "reaction",
    part("reaction", { message_id: text("reaction.message_id").min(1, { error: "reaction.message_id is required" }) }),
  ],
  ["button", part("button", { text: text("button.text") })],
  ["interactive", part("interactive", { type: text("interactive.type") })],
  [
    "contacts",
    z
      .array(z.looseObject({}, { error: "contacts must be an array of objects" }), {
        error: "contacts must be an array of objects",
      })
      .min(1, { error: "contacts must have at least one entry" }),
  ],
]);

const mediaPart = (type: string) => part(type, {}).optional();

const typeName = z
  .string({ error: (issue) => (issue.input === undefined ? "type is required" : "type must be a string") })
  .regex(/^[a-z_]{1,40}$/, { error: "type must be the name of a message type, such as text" });

/** Of a message without a type, the field that is named after one of these may be its own. */
const NAMED_TYPES = [...REQUIRED.keys(), ...FILE_TYPES, "order", "system"];

/** Names the unknown fields beside the own ones, with the schema that does not know them, by which the answer finds what was meant (D54). */
function refuseUnknown(
  given: Readonly<Record<string, unknown>>,
  own: readonly string[],
  context: z.RefinementCtx,
): void {
  const known = ["type", ...own, ...Object.keys(beside), ...OF_ANY_TYPE];
  const keys = Object.keys(given).filter((key) => !known.includes(key));
  if (keys.length === 0) return;
  const inst = z.strictObject(Object.fromEntries(known.map((name) => [name, z.unknown()])));
  context.addIssue({ code: "unrecognized_keys", keys, input: given, inst });
}

/** A customer's message of test mode: the platform's message object of any type without `from`, `id` and `timestamp` (D48d). */
export const customerMessageRequest = z
  .looseObject({ type: typeName, ...beside })
  .superRefine((given, context) => {
    const type = typeName.safeParse(given.type).data;
    refuseUnknown(given, type === undefined ? NAMED_TYPES : [type], context);
    if (type === undefined) return;
    const own = (hasFile(type) ? mediaPart(type) : REQUIRED.get(type))?.safeParse(given[type]);
    for (const { path, message } of own?.error?.issues ?? [])
      context.addIssue({ code: "custom", path: [type, ...path], message, input: given });
    if (JSON.stringify(objectOf(given)).length > MAX_CHARACTERS)
      context.addIssue({
        code: "custom",
        path: [type],
        message: `${type} must have at most ${MAX_CHARACTERS} characters`,
        input: given,
      });
  }, besideOthers)
  .transform(
    (given): CustomerMessage => ({
      type: given.type,
      message: objectOf(given),
      sentAtMs: given.timestamp === undefined ? undefined : given.timestamp * 1000,
      profileName: given.profile_name,
      userId: given.user_id,
      isWithoutPhone: given.without_phone,
      file: { base64: given.content_base64 ?? "", contentType: given.content_type, filename: given.filename },
    }),
  )
  .meta({ id: "CustomerMessageRequest" });

/** Returns the platform's message object of a request. */
const objectOf = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !(name in beside)));
