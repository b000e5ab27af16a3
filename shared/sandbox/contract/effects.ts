import * as z from "zod";
import { ownerSub } from "../../kernel/owner.ts";

const aboutNotification = { owner: ownerSub, notificationId: z.guid() };

/** Says what is still to happen in test mode after a request or an attempt is over. */
export const sandboxEffect = z.discriminatedUnion("kind", [
  /** The owner's clock was moved at this real time: what is due by the owner's time is put on the queues, look by look. */
  z.strictObject({
    kind: z.literal("clock-moved"),
    owner: ownerSub,
    movedAtMs: z.number(),
    isLaterLook: z.boolean().optional(),
  }),
  /** A mail that was taken comes back, or its recipient complains. */
  z.strictObject({
    kind: z.literal("mail-report"),
    ...aboutNotification,
    recipient: z.string(),
    report: z.enum(["bounced", "complained"]),
    tries: z.int().nonnegative(),
  }),
  /** The platform reports what became of a message that was taken, in this order. */
  z.strictObject({
    kind: z.literal("chat-statuses"),
    ...aboutNotification,
    cloudMessageId: z.string(),
    phone: z.string(),
    statuses: z.array(z.enum(["sent", "delivered", "read", "failed"])).min(1),
    tries: z.int().nonnegative(),
  }),
]);
export type SandboxEffect = z.output<typeof sandboxEffect>;
