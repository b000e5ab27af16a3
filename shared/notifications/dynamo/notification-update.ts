import type { Step } from "../domain/delivery.ts";
import type { HistoryEntry } from "../domain/notification.ts";

export interface RecordContext {
  readonly fence: string;
  readonly nowMs: number;
  readonly leaseMs: number;
  /** Where the sweep looks for it from now on; undefined for where it does already. */
  readonly dueShard?: string | undefined;
}

/** Gone once an attempt is over, whatever its result. */
const LEASE = ["leaseUntil", "fence"];
/** Gone once there is nothing left for the sweep to find. */
export const DUE = ["nextAt", "dueShard", "dueAt"];

interface Change {
  readonly set: Readonly<Record<string, unknown>>;
  readonly remove: readonly string[];
  /** Added to the claim's count. */
  readonly attempts?: number;
}

function changeOf(step: Step, { nowMs, leaseMs, dueShard }: RecordContext): Change {
  switch (step.to) {
    case "sent":
      // Without recipients everybody has it: what earlier attempts said of some is over.
      return {
        set: { recipients: step.recipients },
        remove: ["lastError", ...(step.recipients ? [] : ["recipients"]), ...DUE],
      };
    case "submitted":
      return { set: { cloudMessageId: step.cloudMessageId, isHoldDue: step.isHoldDue }, remove: DUE };
    case "pending": {
      const nextAt = nowMs + Math.round(step.retryInSeconds * 1000);
      const due = { nextAt, dueShard, dueAt: nextAt + leaseMs };
      if (step.isPostponed) return { set: { lastError: step.lastError, ...due }, remove: [], attempts: -1 };
      return { set: { recipients: step.recipients, lastError: step.lastError, ...due }, remove: [] };
    }
    case "failed":
      return { set: { recipients: step.recipients, lastError: step.lastError }, remove: DUE };
  }
}

/** One write, only in the hands of who holds the fence: a zombie's late result changes nothing. */
export function recordUpdate(step: Step, context: RecordContext, entry?: HistoryEntry) {
  const { set, remove, attempts } = changeOf(step, context);
  const values = Object.entries({ ...set, updatedAt: new Date(context.nowMs).toISOString() }).filter(
    ([, value]) => value !== undefined,
  );
  const remember = entry ? ", history = list_append(if_not_exists(history, :none), :entries)" : "";
  return {
    UpdateExpression: `SET #status = :to, ${values.map(([name]) => `${name} = :${name}`).join(", ")}${remember} REMOVE ${[...LEASE, ...remove].join(", ")}${attempts ? " ADD attempts :more" : ""}`,
    ConditionExpression: "#status = :processing AND fence = :fence",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: {
      ":to": step.to,
      ":processing": "processing",
      ":fence": context.fence,
      ...(attempts ? { ":more": attempts } : {}),
      ...(entry ? { ":none": [], ":entries": [entry] } : {}),
      ...Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
    },
  };
}

/** An event was faster than the worker's own note: the state stays where the event has moved it, and only the rest is noted (D26). */
export function overtakenUpdate(step: Step, { fence }: Pick<RecordContext, "fence">, entry?: HistoryEntry) {
  const set = [
    ...(step.to === "submitted" ? ["cloudMessageId = :cloudMessageId"] : []),
    ...(step.to === "submitted" && step.isHoldDue ? ["isHoldDue = :isHoldDue"] : []),
    ...(entry ? ["history = list_append(if_not_exists(history, :none), :entries)"] : []),
  ];
  return {
    UpdateExpression: `${set.length > 0 ? `SET ${set.join(", ")} ` : ""}REMOVE ${LEASE.join(", ")}`,
    ConditionExpression: "#status <> :processing AND fence = :fence",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: {
      ":processing": "processing",
      ":fence": fence,
      ...(step.to === "submitted" ? { ":cloudMessageId": step.cloudMessageId } : {}),
      ...(step.to === "submitted" && step.isHoldDue ? { ":isHoldDue": true } : {}),
      ...(entry ? { ":none": [], ":entries": [entry] } : {}),
    },
  };
}

