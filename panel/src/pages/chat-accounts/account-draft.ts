import type { components, operations } from "../../api/schema.ts";

export type ChatAccount = components["schemas"]["ChatAccount"];
export type ChatAccountRequest = operations["createChatAccount"]["requestBody"]["content"]["application/json"];

export const OWNERSHIP_TYPES = [
  { value: "service_managed", label: "Managed by the service for its owners" },
  { value: "customer_owned", label: "Owned by one customer" },
] as const;

/** Splits the text of the form into lines, each with the `sub` of one owner. */
export const linesOf = (text = ""): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Builds the request from the form; the service validates it. */
export const accountRequest = (texts: Readonly<Record<string, string>>): ChatAccountRequest => ({
  label: texts.label ?? "",
  ownership_type: texts.ownership_type === "customer_owned" ? "customer_owned" : "service_managed",
  cloud_region: texts.cloud_region ?? "",
  business_account_id: texts.business_account_id ?? "",
  origination_phone_number_id: texts.origination_phone_number_id ?? "",
  provider_business_account_id: texts.provider_business_account_id ?? "",
  ...(texts.provider_phone_number_id ? { provider_phone_number_id: texts.provider_phone_number_id } : {}),
  is_default: texts.is_default === "on",
  owners: linesOf(texts.owners),
});
