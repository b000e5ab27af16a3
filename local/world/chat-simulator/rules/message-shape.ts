import * as z from "zod";

const MAX_TEXT_CHARACTERS = 4096;
const MAX_CAPTION_CHARACTERS = 1024;
const MAX_CALLBACK_CHARACTERS = 512;

const wamid = z.string().min(1).max(512);
/** Without the `+` the provider may take the number for a domestic one (W1.6). */
const phone = z.string().regex(/^\+[1-9]\d{4,14}$/, "must be a phone number with a leading + and country code");
const userId = z.string().regex(/^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/, "must be a business-scoped user id");

const caption = z.string().max(MAX_CAPTION_CHARACTERS).optional();
const id = z.string().regex(/^\d+$/).optional();
const link = z.url({ protocol: /^https?$/ }).optional();

const hasOneSource = (media: { id?: string | undefined; link?: string | undefined }) =>
  (media.id === undefined) !== (media.link === undefined);
const ONE_SOURCE = "needs exactly one of id and link";

const templateParameter = z.looseObject({ type: z.string(), parameter_name: z.string().optional() });
const templateComponent = z.strictObject({
  type: z.enum(["header", "body", "button"]),
  sub_type: z.enum(["url", "quick_reply", "copy_code"]).optional(),
  index: z.union([z.string().regex(/^\d$/), z.number().int().min(0).max(9)]).optional(),
  parameters: z.array(templateParameter).max(100).default([]),
});

const content = {
  text: z.strictObject({ body: z.string().min(1).max(MAX_TEXT_CHARACTERS), preview_url: z.boolean().optional() }),
  image: z.strictObject({ id, link, caption }).refine(hasOneSource, ONE_SOURCE),
  video: z.strictObject({ id, link, caption }).refine(hasOneSource, ONE_SOURCE),
  audio: z.strictObject({ id, link, voice: z.boolean().optional() }).refine(hasOneSource, ONE_SOURCE),
  document: z
    .strictObject({ id, link, caption, filename: z.string().min(1).max(240).optional() })
    .refine(hasOneSource, ONE_SOURCE),
  sticker: z.strictObject({ id, link }).refine(hasOneSource, ONE_SOURCE),
  location: z.strictObject({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    name: z.string().optional(),
    address: z.string().optional(),
  }),
  reaction: z.strictObject({ message_id: wamid, emoji: z.string().max(32) }),
  contacts: z.array(z.looseObject({ name: z.looseObject({ formatted_name: z.string() }) })).min(1),
  interactive: z.looseObject({ type: z.string(), body: z.looseObject({ text: z.string() }).optional() }),
  template: z.strictObject({
    name: z.string().min(1).max(512),
    language: z.strictObject({ code: z.string().min(2), policy: z.string().optional() }),
    components: z.array(templateComponent).max(20).default([]),
  }),
} as const;

const MESSAGE_TYPES = [
  "text",
  "image",
  "video",
  "audio",
  "document",
  "sticker",
  "location",
  "reaction",
  "contacts",
  "interactive",
  "template",
] as const satisfies readonly (keyof typeof content)[];

const addressed = z
  .looseObject({
    messaging_product: z.literal("whatsapp"),
    recipient_type: z.literal("individual").optional(),
    to: phone.optional(),
    recipient: userId.optional(),
    type: z.enum(MESSAGE_TYPES).default("text"),
    biz_opaque_callback_data: z.string().max(MAX_CALLBACK_CHARACTERS).optional(),
    context: z.strictObject({ message_id: wamid }).optional(),
  })
  .refine(({ to, recipient }) => to !== undefined || recipient !== undefined, "needs to or recipient");

const readReceipt = z.looseObject({
  messaging_product: z.literal("whatsapp"),
  status: z.literal("read"),
  message_id: wamid,
});

export type TemplateSend = z.output<typeof content.template>;
export type AddressedMessage = z.output<typeof addressed>;
export type MessageShape =
  | {
      readonly kind: "message";
      readonly message: AddressedMessage;
      readonly template?: TemplateSend;
      readonly mediaId?: string;
      readonly reactionTo?: string;
    }
  | { readonly kind: "read"; readonly wamid: string }
  | { readonly kind: "malformed"; readonly why: string };

/** Does the provider's checks of a message that need no look-up (W1.6, W1.7). */
export function messageShape(value: unknown): MessageShape {
  const receipt = readReceipt.safeParse(value);
  if (receipt.success) return { kind: "read", wamid: receipt.data.message_id };
  const envelope = addressed.safeParse(value);
  if (!envelope.success) return malformed(envelope.error, "");
  const message = envelope.data;
  const body = content[message.type].safeParse(message[message.type]);
  if (!body.success) return malformed(body.error, `${message.type}.`);
  return { kind: "message", message, ...lookups(message.type, body.data) };
}

function malformed(error: z.ZodError, prefix: string): MessageShape {
  const [issue] = error.issues;
  const path = `${prefix}${issue?.path.join(".") ?? ""}`.replace(/\.$/, "");
  return { kind: "malformed", why: `(#100) Invalid parameter${path && ` ${path}`}: ${issue?.message ?? "invalid"}` };
}

const templateOf = z.object({
  name: z.string(),
  components: z.array(templateComponent),
  language: z.object({ code: z.string() }),
});
const mediaOf = z.object({ id: z.string() });

/** Returns the template, media or message that the message refers to and that must be looked up before it can be sent. */
function lookups(type: AddressedMessage["type"], body: unknown) {
  if (type === "template") return { template: templateOf.parse(body) };
  if (type === "reaction") return { reactionTo: content.reaction.parse(body).message_id };
  const withId = mediaOf.safeParse(body);
  return withId.success ? { mediaId: withId.data.id } : {};
}
