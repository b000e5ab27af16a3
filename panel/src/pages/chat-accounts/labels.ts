import type { Schemas } from "../../api/schemas.ts";
import type { Mood } from "../../explain/mood.ts";

type Check = Schemas["ChatAccountVerification"]["checks"][number];

/** AWS and Meta both have a WABA ID and a phone number ID, each its own. */
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

/** The name of a check as the form has it. */
export const checkName = (name: string): string => CHECKS.get(name) ?? name.replaceAll("_", " ");

/** What the provider says beside what is here; an id that is left out on purpose was compared with nothing. */
export function checkText({ ok, expected, actual }: Check): {
  readonly mood: Mood;
  readonly text: string;
  readonly here: string;
  readonly there: string;
} {
  const there = actual || "not found";
  if (ok && expected === "") return { mood: "note", text: "left out", here: "–", there };
  return { mood: ok ? "ok" : "bad", text: ok ? "agrees" : "differs", here: expected || "–", there };
}
