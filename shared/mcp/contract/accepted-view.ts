import * as z from "zod";
import { KEY_APPROVALS } from "../../kernel/key-terms.ts";

/** The result of a tool that sends: the message is accepted, and leaves later. */
export const acceptedView = z.strictObject({
  notification_id: z.guid(),
  status: z.literal("pending"),
  approval: z.enum(KEY_APPROVALS).optional(),
});
