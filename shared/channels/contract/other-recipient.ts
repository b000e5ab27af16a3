import * as z from "zod";
import { isEmailAddress } from "../../email/domain/email-address.ts";

/** This replaces the recipients of a notification; only a mail can be sent again to somebody else. */
export const otherRecipient = z
  .string({ error: "recipient must be a string" })
  .trim()
  .refine(isEmailAddress, { error: "recipient must be a valid email address" })
  .optional();
