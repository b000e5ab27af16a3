import type { Schemas } from "../../api/schemas.ts";
import type { Tone } from "../../explain/tone.ts";

type Check = Schemas["ChatAccountVerification"]["checks"][number];

/** The labels of the form's ids. AWS and Meta each have their own WABA ID and phone number ID. */
export const ID_LABELS = {
  business_account_id: "WABA ID at AWS",
  origination_phone_number_id: "Phone number ID at AWS",
  provider_business_account_id: "WABA ID at Meta",
  provider_phone_number_id: "Phone number ID at Meta",
} as const;

const CHECKS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ID_LABELS),
  ["registration_status", "Registration"],
  ["event_destination", "Event destination"],
  ["number_of_business_account", "WABA ID of the number"],
]);

/** Names a check as the form names the field. */
export const checkName = (name: string): string => CHECKS.get(name) ?? name.replaceAll("_", " ");

/** Compares our value with the provider's; an id that was left out on purpose counts as a note, not as a difference. */
export function checkText({ ok, expected, actual }: Check): {
  readonly tone: Tone;
  readonly text: string;
  readonly here: string;
  readonly there: string;
} {
  const there = actual || "not found";
  if (ok && expected === "") return { tone: "note", text: "left out", here: "–", there };
  return { tone: ok ? "ok" : "bad", text: ok ? "agrees" : "differs", here: expected || "–", there };
}
