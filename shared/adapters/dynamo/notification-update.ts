import type { Step } from "../../domain/delivery.ts";
import type { HistoryEntry } from "../../domain/notification.ts";

export interface RecordContext {
  readonly fence: string;
  readonly nowMs: number;
  readonly leaseMs: number;
}

/** Gone once an attempt is over, whatever its result. */
const LEASE = ["leaseUntil", "fence"];
/** Gone once there is nothing left for the sweep to find. */
const DUE = ["nextAt", "dueShard", "dueAt"];

interface Change {
  readonly set: Readonly<Record<string, unknown>>;
  readonly remove: readonly string[];
}

function changeOf(step: Step, { nowMs, leaseMs }: RecordContext): Change {
  switch (step.to) {
    case "sent":
      // Without recipients everybody has it: what earlier attempts said of some is over.
      return {
        set: { recipients: step.recipients },
        remove: ["lastError", ...(step.recipients ? [] : ["recipients"]), ...DUE],
      };
    case "submitted":
      return { set: { providerMessageId: step.providerMessageId }, remove: DUE };
    case "pending": {
      const nextAt = nowMs + Math.round(step.retryInSeconds * 1000);
      return {
        set: { recipients: step.recipients, lastError: step.lastError, nextAt, dueAt: nextAt + leaseMs },
        remove: [],
      };
    }
    case "failed":
      return { set: { recipients: step.recipients, lastError: step.lastError }, remove: DUE };
  }
}

/** One write, only in the hands of who holds the fence: a zombie's late result changes nothing. */
export function recordUpdate(step: Step, context: RecordContext, entry?: HistoryEntry) {
  const { set, remove } = changeOf(step, context);
  const values = Object.entries({ ...set, updatedAt: new Date(context.nowMs).toISOString() }).filter(
    ([, value]) => value !== undefined,
  );
  const remember = entry ? ", history = list_append(if_not_exists(history, :none), :entries)" : "";
  return {
    UpdateExpression: `SET #status = :to, ${values.map(([name]) => `${name} = :${name}`).join(", ")}${remember} REMOVE ${[...LEASE, ...remove].join(", ")}`,
    ConditionExpression: "#status = :processing AND fence = :fence",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: {
      ":to": step.to,
      ":processing": "processing",
      ":fence": context.fence,
      ...(entry ? { ":none": [], ":entries": [entry] } : {}),
      ...Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
    },
  };
}
