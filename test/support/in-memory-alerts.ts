import { type AlertSettings, NEVER_CHOSEN } from "../../shared/alerts/domain/alert-settings.ts";
import type { AlertSettingsStore, OwnersAlert, RaisedAlerts } from "../../shared/alerts/ports.ts";
import type { Owner } from "../../shared/kernel/owner.ts";

/** A double in memory that passes the same contract test as the DynamoDB adapter (test/contract/ports/alert-settings-store.test.ts). */
export function inMemoryAlertSettings(): AlertSettingsStore {
  const kept = new Map<Owner, AlertSettings>();
  let revisions = 0;
  const change = (owner: Owner, changes: Partial<AlertSettings>) => {
    const known = kept.get(owner);
    if (known) kept.set(owner, { ...known, ...changes });
  };
  return {
    find: async (owner) => structuredClone(kept.get(owner)),
    async replace({ summaryToldMs, ...chosen }, known) {
      const present = kept.get(chosen.owner);
      if ((present?.revision ?? NEVER_CHOSEN) !== known) return "changed";
      const written = { ...present, ...chosen, revision: `r${++revisions}` };
      kept.set(chosen.owner, { ...written, ...(summaryToldMs !== undefined && { summaryToldMs }) });
      return structuredClone(kept.get(chosen.owner) ?? written);
    },
    page: async () => ({ settings: structuredClone([...kept.values()]) }),
    noteUnsent: async (owner, unsent) => change(owner, { unsent }),
    async noteTold({ owner, ...seen }, mark, toMs) {
      if (kept.get(owner)?.[mark] === seen[mark]) change(owner, { [mark]: toMs });
    },
  };
}

const HOUR_MS = 3_600_000;

/** A double in memory that passes the same contract test as the DynamoDB adapter (test/contract/ports/raised-alerts.test.ts). */
export function inMemoryRaisedAlerts(): RaisedAlerts {
  const open = new Map<string, OwnersAlert>();
  const raised = new Map<string, number>();
  return {
    async raise(alert) {
      const subject = JSON.stringify([alert.owner, alert.subject.kind, alert.subject.id]);
      const before = raised.get(subject);
      if (before !== undefined && before > alert.atMs - HOUR_MS) return false;
      raised.set(subject, alert.atMs);
      open.set(alert.id, alert);
      return true;
    },
    open: async (limit) => [...open.values()].toSorted((a, b) => a.atMs - b.atMs).slice(0, limit),
    close: async ({ id }) => void open.delete(id),
  };
}
