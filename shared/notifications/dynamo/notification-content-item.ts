import * as z from "zod";
import { type NotificationContent, ofChannel } from "../domain/notification.ts";
import type { ContentCodecs } from "../ports.ts";

/** Every content has these fields besides those that its channel stores. */
const head = z.object({
  channel: z.string(),
  madeBy: z
    .object({
      requestId: z.string().optional(),
      key: z.object({ id: z.string(), name: z.string() }).optional(),
      person: z.string().optional(),
      idempotencyKey: z.string().optional(),
    })
    .optional(),
  editedAtMs: z.number().optional(),
});

/** Reads a stored content by the codec of its channel. Throws when nobody has registered the channel. */
export function toContent(codecs: ContentCodecs, stored: unknown): NotificationContent {
  const { channel, madeBy, editedAtMs } = head.parse(stored);
  return { ...ofChannel(codecs, channel).parse(stored), madeBy, ...(editedAtMs !== undefined && { editedAtMs }) };
}
