import * as z from "zod";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { ALERT_KINDS, type AlertSettings } from "../domain/alert-settings.ts";

/** All owners' choices lie in one partition of the Config table, so that they are found without a scan or an index. */
export const ALERTS_PARTITION = "ALERTS";
const PREFIX = "O#";
export const settingsKey = (owner: Owner) => ({ pk: ALERTS_PARTITION, sk: `${PREFIX}${owner}` });

const settingsItem = z.object({
  owner: ownerSub,
  addresses: z.array(z.string()),
  kinds: z.array(z.string()).transform((kinds) => ALERT_KINDS.filter((kind) => kinds.includes(kind))),
  isSummaryWanted: z.boolean(),
  unsent: z.object({ title: z.string(), atMs: z.number() }).optional(),
  waitingToldMs: z.number().optional(),
  summaryToldMs: z.number().optional(),
  updatedAt: z.string(),
  revision: z.string(),
});

export const fromSettingsItem = (item: unknown): AlertSettings => settingsItem.parse(item);
