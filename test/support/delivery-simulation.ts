import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { ConnectionAllowances } from "../../shared/email/domain/connection-allowance.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import { systemClock } from "../../shared/kernel/system-clock.ts";
import type { DeliveryMessage } from "../../shared/notifications/contract/messages.ts";
import { AccountBacklog } from "../../shared/notifications/deliver/account-backlog.ts";
import { accountLimiter } from "../../shared/notifications/deliver/account-limiter.ts";
import { deliverNotification } from "../../shared/notifications/deliver/deliver-notification.ts";
import { sweepNotifications } from "../../shared/notifications/sweep/sweep-notifications.ts";
import { aNotification, anEmail } from "./builders.ts";
import { inMemoryDeadLetterStore } from "./in-memory-dead-letter-store.ts";
import { inMemoryNotificationStore } from "./in-memory-notification-store.ts";
import { sequentialIdentifiers } from "./sequential-identifiers.ts";
import { countingMetrics, recordingLog } from "./silent-telemetry.ts";

const LEASE_MS = 90_000;
const SWEEP_MS = 60_000;
const STEP_MS = 5;
/** The time that a call of the table takes. */
const STORE_MS = 2;
const MAX_WAIT_MS = 1250;
const WORKERS = 50;
const BATCH = 10;
const CONNECTIONS = 10;

export interface SimulatedProvider {
  /** Returns how long the server takes for a mail that arrives at this time, in milliseconds since the start. */
  readonly perMailMs: (atMs: number) => number;
}

interface Queued {
  readonly message: DeliveryMessage;
  readonly at: number;
}

/**
 * Simulates the delivery of one process with a fake clock: 50 workers take batches of ten while the owners take turns,
 * a table call takes two milliseconds, and each account has its own provider. Call `vi.useFakeTimers()` first.
 */
