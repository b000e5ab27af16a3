import { describe, expect, it } from "vitest";
import * as z from "zod";
import { IDEMPOTENCY_KEY } from "../../../shared/edge/contract/idempotent.ts";
import { route } from "../../../shared/edge/contract/route.ts";
import type { HttpAnswer } from "../../../shared/edge/http-answer.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { invalid } from "../../../shared/kernel/refusal.ts";
import { aContext, anEvent } from "../../support/an-event.ts";
import { API_KEY, someEdgeServices } from "../../support/some-edge-services.ts";

const LEASE_MS = 30_000;
const DAY_MS = 86_400_000;

const makeThing = route({
  operationId: "createNotification",
  group: "notifications",
  summary: "",
  method: "POST",
  path: "/api/v1/things",
  auth: ["api-key"],
  headers: IDEMPOTENCY_KEY,
  body: z.strictObject({ name: z.string() }),
  success: { status: 202, schema: z.strictObject({ id: z.string(), name: z.string() }) },
  refusals: [],
  uses: [],
  impact: "",
});

/** A request waits at these points until it may go on, like a slow process or one that never returns. */
interface Halts {
  readonly beforeStored?: () => Promise<unknown>;
  readonly afterStored?: () => Promise<unknown>;
}

/** Creates a route that answers repeated requests from its stored answers. */
async function setUp() {
  const frame = await someEdgeServices();
  const things = new Map<string, string>();
  const halts: Halts[] = [];
  const finished: unknown[] = [];
  const { finish } = frame.idempotency;
  frame.idempotency.finish = (...kept) => {
    finished.push(kept);
    return finish(...kept);
  };
  const handler = httpFunction(
    () => frame,
    [
      operation(
        makeThing,
        async (_deps, { body: { name }, reservedId = "none" }) => {
          const { beforeStored, afterStored } = halts.shift() ?? {};
          await beforeStored?.();
          if (!things.has(reservedId)) things.set(reservedId, name);
          await afterStored?.();
          return { id: reservedId, name };
        },
        () => undefined,
        {
          again: async (_deps, { body: { name } }, id) => (things.has(id) ? { id, name } : undefined),
        },
      ),
    ],
  );
  const ask = (name = "x", key = "one"): Promise<HttpAnswer> => {
    const headers = { authorization: `Bearer ${API_KEY}`, "idempotency-key": key };
    return handler(anEvent(makeThing, { headers, body: { name } }), aContext);
  };
  return { ask, clock: frame.clock, things, halts, finished };
}

const died = (): Promise<never> => Promise.reject(new Error("the process is gone"));
const isReplayed = ({ headers }: HttpAnswer) => headers?.["idempotency-replayed"] === "true";

describe("a repeat under an idempotency key that keeps no answer (D24)", () => {
  it("gets the first answer again for a day, in the same bytes, and the work is done once", async () => {
    const { ask, clock, things, finished } = await setUp();
    const first = await ask();
    expect([first.statusCode, isReplayed(first)]).toEqual([202, false]);
    for (const ms of [0, 1000, LEASE_MS, 0, DAY_MS - LEASE_MS - 2000]) {
      clock.advance(ms);
      const again = await ask();
      expect([again.statusCode, again.body, isReplayed(again)]).toEqual([202, first.body, true]);
    }
    expect([things.size, finished]).toEqual([1, []]);
    clock.advance(2000);
    expect(isReplayed(await ask())).toBe(false);
    expect(things.size).toBe(2);
  });

  it("refuses another request under the same key, before and after its answer", async () => {
    const { ask, clock } = await setUp();
    await ask();
    expect((await ask("y")).statusCode).toBe(409);
    clock.advance(LEASE_MS);
    expect((await ask("y")).statusCode).toBe(409);
    expect((await ask("y", "two")).statusCode).toBe(202);
  });

  it("waits while the first has stored nothing, and is answered from the moment it has", async () => {
    const { ask, halts } = await setUp();
    const [stores, answers] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stored = Promise.withResolvers<void>();
    halts.push({
      beforeStored: () => stores.promise,
      afterStored: () => {
        stored.resolve();
        return answers.promise;
      },
    });
    const first = ask();
    const tooSoon = await Promise.all([ask(), ask()]);
    expect(tooSoon.map(({ statusCode, headers }) => [statusCode, headers?.["retry-after"]])).toEqual([
      [409, "1"],
      [409, "1"],
    ]);
    stores.resolve();
    await stored.promise;
    const soon = await Promise.all([ask(), ask()]);
    answers.resolve();
    const { body } = await first;
    for (const again of soon) expect([again.statusCode, again.body, isReplayed(again)]).toEqual([202, body, true]);
  });

  it("is carried out when the first died before it stored anything, once its lease is over", async () => {
    const { ask, clock, things, halts } = await setUp();
    halts.push({ beforeStored: died });
    expect((await ask()).statusCode).toBe(500);
    expect((await ask()).statusCode).toBe(409);
    clock.advance(LEASE_MS);
    const [one, other] = await Promise.all([ask(), ask()]);
    expect([one.statusCode, other.statusCode]).toContain(202);
    expect([things.size, (await ask()).statusCode]).toEqual([1, 202]);
  });

  it("is answered with what the first has stored, when that one died before it answered", async () => {
    const { ask, clock, things, halts } = await setUp();
    halts.push({ afterStored: died });
    expect((await ask()).statusCode).toBe(500);
    const soon = await ask();
    clock.advance(LEASE_MS);
    const later = await ask();
    expect([soon.statusCode, later.statusCode, later.body]).toEqual([202, 202, soon.body]);
    expect([...things.keys()]).toEqual([JSON.parse(soon.body ?? "").id]);
  });

  it("finds the key free after a refusal", async () => {
    const { ask, things, halts } = await setUp();
    halts.push({ beforeStored: () => Promise.reject(invalid("not today")) });
    expect((await ask()).statusCode).toBe(400);
    expect((await ask("y")).statusCode).toBe(202);
    expect(things.size).toBe(1);
  });

  it("keeps the key of an accepted repeat, though the request before it is refused after all", async () => {
    const { ask, clock, things, halts } = await setUp();
    const refused = Promise.withResolvers<never>();
    halts.push({ beforeStored: () => refused.promise });
    const late = ask();
    // The limiter and the credential are checked before the request reaches its halt.
    await expect.poll(() => halts.length).toBe(0);
    clock.advance(LEASE_MS);
    const accepted = await ask();
    refused.reject(invalid("not today"));
    expect([accepted.statusCode, (await late).statusCode]).toEqual([202, 400]);
    const again = await ask();
    expect([again.statusCode, again.body, things.size]).toEqual([202, accepted.body, 1]);
  });
});
