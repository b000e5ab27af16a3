import { describe, expect, it } from "vitest";
import { ApiError } from "../../../../../../panel/src/api/api-error.ts";
import { UnreachableError } from "../../../../../../panel/src/api/naming-unreachable.ts";
import { patiently } from "../../../../../../panel/src/long-work/patiently.ts";
import { isTooOld, type Run, type RunItem } from "../../../../../../panel/src/pages/notifications/many/run.ts";
import { openRuns, type RunStorage } from "../../../../../../panel/src/pages/notifications/many/runs.ts";

const OWNER = "demo";
const HOUR_MS = 3_600_000;

const aRun = (count: number, more: Partial<Run> = {}): Run => ({
  kind: "resend",
  beganAt: "2026-11-27T10:00:00.000Z",
  items: Array.from({ length: count }, (_, i) => ({ id: `n${i}`, key: `k${i}` })),
  ...{ done: 0, refused: [], state: "running" },
  ...more,
});

function aStorage(): RunStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** Sends by a function that may throw, and remembers the keys. */
function aSender(answer: (item: RunItem) => unknown = () => undefined) {
  const keys: string[] = [];
  return {
    keys,
    send: async (item: RunItem) => {
      keys.push(item.key);
      return answer(item);
    },
  };
}

describe("a run", () => {
  it("gives every notification an outcome, and says of the refused ones why", async () => {
    const runs = openRuns(aStorage(), OWNER);
    const { send, keys } = aSender(({ id }) => {
      if (id === "n1") throw new ApiError(409, "content is no longer kept", { code: "content_not_kept" });
    });
    runs.begin(aRun(3));
    await runs.work(send);
    expect(keys).toEqual(["k0", "k1", "k2"]);
    expect(runs.current()).toMatchObject({ done: 3, state: "done" });
    expect(runs.current()?.refused).toEqual([{ id: "n1", reason: "content is no longer kept" }]);
  });

  it("begins once, however often its button is pressed", async () => {
    const runs = openRuns(aStorage(), OWNER);
    const { send, keys } = aSender();
    const begun = [runs.begin(aRun(2)), runs.begin(aRun(2))];
    await Promise.all([runs.work(send), runs.work(send)]);
    expect([begun, keys]).toEqual([
      [true, false],
      ["k0", "k1"],
    ]);
  });

  it("is there after a reload, paused, and goes on with the same keys", async () => {
    const storage = aStorage();
    const before = openRuns(storage, OWNER);
    before.begin(aRun(3));
    const isGone = Promise.withResolvers<void>();
    const first = aSender(({ id }) => (id === "n1" ? isGone.promise : undefined));
    void before.work(first.send);
    await expect.poll(() => first.keys.length).toBe(2);
    const after = openRuns(storage, OWNER);
    expect(after.current()).toMatchObject({ done: 1, state: "paused" });
    expect(openRuns(storage, "somebody else").current()).toBeUndefined();
    const second = aSender();
    after.resume();
    await after.work(second.send);
    // The request of `n1` was under way: its repetition has the same key.
    expect([...first.keys, ...second.keys]).toEqual(["k0", "k1", "k1", "k2"]);
    isGone.resolve();
  });

  it("pauses and stops after the request that is under way", async () => {
    const runs = openRuns(aStorage(), OWNER);
    runs.begin(aRun(4));
    const { send, keys } = aSender(({ id }) => {
      if (id === "n0") runs.pause();
      if (id === "n2") runs.stop();
    });
    await runs.work(send);
    expect([runs.current()?.state, keys]).toEqual(["paused", ["k0"]]);
    runs.dismiss();
    runs.resume();
    await runs.work(send);
    expect(runs.current()).toMatchObject({ state: "stopped", done: 3 });
    runs.dismiss();
    expect(runs.current()).toBeUndefined();
  });

  it("sends nothing of a stopped run after another one has begun, and skips none of the other's", async () => {
    const runs = openRuns(aStorage(), OWNER);
    runs.begin(aRun(2));
    const isBusy = Promise.withResolvers<void>();
    const sent: string[] = [];
    const send = (item: RunItem, { kind }: Run) =>
      patiently(async () => void sent.push(`${kind} ${item.key}`), {
        pace: { take: () => (kind === "resend" ? 1 : 0) },
        wait: () => isBusy.promise,
        isWanted: () => runs.isNext(item),
      });
    const works = runs.work(send);
    runs.stop();
    const items = [0, 1].map((i) => ({ id: `m${i}`, key: `other${i}` }));
    expect(runs.begin(aRun(2, { kind: "cancel", items }))).toBe(true);
    expect(await runs.work(send)).toBe(false);
    isBusy.resolve();
    expect(await works).toBe(true);
    expect(sent).toEqual(["cancel other0", "cancel other1"]);
    expect(runs.current()).toMatchObject({ kind: "cancel", done: 2, refused: [], state: "done" });
  });

  it.each([401, 429, 503])("pauses at a %i, with which all others would fail, too", async (status) => {
    const runs = openRuns(aStorage(), OWNER);
    runs.begin(aRun(2));
    await runs.work(
      aSender(() => {
        throw new ApiError(status, "not now");
      }).send,
    );
    expect(runs.current()).toMatchObject({ state: "paused", done: 0, refused: [], problem: expect.any(String) });
  });

  it("pauses by itself when no answer comes, and loses nothing", async () => {
    const runs = openRuns(aStorage(), OWNER);
    runs.begin(aRun(2));
    await runs.work(
      aSender(() => {
        throw new UnreachableError("gone");
      }).send,
    );
    expect(runs.current()).toMatchObject({ state: "paused", done: 0, refused: [] });
    expect(runs.current()?.problem).toMatch(/cannot be reached/);
    runs.resume();
    await runs.work(aSender().send);
    expect(runs.current()).toMatchObject({ state: "done", done: 2 });
  });

  it("does not go on when the service has forgotten its keys", () => {
    const begun = Date.parse(aRun(1).beganAt);
    expect([isTooOld(aRun(1), begun + 22 * HOUR_MS), isTooOld(aRun(1), begun + 24 * HOUR_MS)]).toEqual([false, true]);
  });

  it("is forgotten when what the browser kept is none", () => {
    const storage = aStorage();
    for (const text of ["", "{", "null", "[]", '{"kind":"erase","items":[]}']) {
      storage.setItem(`herald.run.${OWNER}`, text);
      expect(openRuns(storage, OWNER).current()).toBeUndefined();
    }
  });
});