export function deliverySimulation({
  takes = () => true,
}: {
  readonly takes?: (message: DeliveryMessage) => boolean;
} = {}) {
  const startedAt = Date.now();
  const store = inMemoryNotificationStore({ clock: systemClock, leaseMs: LEASE_MS });
  const slow =
    <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      await wait(STORE_MS);
      return call(...args);
    };
  const notifications = {
    ...store,
    claim: slow(store.claim),
    record: slow(store.record),
    postpone: slow(store.postpone),
    listWaiting: slow(store.listWaiting),
    findContent: slow(store.findContent),
  };
  let queue: Queued[] = [];
  const passes = new Map<string, number>();
  const deliveryQueue = {
    async enqueue(message: DeliveryMessage, delaySeconds = 0) {
      if (takes(message)) queue.push({ message, at: Date.now() + delaySeconds * 1000 });
    },
  };
  const providers = new Map<string, SimulatedProvider>();
  const allowances = new ConnectionAllowances(() => Date.now());
  const sending = new Map<string, number>();
  const sentAt = new Map<string, number>();
  const log = recordingLog();
  const send = async (accountId: string, id: string): Promise<void> => {
    sending.set(accountId, (sending.get(accountId) ?? 0) + 1);
    await wait(providers.get(accountId)?.perMailMs(Date.now() - startedAt) ?? 0);
    sending.set(accountId, (sending.get(accountId) ?? 0) - 1);
    allowances.of(accountId).succeeded({});
    if (sentAt.has(id)) throw new Error("it was sent twice");
    sentAt.set(id, Date.now());
  };
  const deps = {
    ...{ notifications, deliveryQueue, clock: systemClock, backoffBaseSeconds: 30, pause: wait },
    ...{
      identifiers: sequentialIdentifiers(),
      log,
      metrics: countingMetrics(),
      deadLetters: inMemoryDeadLetterStore(),
    },
    limiter: accountLimiter({ allowances, maxWaitMs: MAX_WAIT_MS, clock: systemClock }),
    backlog: new AccountBacklog({ notifications, log, clock: systemClock }),
    channels: {
      email: {
        async send(
          { id, accountId }: { id: string; accountId: string },
          acquire: () => Promise<undefined | { kind: "postponed"; retryInSeconds: number }>,
        ) {
          await wait(STORE_MS);
          const postponed = await acquire();
          if (postponed) return postponed;
          await send(accountId, id);
          return { kind: "sent" } as const;
        },
      },
      chat: { send: () => Promise.reject(new Error("no chat here")) },
    },
  };
  let turns = 0;
  let busyWorkers = 0;
  /** The messages of a batch are taken from one owner after the other. */
  const batch = (): readonly DeliveryMessage[] => {
    const ready = queue.filter(({ at }) => at <= Date.now());
    const byOwner = [...Map.groupBy(ready, ({ message }) => message.owner).values()];
    const fair = Array.from({ length: BATCH }, (_, i) => byOwner.map((its) => its[i])).flat();
    const taken = fair.filter((one) => one !== undefined).slice(0, BATCH);
    turns += 1;
    const gone = new Set(taken);
    queue = queue.filter((one) => !gone.has(one));
    return taken.map(({ message }) => message);
  };
  const work = async (messages: readonly DeliveryMessage[]): Promise<void> => {
    busyWorkers += 1;
    for (const { id } of messages) passes.set(id, (passes.get(id) ?? 0) + 1);
    await Promise.allSettled(messages.map((message) => deliverNotification(deps, message)));
    busyWorkers -= 1;
  };
  const idle = new Map<string, { free: number; all: number }>();
  const look = (): void => {
    const waiting = new Set([...queue.filter(({ at }) => at <= Date.now()).map(({ message }) => message.accountId)]);
    for (const accountId of providers.keys()) {
      const connections = allowances.of(accountId).count;
      const isWaiting = waiting.has(accountId) || waitsFor(accountId) > connections;
      if (!isWaiting) continue;
      const seen = idle.get(accountId) ?? { free: 0, all: 0 };
      seen.all += connections;
      seen.free += Math.max(0, connections - (sending.get(accountId) ?? 0));
      idle.set(accountId, seen);
    }
  };
  const accepted = new Map<string, { owner: Owner; accountId: string; at: number }>();
  const waitsFor = (accountId: string): number =>
    [...accepted].filter(
      ([id, one]) => one.accountId === accountId && store.stored({ owner: one.owner, id })?.waitsFor !== undefined,
    ).length;
  return {
    deps,
    store,
    sentAt,
    passes,
    turns: () => turns,
    messages: () => queue.map(({ message }) => message),
    loseMessages: () => {
      queue = [];
    },
    account(provider: SimulatedProvider): string {
      const accountId = randomUUID();
      providers.set(accountId, provider);
      allowances.of(accountId).limitTo(CONNECTIONS);
      return accountId;
    },
    async accept(owner: Owner, accountId: string): Promise<string> {
      const id = randomUUID();
      const createdAt = new Date().toISOString();
      const added = await store.add(aNotification({ owner, id, accountId, createdAt }), anEmail());
      accepted.set(id, { owner, accountId, at: Date.now() });
      await deliveryQueue.enqueue({ owner, id, accountId, ...(added && { dueAt: added.dueAt }) });
      return id;
    },
    /** Returns the milliseconds from acceptance until the provider had the mail, or undefined if it does not have it. */
    waited: (id: string): number | undefined => {
      const [at, end] = [accepted.get(id)?.at, sentAt.get(id)];
      return at === undefined || end === undefined ? undefined : end - at;
    },
    /** Returns the share of the account's connections that were idle while something waited for the account. */
    idlePart: (accountId: string): number => {
      const { free, all } = idle.get(accountId) ?? { free: 0, all: 1 };
      return free / all;
    },
    forgetIdle: () => idle.clear(),
    errors: () => log.lines.filter((line) => line.includes("ERROR")),
    async run(ms: number): Promise<void> {
      for (const end = Date.now() + ms; Date.now() < end; ) {
        while (busyWorkers < WORKERS) {
          const messages = batch();
          if (messages.length === 0) break;
          void work(messages);
        }
        await vi.advanceTimersByTimeAsync(STEP_MS);
        look();
        if ((Date.now() - startedAt) % SWEEP_MS < STEP_MS) void sweepNotifications(deps);
      }
    },
  };
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
