import * as z from "zod";
import { fileView, toFile } from "../../notifications/contract/panel/message-file.ts";
import type { ShownEmail } from "../domain/shown-email.ts";

export const shownEmail = z
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

export function toShownEmail({ files, source, replyTo, from, html, ...same }: ShownEmail): z.input<typeof shownEmail> {
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
