import { randomBytes, randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DynamoIdempotencyStore } from "../../../shared/edge/dynamo/idempotency-store.ts";
import type { HeldKey, IdempotencyStore, IdempotentRequest } from "../../../shared/edge/ports.ts";
import type { Clock } from "../../../shared/kernel/clock.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryIdempotencyStore } from "../../support/in-memory-idempotency-store.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const LEASE_MS = 30_000;
const DAY_MS = 86_400_000;
const ANSWER = { statusCode: 202, body: '{"id":"1"}' };
const aRequest = (changes: { owner?: Owner; key?: string; fingerprint?: string } = {}) => ({
  owner: anOwner(),
  key: "order-1",
  fingerprint: "f1",
  ...changes,
});

/** Returns a text that compression hardly shortens. */
const chinese = (characters: number) =>
  Array.from({ length: characters }, () => String.fromCharCode(randomInt(0x4e00, 0x9fff))).join("");
const base64 = (characters: number) => randomBytes(characters).toString("base64").slice(0, characters);

async function begun(store: IdempotencyStore, request: IdempotentRequest, id: string): Promise<HeldKey> {
  const state = await store.begin(request, id);
  if (state.kind !== "begun") throw new Error(`the key is ${state.kind}`);
  return state;
}

/** Tests the promises that every IdempotencyStore keeps (D24). */
function idempotencyStoreContract(name: string, open: (clock: Clock) => IdempotencyStore): void {
  describe(`IdempotencyStore: ${name}`, () => {
    const setUp = () => {
      const clock = fakeClock();
      return { clock, store: open(clock), request: aRequest() };
    };

    it("lets the first request begin, and makes others wait for it", async () => {
      const { store, clock, request } = setUp();
      const leaseUntil = clock.now() + LEASE_MS;
      const begun = { kind: "begun", reservedId: "id-1", leaseUntil, isRepeat: false };
      expect(await store.begin(request, "id-1")).toEqual(begun);
      expect(await store.begin(request, "id-2")).toEqual({ kind: "in-flight", reservedId: "id-1" });
    });

    it("lets exactly one of ten begin", async () => {
      const { store, request } = setUp();
      const states = await Promise.all(Array.from({ length: 10 }, (_, i) => store.begin(request, `id-${i}`)));
      expect(states.filter((state) => state.kind === "begun")).toHaveLength(1);
      expect(states.filter((state) => state.kind === "in-flight")).toHaveLength(9);
    });

    it("repeats the first answer for 24 hours, and then forgets it", async () => {
      const { store, clock, request } = setUp();
      await store.begin(request, "id-1");
      await store.finish(request, ANSWER);
      clock.advance(DAY_MS - 1000);
      expect(await store.begin(request, "id-2")).toEqual({ kind: "answered", answer: ANSWER });
      clock.advance(2000);
      expect(await store.begin(request, "id-3")).toMatchObject({ kind: "begun", reservedId: "id-3", isRepeat: false });
    });

    it.each([
      ["a batch of 38 items that names 341,862 Chinese characters", 341_862, chinese],
      ["the largest that Lambda passes on", 6_000_000, base64],
    ])("keeps an answer as it was, however large it is: %s", async (_what, characters, text) => {
      const { store, clock, request } = setUp();
      await store.begin(request, "id-1");
      const answer = { statusCode: 202, body: text(characters) };
      expect(await store.finish(request, answer)).toEqual(answer);
      clock.advance(DAY_MS - 1000);
      const state = await store.begin(request, "id-2");
      expect(state.kind).toBe("answered");
      expect(state.kind === "answered" && state.answer.body === answer.body).toBe(true);
    });

    it("keeps the first of two answers, and tells the second request of it", async () => {
      const { store, clock, request } = setUp();
      await store.begin(request, "id-1");
      clock.advance(LEASE_MS);
      await store.begin(request, "id-2");
      const large = { statusCode: 202, body: chinese(300_000) };
      expect(await store.finish(request, large)).toEqual(large);
      expect(await store.finish(request, ANSWER)).toEqual(large);
      expect(await store.begin(request, "id-3")).toEqual({ kind: "answered", answer: large });
      await expect(store.finish({ ...request, fingerprint: "f2" }, ANSWER)).rejects.toThrow();
    });

    it("tells another request under the same key apart, in flight and answered", async () => {
      const { store, request } = setUp();
      await store.begin(request, "id-1");
      expect(await store.begin({ ...request, fingerprint: "f2" }, "id-2")).toEqual({ kind: "reused" });
      await store.finish(request, ANSWER);
      expect(await store.begin({ ...request, fingerprint: "f2" }, "id-2")).toEqual({ kind: "reused" });
    });

    it("keeps owners and keys apart, whatever characters they hold", async () => {
      const { store } = setUp();
      const sub = crypto.randomUUID();
      expect(await store.begin(aRequest({ owner: anOwner(`${sub}a`), key: "b" }), "id-1")).toMatchObject({
        kind: "begun",
      });
      expect(await store.begin(aRequest({ owner: anOwner(sub), key: "ab" }), "id-2")).toMatchObject({ kind: "begun" });
      expect(await store.begin(aRequest({ owner: anOwner(`${sub}","a`), key: "b" }), "id-3")).toMatchObject({
        kind: "begun",
      });
    });

    it("frees the key of a refused request", async () => {
      const { store, request } = setUp();
      await store.release(request, await begun(store, request, "id-1"));
      expect(await store.begin({ ...request, fingerprint: "f2" }, "id-2")).toMatchObject({
        kind: "begun",
        reservedId: "id-2",
        isRepeat: false,
      });
    });

    it("lets one of many take over from a request that died, under the id that it reserved", async () => {
      const { store, clock, request } = setUp();
      await store.begin(request, "id-1");
      clock.advance(LEASE_MS);
      const states = await Promise.all([store.begin(request, "id-2"), store.begin(request, "id-3")]);
      const leaseUntil = clock.now() + LEASE_MS;
      expect(states).toContainEqual({ kind: "begun", reservedId: "id-1", leaseUntil, isRepeat: true });
      expect(states).toContainEqual({ kind: "in-flight", reservedId: "id-1" });
    });

    it("keeps an answer when a request that was thought dead is refused after all", async () => {
      const { store, clock, request } = setUp();
      const held = await begun(store, request, "id-1");
      clock.advance(LEASE_MS);
      await store.begin(request, "id-2");
      await store.finish(request, ANSWER);
      await store.release(request, held);
      expect(await store.begin(request, "id-3")).toEqual({ kind: "answered", answer: ANSWER });
    });

    it("keeps the key of a request that took over, whatever becomes of the one that was thought dead", async () => {
      const { store, clock, request } = setUp();
      const late = await begun(store, request, "id-1");
      clock.advance(LEASE_MS);
      const held = await begun(store, request, "id-2");
      await store.release(request, late);
      expect(await store.begin(request, "id-3")).toEqual({ kind: "in-flight", reservedId: "id-1" });
      await store.release(request, held);
      expect(await store.begin(request, "id-4")).toMatchObject({ kind: "begun", reservedId: "id-4", isRepeat: false });
    });

    it("keeps the key of another request that has it by now", async () => {
      const { store, request } = setUp();
      const first = await begun(store, request, "id-1");
      await store.release(request, first);
      await store.begin(request, "id-2");
      await store.release(request, first);
      expect(await store.begin(request, "id-3")).toEqual({ kind: "in-flight", reservedId: "id-2" });
    });
  });
}

idempotencyStoreContract("in memory", (clock) => inMemoryIdempotencyStore({ clock }));
idempotencyStoreContract(
  "DynamoDB",
  (clock) => new DynamoIdempotencyStore(fixture.client, { table: "Ephemeral", clock }),
);
