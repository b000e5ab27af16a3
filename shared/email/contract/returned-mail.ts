import * as z from "zod";
import { earlyEventMessage } from "./early-event.ts";

/** What SES says of a mail that it has stored; only these of its fields are used. */
export const returnedMailMessage = z
  .object({
    receipt: z.object({
      /** The addresses of the envelope that the receipt rule took the mail for. */
      recipients: z.array(z.string()),
      action: z.object({ objectKey: z.string().min(1) }),
    }),
  })
  .transform(({ receipt: { recipients, action } }) => ({ recipients, key: action.objectKey }));
export type ReturnedMailMessage = z.output<typeof returnedMailMessage>;

/** What the queue of the mails that come back carries. */
export const reportMessage = z.union([returnedMailMessage, earlyEventMessage]);
