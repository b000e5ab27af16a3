import * as z from "zod";
import { textMap } from "../../kernel/text-map.ts";
import { MEDIA_KINDS } from "../domain/media-type.ts";
import type { ShownChat } from "../domain/shown-chat.ts";
import { BUTTON_TYPES } from "../domain/templates/chat-template.ts";

export const shownChat = z
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

export function toShownChat({ to, message, upload, rendered }: ShownChat): z.input<typeof shownChat> {
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
