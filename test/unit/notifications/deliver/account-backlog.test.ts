import { describe, expect, it } from "vitest";
import { AccountBacklog } from "../../../../shared/notifications/deliver/account-backlog.ts";
import type { WaitingNotification } from "../../../../shared/notifications/ports.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { recordingLog } from "../../../support/silent-telemetry.ts";

const ACCOUNT = "account";
const one = (id: string): WaitingNotification => ({ owner: anOwner("owner"), id, accountId: ACCOUNT });

function setUp(stored: WaitingNotification[] = []) {
  const clock = fakeClock();
  const log = recordingLog();
  const reads: number[] = [];
  const world = { isDown: false };
  const notifications = {
    async listWaiting(_: string, limit: number) {
      reads.push(limit);
      if (world.isDown) throw new Error("the table does not answer");
      return stored.slice(0, limit);
    },
  };
  const backlog = new AccountBacklog({ notifications, log, clock });
  const next = async () => (await backlog.next(ACCOUNT))?.id;
  return { backlog, next, clock, log, reads, world, stored };
}

describe("the backlog of an account", () => {
  it("is asked for without a read where nothing waits, and where all is known", async () => {
    const { backlog, next, reads } = setUp([one("stored")]);
    expect(await next()).toBeUndefined();
    backlog.add(one("a"));
    backlog.add(one("b"));
    expect([await next(), await next(), await next()]).toEqual(["a", "b", undefined]);
    expect(reads).toEqual([]);
  });

  it("is read once another worker has handed it over, and gives nothing twice that is in hand", async () => {
    const { backlog, next, reads } = setUp([one("a"), one("b")]);
    backlog.add(one("b"));
    expect(await next()).toBe("b");
    backlog.takeOver(ACCOUNT);
    expect([await next(), await next()]).toEqual(["a", undefined]);
    expect(reads).toEqual([25]);
    backlog.done(one("b"));
    backlog.takeOver(ACCOUNT);
    expect(await next()).toBe("b");
  });

  it("gives what one read brings to all who asked meanwhile, and forgets nothing of it", async () => {
    const { backlog, next, reads } = setUp([one("a"), one("b"), one("c")]);
    backlog.takeOver(ACCOUNT);
    expect(await Promise.all([next(), next()])).toEqual(["a", "b"]);
    expect([await next(), await next()]).toEqual(["c", undefined]);
    expect(reads).toEqual([25]);
  });

  it("remembers a bounded number, and reads the others", async () => {
    const stored = Array.from({ length: 300 }, (_, i) => one(`n${i}`));
    const { backlog, next, reads } = setUp(stored);
    for (const waiting of stored) backlog.add(waiting);
    const seen: string[] = [];
    for (let id = await next(); id !== undefined; id = await next()) {
      seen.push(id);
      stored.splice(
        stored.findIndex((waiting) => waiting.id === id),
        1,
      );
      backlog.done(one(id));
    }
    expect([seen.length, new Set(seen).size]).toEqual([300, 300]);
    expect(reads.length).toBeLessThanOrEqual(9);
  });

  it("forgets the account to which nothing has been added for longest, beyond a thousand", () => {
    const { backlog } = setUp();
    const add = (accountId: string) => backlog.add({ ...one("a"), accountId });
    for (let i = 0; i < 1000; i++) add(`account ${i}`);
    add("account 0");
    add("one more");
    expect([backlog.has("account 0"), backlog.has("account 1"), backlog.has("one more")]).toEqual([true, false, true]);
  });

  it("keeps in mind that more waits when it cannot be read, and says so in the log", async () => {
    const { backlog, next, world, log } = setUp([one("a")]);
    backlog.takeOver(ACCOUNT);
    world.isDown = true;
    expect(await next()).toBeUndefined();
    expect(log.lines.join()).toContain("account_backlog.not_read");
    world.isDown = false;
    expect(await next()).toBe("a");
  });

  it("gives back what was not taken on as the next one", async () => {
    const { backlog, next } = setUp();
    backlog.add(one("a"));
    backlog.add(one("b"));
    const first = await backlog.next(ACCOUNT);
    if (first) backlog.giveBack(first);
    expect([await next(), await next()]).toEqual(["a", "b"]);
  });

  it("is handed over by one message at a time, and by another when that one was lost", () => {
    const { backlog, clock } = setUp();
    expect([backlog.mayHandOver(ACCOUNT), backlog.mayHandOver(ACCOUNT)]).toEqual([true, false]);
    backlog.takeOver(ACCOUNT);
    expect([backlog.mayHandOver(ACCOUNT), backlog.mayHandOver(ACCOUNT)]).toEqual([true, false]);
    clock.advance(2000);
    expect(backlog.mayHandOver(ACCOUNT)).toBe(true);
  });
});
