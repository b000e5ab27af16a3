import * as z from "zod";
import { headerText, listOf, nonBlank, oneOf, requiredText } from "../../edge/contract/fields.ts";
import { ownerSub } from "../../kernel/owner.ts";
import { isTestOwner } from "../../kernel/test-mode.ts";
import { OWNERSHIP_TYPES } from "../domain/chat-account.ts";

const MAX_LABEL = 255;
/** A subject has at most 255 characters (OpenID Connect Core section 2). */
const MAX_SUBJECT = 255;
/** The cloud provider limits its identifiers to this length. */
const MAX_CLOUD_ID = 115;

const cloudId = (field: string, prefix: string) =>
  requiredText(field)
    .max(MAX_CLOUD_ID, { error: `${field} must have at most ${MAX_CLOUD_ID} characters` })
    .regex(new RegExp(`^${prefix}[0-9A-Za-z-]+$`), { error: `${field} must start with ${prefix}` });

/** The platform's id of a number is text, because it may be beyond 2^53. */
const platformNumber = (field: string) =>
  z
    .string({
      error: (issue) =>
        issue.input === undefined ? `${field} is required` : `${field} must be a string of at most 32 digits`,
    })
    .regex(/^\d{1,32}$/, { error: `${field} must be a string of at most 32 digits` });

const subject = headerText(
  "owners",
  z
    .string({ error: "owners must be an array of strings" })
    .refine((sub) => sub.trim() !== "", { error: "owners must not contain an empty entry" })
    .refine((sub) => !isTestOwner(sub), { error: "owners must not contain an owner of test mode" })
    .max(MAX_SUBJECT, { error: `owners must have entries of at most ${MAX_SUBJECT} characters` }),
).pipe(ownerSub);

/** No rule limits an account's owners. A request body of 1 MiB rarely has room for this many ids. */
const MOST_OWNERS = 100_000;

const owners = listOf("owners", subject, {
  most: MOST_OWNERS,
  noList: ({ input }) => (input === undefined ? "owners is required" : "owners must be an array of strings"),
})
  .transform((list) => [...new Set(list)])
  .refine((list) => list.length > 0, { error: "owners must have at least one entry" });

export const chatAccountRequest = z
  .strictObject({
    label: headerText(
      "label",
      nonBlank("label").max(MAX_LABEL, { error: `label must have at most ${MAX_LABEL} characters` }),
    ),
    ownership_type: oneOf("ownership_type", OWNERSHIP_TYPES),
    cloud_region: requiredText("cloud_region").regex(/^[a-z]{2}(?:-[a-z]{2,12}){1,2}-\d$/, {
      error: "cloud_region must be a region such as eu-central-1",
    }),
    business_account_id: cloudId("business_account_id", "waba-"),
    origination_phone_number_id: cloudId("origination_phone_number_id", "phone-number-id-"),
    provider_business_account_id: platformNumber("provider_business_account_id"),
    provider_phone_number_id: z.preprocess(
      (text) => (text === "" ? undefined : text),
      platformNumber("provider_phone_number_id").optional(),
    ),
    is_default: z.boolean({ error: "is_default must be a boolean" }).default(false),
    owners: owners,
  })
  .refine(({ ownership_type, owners: list }) => ownership_type !== "customer_owned" || list.length === 1, {
    error: "owners must have exactly one entry for a customer_owned account",
  })
  .transform((fields) => ({
    label: fields.label,
    ownershipType: fields.ownership_type,
    cloudRegion: fields.cloud_region,
    businessAccountId: fields.business_account_id,
    originationPhoneNumberId: fields.origination_phone_number_id,
    providerBusinessAccountId: fields.provider_business_account_id,
    providerPhoneNumberId: fields.provider_phone_number_id,
    isDefault: fields.is_default,
    owners: fields.owners,
  }));
export type ChatAccountRequest = z.output<typeof chatAccountRequest>;
