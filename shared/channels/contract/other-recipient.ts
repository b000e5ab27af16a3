import * as z from "zod";
import { isEmailAddress } from "../../email/domain/email-address.ts";

/** In place of the recipients of a notification; only a mail can be sent to others again. */
export const otherRecipient = z
  .string({ error: "recipient must be a string" })
  .trim()
  .refine(isEmailAddress, { error: "recipient must be a valid email address" })
  .optional();
