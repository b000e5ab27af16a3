import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sweepNotifications } from "../../../../shared/notifications/sweep/sweep-notifications.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { deliverySimulation } from "../../../support/delivery-simulation.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-21T12:00:00.000Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const OWNER = anOwner("one");
const OTHER = anOwner("another");
/** At most this share of the account's connections is idle while a mail waits for the account. */
const IDLE_PART = 0.02;
/** On average, a mail is on the queue at most this many times. */
const MOST_PASSES = 2.5;

interface Case {
  readonly mails: number;
  readonly perMailMs: (atMs: number) => number;
  /** With all of the account's ten connections at work, the mails are delivered within this time. */
  readonly withinMs: number;
  /**
   * Connections are watched from this time on, because an account begins with two connections and gets further ones
   * only after successful mails.
   */
  readonly watchedFromMs: number;
}

const STALL_MS = 18_000;
const CASES: Readonly<Record<string, Case>> = {
  "a quick provider": { mails: 1000, perMailMs: () => 50, withinMs: 10_000, watchedFromMs: 1000 },
  "a provider of a second": { mails: 300, perMailMs: () => 1000, withinMs: 45_000, watchedFromMs: 10_000 },
  "a provider of five seconds": { mails: 100, perMailMs: () => 5000, withinMs: 90_000, watchedFromMs: 45_000 },
  "a provider that stalls, and is quick then": {
    mails: 1000,
    perMailMs: (atMs) => (atMs < STALL_MS ? STALL_MS - atMs + 50 : 50),
    withinMs: STALL_MS + 10_000,
    watchedFromMs: STALL_MS + 1000,
  },
};

describe("a backlog of one account", () => {
  it.each(Object.entries(CASES))("leaves no connection idle, and nobody else waiting: %s", async (_, provider) => {
    const simulation = deliverySimulation();
    const account = simulation.account(provider);
    const elsewhere = simulation.account({ perMailMs: () => 10 });
    const ids = [];
    for (let i = 0; i < provider.mails; i++) ids.push(await simulation.accept(OWNER, account));
    const others: string[] = [];
    for (let at = 0; at < provider.withinMs; at += 500) {
      if (at === provider.watchedFromMs) simulation.forgetIdle();
      others.push(await simulation.accept(OTHER, elsewhere));
      await simulation.run(500);
    }
    await simulation.run(500);
    expect(simulation.errors()).toEqual([]);
    expect(ids.filter((id) => simulation.sentAt.has(id)).length).toBe(provider.mails);
    expect(simulation.idlePart(account)).toBeLessThanOrEqual(IDLE_PART);
    const passes = ids.reduce((sum, id) => sum + (simulation.passes.get(id) ?? 0), 0);
    expect(passes / provider.mails).toBeLessThanOrEqual(MOST_PASSES);
    expect(Math.max(...others.map((id) => simulation.waited(id) ?? Number.POSITIVE_INFINITY))).toBeLessThan(250);
    expect(simulation.messages()).toEqual([]);
  });

  it("leaves another owner's mail within a quarter of a second beside backlogs of ten accounts", async () => {
    const simulation = deliverySimulation();
    const accounts = Array.from({ length: 10 }, () => simulation.account({ perMailMs: () => 100 }));
    for (const account of accounts) for (let i = 0; i < 100; i++) await simulation.accept(OWNER, account);
    const elsewhere = simulation.account({ perMailMs: () => 10 });
    const others: string[] = [];
    for (let i = 0; i < 20; i++) {
      others.push(await simulation.accept(OTHER, elsewhere));
      await simulation.run(250);
    }
    expect(simulation.errors()).toEqual([]);
    expect(Math.max(...others.map((id) => simulation.waited(id) ?? Number.POSITIVE_INFINITY))).toBeLessThan(250);
    expect(simulation.sentAt.size).toBe(1020);
  });

  it("is sent on when the messages that hand it over are lost", async () => {
    let isLost = false;
    const simulation = deliverySimulation({ takes: ({ isBacklog }) => !(isLost && isBacklog) });
    const account = simulation.account({ perMailMs: () => 200 });
    const ids = [];
    for (let i = 0; i < 300; i++) ids.push(await simulation.accept(OWNER, account));
    isLost = true;
    await simulation.run(3000);
    isLost = false;
    expect(simulation.sentAt.size).toBeLessThan(300);
    await simulation.run(400_000);
    expect(ids.filter((id) => simulation.sentAt.has(id)).length).toBe(300);
    expect(simulation.messages()).toEqual([]);
  });

  it("is taken on by a worker that knows only that there is a backlog", async () => {
    const simulation = deliverySimulation();
    const account = simulation.account({ perMailMs: () => 20 });
    const ids = [];
    for (let i = 0; i < 60; i++) ids.push(await simulation.accept(OWNER, account));
    // The worker that postponed these mails has died, and its messages with it.
    for (const id of ids)
      await simulation.store.postpone({ owner: OWNER, id }, { accountId: account, dueAt: undefined });
    simulation.loseMessages();
    const [id = ""] = ids;
    await simulation.deps.deliveryQueue.enqueue({ owner: OWNER, id, accountId: account, isBacklog: true });
    await simulation.run(10_000);
    expect(ids.filter((id) => simulation.sentAt.has(id)).length).toBe(60);
  });
});

describe("a queue that is longer than the sweep's patience", () => {
  it("gets fewer copies of a message the longer it has waited", async () => {
    const simulation = deliverySimulation();
    await simulation.accept(OWNER, simulation.account({ perMailMs: () => 0 }));
    const copiesAt: number[] = [];
    for (let minute = 1; minute <= 60; minute++) {
      vi.advanceTimersByTime(60_000);
      const before = simulation.messages().length;
      await sweepNotifications(simulation.deps);
      if (simulation.messages().length > before) copiesAt.push(minute);
    }
    expect(copiesAt).toEqual([2, 7, 14, 28, 43, 58]);
  });
});
