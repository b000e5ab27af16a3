import * as z from "zod";
import { type NotificationContent, ofChannel } from "../domain/notification.ts";
import type { ContentCodecs } from "../ports.ts";

/** What every content has beside what its channel stores. */
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
});

/** As its channel reads it. Throws for a channel that nobody has registered. */
export function toContent(codecs: ContentCodecs, stored: unknown): NotificationContent {
  const { channel, madeBy } = head.parse(stored);
  return { ...ofChannel(codecs, channel).parse(stored), madeBy };
}
