import { describe, expect, it } from "vitest";
import * as z from "zod";
import { IDEMPOTENCY_KEY } from "../../../shared/edge/contract/idempotent.ts";
import { route } from "../../../shared/edge/contract/route.ts";
import type { HttpAnswer } from "../../../shared/edge/http-answer.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { Refusal } from "../../../shared/kernel/refusal.ts";
import { aContext, anEvent } from "../../support/an-event.ts";
import { API_KEY, someEdgeServices } from "../../support/some-edge-services.ts";

const LEASE_MS = 30_000;

const thingView = z.strictObject({ id: z.string(), name: z.string() });
type View = z.output<typeof thingView>;

const makeThing = route({
  operationId: "createNotification",
  group: "notifications",
  summary: "",
  method: "POST",
  path: "/api/v1/things",
  auth: ["api-key"],
  headers: IDEMPOTENCY_KEY,
  body: z.strictObject({ name: z.string() }),
  success: { status: 202, schema: thingView },
  refusals: [],
  uses: [],
  impact: "",
});

interface Given {
  readonly isKept?: (answer: () => View) => boolean;
  readonly shown?: (answer: () => View) => Promise<View | undefined>;
}

const isReplayed = ({ headers }: HttpAnswer) => headers?.["idempotency-replayed"] === "true";
const notAllowed = () => new Refusal("recipient_not_allowed", "recipient not allowed for this key");

/** A judge who lets nobody see an answer while `isAllowed` is false. */
function aJudge({ isAllowed }: { isAllowed: boolean }) {
  const judge = {
    isAllowed,
    shown: async (): Promise<undefined> => {
      if (!judge.isAllowed) throw notAllowed();
    },
  };
  return judge;
}

/** Creates a route that keeps its answers. Its requests end at `halts`, when there are any. */
async function setUp({ isKept = () => true, shown = async () => undefined }: Given) {
  const frame = await someEdgeServices();
  const things = new Map<string, string>();
  const halts: (() => Promise<unknown>)[] = [];
  const handler = httpFunction(
    () => frame,
    [
      operation(
        makeThing,
        async (_deps, { body: { name }, reservedId = "none" }) => {
          things.set(reservedId, name);
          await halts.shift()?.();
          return { id: reservedId, name };
        },
        () => undefined,
        {
          isKept: (_request, answer) => isKept(answer),
          shown: (_deps, _request, answer) => shown(answer),
        },
      ),
    ],
  );
  const ask = (): Promise<HttpAnswer> => {
    const headers = { authorization: `Bearer ${API_KEY}`, "idempotency-key": "one" };
    return handler(anEvent(makeThing, { headers, body: { name: "x" } }), aContext);
  };
  return { ask, frame, things, halts };
}

describe("an accepted answer that is not kept (D24, D47d)", () => {
  it("frees the key, so that the request runs again", async () => {
    const kept = [false, false, true];
    const { ask, things } = await setUp({ isKept: () => kept.shift() ?? true });
    for (const _ of [1, 2]) expect(isReplayed(await ask())).toBe(false);
    expect(isReplayed(await ask())).toBe(false);
    expect([isReplayed(await ask()), things.size]).toEqual([true, 3]);
  });

  it("is given although the key cannot be freed, which is then taken until its lease ends", async () => {
    const { ask, frame } = await setUp({ isKept: (answer) => answer().name !== "x" });
    frame.idempotency.release = () => Promise.reject(new Error("the table does not answer"));
    expect((await ask()).statusCode).toBe(202);
    expect((await ask()).statusCode).toBe(409);
    frame.clock.advance(LEASE_MS);
    expect((await ask()).statusCode).toBe(202);
  });
});

describe("a kept answer that not every caller may see (D24, D47c)", () => {
  it("is refused to one, and shown to the next in the same bytes", async () => {
    const judge = aJudge({ isAllowed: true });
    const { ask, things } = await setUp(judge);
    const first = await ask();
    judge.isAllowed = false;
    expect((await ask()).statusCode).toBe(403);
    judge.isAllowed = true;
    const again = await ask();
    expect([again.body, isReplayed(again), things.size]).toEqual([first.body, true, 1]);
  });

  it("is shown in other words, and stays as it was", async () => {
    const seen = { isWhole: false };
    const shown = async (answer: () => View) => (seen.isWhole ? undefined : { ...answer(), name: "another" });
    const { ask } = await setUp({ shown });
    const first = await ask();
    const partly = await ask();
    expect([JSON.parse(partly.body ?? "").name, isReplayed(partly)]).toEqual(["another", true]);
    seen.isWhole = true;
    expect((await ask()).body).toBe(first.body);
  });

  it("is not shown by the request itself, which was judged when it ran", async () => {
    const { ask } = await setUp(aJudge({ isAllowed: false }));
    expect((await ask()).statusCode).toBe(202);
  });

  it("is judged also where the first request died, and its key is not freed by the refusal", async () => {
    const judge = aJudge({ isAllowed: false });
    const { ask, frame, halts, things } = await setUp(judge);
    halts.push(() => Promise.reject(new Error("the process is gone")));
    expect((await ask()).statusCode).toBe(500);
    frame.clock.advance(LEASE_MS);
    expect((await ask()).statusCode).toBe(403);
    judge.isAllowed = true;
    expect([isReplayed(await ask()), things.size]).toEqual([true, 1]);
  });
});