/** A delayed message may arrive a little before its time; it must not be taken for one that came too soon. */
const EARLY_ARRIVAL_MS = 1000;

const isDuePending = "(#status = :pending AND nextAt <= :soon)";
const isAbandoned = "(#status = :processing AND leaseUntil < :now)";
const hasAttemptsLeft = "attempts < maxAttempts";

/** Takes a notification for one attempt: `pending` and due, or `processing` with its lease over (D19). */
export const claimUpdate = ({ fence, nowMs, leaseMs, dueShard }: RecordContext) => ({
  UpdateExpression: `SET #status = :processing, leaseUntil = :lease, fence = :fence, updatedAt = :at${dueShard === undefined ? "" : ", dueAt = :due, dueShard = :shard"} ADD attempts :one`,
  ConditionExpression: `${hasAttemptsLeft} AND (${isDuePending} OR ${isAbandoned})`,
  ExpressionAttributeNames: { "#status": "status" },
  ExpressionAttributeValues: {
    ":pending": "pending",
    ":processing": "processing",
    ":now": nowMs,
    ":soon": nowMs + EARLY_ARRIVAL_MS,
    ":lease": nowMs + leaseMs,
    ...(dueShard === undefined ? {} : { ":due": nowMs + leaseMs + 1, ":shard": dueShard }),
    ":fence": fence,
    ":at": new Date(nowMs).toISOString(),
    ":one": 1,
  },
  ReturnValues: "ALL_NEW" as const,
  ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
});

/** Ends what nobody is delivering. */
export const giveUpUpdate = (cause: string, nowMs: number) => ({
  UpdateExpression: `SET #status = :failed, lastError = :cause, updatedAt = :at REMOVE ${[...LEASE, ...DUE].join(", ")}`,
  ConditionExpression: `#status = :pending OR ${isAbandoned}`,
  ExpressionAttributeNames: { "#status": "status" },
  ExpressionAttributeValues: {
    ":pending": "pending",
    ":processing": "processing",
    ":failed": "failed",
    ":now": nowMs,
    ":at": new Date(nowMs).toISOString(),
    ":cause": cause,
  },
  ReturnValues: "UPDATED_NEW" as const,
  ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
});

/** A fresh start for what failed for one of these causes. */
export const reviveUpdate = (
  causes: readonly string[],
  { nowMs, leaseMs, dueShard }: Omit<RecordContext, "fence"> & { readonly dueShard: string },
) => ({
  UpdateExpression:
    "SET #status = :pending, attempts = :zero, updatedAt = :at, nextAt = :now, dueShard = :shard, dueAt = :due REMOVE history, lastCrash",
  // What the provider has told of has reached it after all: another attempt would send it twice.
  ConditionExpression: `#status = :failed AND lastError IN (${causes.map((_, i) => `:cause${i}`).join(", ")}) AND attribute_not_exists(sentAtMs)`,
  ExpressionAttributeNames: { "#status": "status" },
  ExpressionAttributeValues: {
    ":pending": "pending",
    ":failed": "failed",
    ...Object.fromEntries(causes.map((cause, i) => [`:cause${i}`, cause])),
    ":zero": 0,
    ":at": new Date(nowMs).toISOString(),
    ":now": nowMs,
    ":shard": dueShard,
    ":due": nowMs + leaseMs,
  },
  ReturnValues: "UPDATED_NEW" as const,
});

/** Whoever has the notification meanwhile: the note changes nothing of its state. */
export const noteCrashUpdate = (kind: string) => ({
  UpdateExpression: "SET lastCrash = :kind",
  ConditionExpression: "#status IN (:pending, :processing)",
  ExpressionAttributeNames: { "#status": "status" },
  ExpressionAttributeValues: { ":pending": "pending", ":processing": "processing", ":kind": kind },
});
