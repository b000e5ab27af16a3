import type { Dated } from "../../api/changed-elsewhere.ts";
import type { operations } from "../../api/schema.ts";
import type { Schemas } from "../../api/schemas.ts";

export type Alerts = Schemas["Alerts"] & Dated;
export type AlertRequest = operations["replaceAlerts"]["requestBody"]["content"]["application/json"];
type Kind = Alerts["alerts"][number];

export interface AlertChoice {
  readonly kind: Kind;
  readonly label: string;
  readonly hint: string;
}

/** The kinds of alerts, the most urgent first. */
export const ALERT_CHOICES: readonly AlertChoice[] = [
  {
    kind: "sending_account_failing",
    label: "A sending account fails",
    hint: "Its server refuses the credential, or cannot be reached for ten minutes.",
  },
  {
    kind: "webhook_disabled",
    label: "A webhook was disabled",
    hint: "By Herald, because its receiver did not answer.",
  },
  { kind: "chat_template_rejected", label: "A chat template was rejected", hint: "The platform does not approve it." },
  {
    kind: "customer_waiting",
    label: "A customer waits for an hour",
    hint: "Nobody has answered since. Each customer is told of once.",
  },
];

/** The checkbox of a kind has this prefix in its name. */
export const KIND_FIELD = "alert:";

/** Builds the request from the form; the service validates it. */
export const alertRequest = (texts: Readonly<Record<string, string>>): AlertRequest => ({
  addresses: (texts.addresses ?? "").split(/[\n,;]/).filter((line) => line.trim() !== ""),
  alerts: ALERT_CHOICES.map(({ kind }) => kind).filter((kind) => texts[KIND_FIELD + kind] === "on"),
  weekly_summary: texts.weekly_summary === "on",
});

/** Returns the fields of a record that the form writes. */
export const contentOf = ({ addresses, alerts, weekly_summary }: Alerts): AlertRequest => ({
  addresses: [...addresses],
  alerts: [...alerts],
  weekly_summary,
});

export const isAnythingOn = ({ alerts, weekly_summary }: Pick<Alerts, "alerts" | "weekly_summary">): boolean =>
  alerts.length > 0 || weekly_summary;
