import * as z from "zod";

/** An event of Amazon SES that waits on the queue of the mails that come back, in the form in which its topic published it. */
export const earlyEventMessage = z.strictObject({
  topicArn: z.string(),
  event: z.string(),
  /** Counts how often nobody knew its mail. */
  looked: z.int().min(1),
});
export type EarlyEvent = z.output<typeof earlyEventMessage>;
