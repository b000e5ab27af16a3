import * as z from "zod";
import { IF_MATCH } from "../../../edge/contract/entity-tag.ts";
import { listOf, oneOf, textList, timestamp } from "../../../edge/contract/fields.ts";
import { route } from "../../../edge/contract/route.ts";
import { isEmailAddress } from "../../../email/domain/email-address.ts";
import { ALERT_KINDS, type AlertSettings, MAX_ALERT_ADDRESSES } from "../../domain/alert-settings.ts";

/** A list may repeat its entries, which then count once. */
const MOST_ENTRIES = 100;
const TOO_MANY = `addresses must have at most ${MAX_ALERT_ADDRESSES} entries`;

const eachOnce = (addresses: readonly string[]): string[] =>
  addresses.filter((one, at) => addresses.findIndex((other) => other.toLowerCase() === one.toLowerCase()) === at);

const addresses = textList("addresses", MOST_ENTRIES)
  .transform((given) => eachOnce(given.map((address) => address.trim()).filter((address) => address !== "")))
  .refine((given) => given.every(isEmailAddress), { error: "addresses must be valid email addresses" })
  .refine((given) => given.length <= MAX_ALERT_ADDRESSES, { error: TOO_MANY });

const alertRequest = z
  .strictObject({
    addresses,
    alerts: listOf("alerts", oneOf("alerts", ALERT_KINDS), { most: MOST_ENTRIES }).transform((kinds) =>
      ALERT_KINDS.filter((kind) => kinds.includes(kind)),
    ),
    weekly_summary: z.boolean({ error: "weekly_summary must be true or false" }),
  })
  .refine(
    ({ addresses: given, alerts, weekly_summary: weekly }) => given.length > 0 || (alerts.length === 0 && !weekly),
    {
      path: ["addresses"],
      error: "addresses must have at least one entry while anything is on",
    },
  )
  .transform(({ addresses: given, alerts: kinds, weekly_summary: isSummaryWanted }) => ({
    addresses: given,
    kinds,
    isSummaryWanted,
  }));

const alertsView = z
  .strictObject({
    addresses: z.array(z.string()),
    alerts: z.array(z.enum(ALERT_KINDS)),
    weekly_summary: z.boolean(),
    sending_account: z.strictObject({ id: z.guid(), label: z.string() }).meta({ id: "AlertAccount" }).optional(),
    unsent: z.strictObject({ title: z.string(), at: timestamp }).meta({ id: "UnsentAlert" }).optional(),
    updated_at: timestamp,
  })
  .meta({ id: "Alerts" });

interface ShownAlerts {
  readonly settings: AlertSettings;
  readonly account?: { readonly id: string; readonly label: string } | undefined;
}

export const toAlertsView = ({ settings, account }: ShownAlerts): z.input<typeof alertsView> => ({
  addresses: [...settings.addresses],
  alerts: [...settings.kinds],
  weekly_summary: settings.isSummaryWanted,
  ...(account && { sending_account: { id: account.id, label: account.label } }),
  ...(settings.unsent && {
    unsent: { title: settings.unsent.title, at: new Date(settings.unsent.atMs).toISOString() },
  }),
  updated_at: settings.updatedAt,
});

const common = {
  group: "panel",
  path: "/panel/api/alerts",
  auth: ["access-token"],
  success: { status: 200, schema: alertsView, hasTag: true },
  impact: "owners cannot choose what they are told of by mail",
} as const;

export const getAlerts = route({
  ...common,
  operationId: "getAlerts",
  summary: "Read what an owner is told of by mail",
  method: "GET",
  refusals: ["unauthorized", "insufficient_scope"],
  uses: ["config:read"],
});

export const replaceAlerts = route({
  ...common,
  operationId: "replaceAlerts",
  changes: { kind: "alerts", action: "changed" },
  summary: "Choose what an owner is told of by mail",
  method: "PUT",
  headers: IF_MATCH,
  body: alertRequest,
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "version_conflict"],
  uses: ["config:read", "config:write"],
});
