import * as z from "zod";
import { isEmailAddress } from "../../email/domain/email-address.ts";

/** The address that replaces all recipients when a notification is sent again. Only a mail can be sent to somebody else. */
export const otherRecipient = z
  .string({ error: "recipient must be a string" })
  .trim()
  .refine(isEmailAddress, { error: "recipient must be a valid email address" })
  .optional();
