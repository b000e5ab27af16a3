import * as z from "zod";
import { MEDIA_KINDS } from "../../chat/domain/media-type.ts";
import { BUTTON_TYPES } from "../../chat/domain/templates/chat-template.ts";
import { idParams } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";
import { textMap } from "../../kernel/text-map.ts";
import type { FilePart, ShownChat, ShownEmail, ShownMessage } from "../domain/shown-message.ts";

const common = { group: "panel", method: "GET", auth: ["access-token"] } as const;
const refusals = ["invalid_request", "unauthorized", "insufficient_scope", "not_found", "content_not_kept"] as const;

const fileView = z.strictObject({
  filename: z.string(),
  content_type: z.string().optional(),
  content_id: z.string().optional(),
  size: z.int(),
});

const shownEmail = z
  .strictObject({
    channel: z.literal("email"),
    from: z.strictObject({ name: z.string(), address: z.string() }).optional().meta({ id: "ShownSender" }),
    to: z.string(),
    cc: z.array(z.string()),
    bcc: z.array(z.string()),
    reply_to: z.array(z.string()),
    subject: z.string(),
    html: z.string().optional(),
    text: z.string(),
    headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    attachments: z.array(fileView.extend({ kept: z.boolean() })),
    source: z.string().optional(),
    source_cut: z.boolean(),
  })
  .meta({ id: "ShownEmail" });

const shownChat = z
  .strictObject({
    channel: z.literal("chat"),
    to: z.string(),
    type: z.enum(["text", "template", "location", "reaction", ...MEDIA_KINDS]),
    text: z.string().optional(),
    header: z.string().optional(),
    footer: z.string().optional(),
    buttons: z
      .array(z.strictObject({ type: z.enum(BUTTON_TYPES), text: z.string(), target: z.string().optional() }))
      .optional(),
    template: z
      .strictObject({
        id: z.string(),
        name: z.string(),
        language: z.string(),
        values: textMap(),
        known: z.boolean(),
      })
      .optional()
      .meta({ id: "ShownTemplate" }),
    file: z
      .strictObject({
        link: z.string().optional(),
        filename: z.string().optional(),
        content_type: z.string().optional(),
        size: z.int().optional(),
      })
      .optional()
      .meta({ id: "ShownChatFile" }),
    location: z.strictObject({ latitude: z.number(), longitude: z.number() }).optional().meta({ id: "ShownPlace" }),
    reacts_to: z.string().optional(),
  })
  .meta({ id: "ShownChat" });

const shownMessage = z.discriminatedUnion("channel", [shownEmail, shownChat]).meta({ id: "ShownMessage" });

export const toShownMessage = (message: ShownMessage): z.input<typeof shownMessage> =>
  message.channel === "email" ? toEmail(message) : toChat(message);

function toEmail({ files, source, replyTo, from, html, ...same }: ShownEmail): z.input<typeof shownEmail> {
  return {
    ...same,
    cc: [...same.cc],
    bcc: [...same.bcc],
    reply_to: [...replyTo],
    headers: [...same.headers],
    ...(from && { from }),
    ...(html === undefined ? {} : { html }),
    attachments: files.map(({ isKept, ...file }) => ({ ...toFile(file), kept: isKept })),
    ...(source && { source: source.text }),
    source_cut: source?.isCut ?? false,
  };
}

const toFile = ({ filename, contentType, contentId, sizeBytes }: FilePart["file"]): z.input<typeof fileView> => ({
  filename,
  ...(contentType === undefined ? {} : { content_type: contentType }),
  ...(contentId === undefined ? {} : { content_id: contentId }),
  size: sizeBytes,
});

function toChat({ to, message, upload, rendered }: ShownChat): z.input<typeof shownChat> {
  const shown = { channel: "chat", to, type: message.type } as const;
  switch (message.type) {
    case "text":
      return { ...shown, text: message.body };
    case "location": {
      const { latitude, longitude, name, address } = message;
      return { ...shown, text: [name, address].filter(Boolean).join(", "), location: { latitude, longitude } };
    }
    case "reaction":
      return { ...shown, text: message.emoji, reacts_to: message.messageId };
    case "template":
      return { ...shown, ...toTemplate(message, rendered) };
    case "image":
    case "video":
    case "audio":
    case "document": {
      const { source, caption, filename = upload?.filename } = message;
      const known = upload && { content_type: upload.contentType, size: upload.sizeBytes };
      const link = "link" in source ? { link: source.link } : {};
      return {
        ...shown,
        ...(caption === undefined ? {} : { text: caption }),
        file: { ...link, ...(filename === undefined ? {} : { filename }), ...known },
      };
    }
  }
}

function toTemplate(
  { templateId: id, name, language, values }: Extract<ShownChat["message"], { readonly type: "template" }>,
  rendered: ShownChat["rendered"],
) {
  const template = { id, name, language, values: { ...values }, known: rendered !== undefined };
  if (rendered === undefined) return { template };
  const { header, body, footer, buttons } = rendered;
  return {
    template,
    text: body,
    ...(header && { header: header.link ?? header.text }),
    ...(footer === undefined ? {} : { footer }),
    buttons: buttons.map(({ target, ...button }) => ({ ...button, ...(target === undefined ? {} : { target }) })),
  };
}

export const getPanelMessage = route({
  ...common,
  operationId: "getPanelMessage",
  summary: "Read the message of a notification as it leaves",
  path: "/panel/api/notifications/{id}/message",
  params: idParams,
  success: { status: 200, schema: shownMessage },
  refusals,
  uses: ["notifications:read", "content:read", "config:read", "attachments:read", "attachments:miss"],
  impact: "owners cannot see what was sent",
});

const indexError = "index must be a whole number from 0 to 99";
const fromError = "from must be a whole number of bytes";
const wholeNumber = (pattern: RegExp, error: string) =>
  z.string().regex(pattern, { error }).transform(Number).refine(Number.isSafeInteger, { error });

export const getPanelAttachment = route({
  ...common,
  operationId: "getPanelAttachment",
  summary: "Read a part of a file of a mail",
  path: "/panel/api/notifications/{id}/attachments/{index}",
  params: idParams.extend({
    index: wholeNumber(/^\d{1,2}$/, indexError).meta({ type: "integer", pattern: undefined }),
  }),
  query: z.object({
    from: wholeNumber(/^\d{1,9}$/, fromError)
      .default(0)
      .meta({ type: "integer", pattern: undefined }),
  }),
  success: {
    status: 200,
    schema: fileView
      .extend({
        content: z.string(),
        next: z.int().optional(),
      })
      .meta({ id: "AttachmentPart" }),
  },
  refusals,
  uses: ["notifications:read", "content:read", "attachments:read", "attachments:miss"],
  impact: "owners cannot download the files of what was sent",
});

export const toAttachmentPart = ({ file, bytes, next }: FilePart) => ({
  ...toFile(file),
  content: Buffer.from(bytes).toString("base64"),
  ...(next === undefined ? {} : { next }),
});
