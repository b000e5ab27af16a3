import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type MadeSecret, route } from "../../../shared/edge/contract/route.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { operation } from "../../../shared/edge/operation.ts";
import type { KeptAnswer } from "../../../shared/edge/ports.ts";
import { aContext, anEvent } from "../../support/an-event.ts";
import { plainSecretBox } from "../../support/plain-secret-box.ts";
import { someEdgeServices, TOKEN } from "../../support/some-edge-services.ts";

const LEASE_MS = 30_000;
const madeSecret: MadeSecret = { field: "secret", textOf: (bytes) => `s_${Buffer.from(bytes).toString("hex")}` };
const makeThing = route({
  ...{ operationId: "makeThing", group: "panel", summary: "", refusals: [], uses: [], impact: "" },
  ...{ method: "POST", path: "/panel/api/things", auth: ["access-token"], changes: "nothing" },
  headers: { "Idempotency-Key": "" },
  body: z.strictObject({ name: z.string() }),
  success: { status: 201, schema: z.strictObject({ name: z.string(), secret: z.string(), id: z.string() }) },
  madeSecret,
});

async function setUp() {
  const frame = await someEdgeServices();
  const kept: KeptAnswer[] = [];
  const sealed: unknown[] = [];
  const { idempotency, identifiers } = frame;
  const store: typeof idempotency = {
    ...idempotency,
    begin: (request, newId, box) => {
      sealed.push(box);
      return idempotency.begin(request, newId, box);
    },
    finish: async (request, answer) => {
      kept.push(answer);
      return idempotency.finish(request, answer);
    },
  };
  let made = 0;
  const dying = { times: 0 };
  const make = operation(
    makeThing,
    async (_deps, { body, reservedId, reservedEntropy }) => {
      made += 1;
      if (dying.times-- > 0) throw new Error("died");
      const entropy = reservedEntropy ?? identifiers.randomBytes(32);
      return { name: body.name, secret: madeSecret.textOf(entropy, {}), id: reservedId ?? "none" };
    },
    () => undefined,
  );
  const secretBox = plainSecretBox();
  const handler = httpFunction(() => ({ ...frame, idempotency: store, secretBox }), [make]);
  const call = (key: string | undefined, name = "x") => {
    const headers = { authorization: `Bearer ${TOKEN}`, ...(key && { "idempotency-key": key }) };
    return handler(anEvent(makeThing, { body: { name }, headers }), aContext);
  };
  const secretOf = ({ body = "" }: { body?: string | undefined }): string => JSON.parse(body).secret;
  return { frame, call, kept, sealed, secretOf, dying, made: () => made };
}

describe("a secret that is shown once", () => {
  it("comes again in the repeat of a request whose answer was lost", async () => {
    const { call, made } = await setUp();
    const first = await call("a");
    const second = await call("a");
    expect(first.statusCode).toBe(201);
    expect(second).toMatchObject({ statusCode: 201, body: first.body, headers: { "idempotency-replayed": "true" } });
    expect(made()).toBe(1);
  });

  it("is kept sealed only, and stands in no kept answer", async () => {
    const { call, kept, sealed, secretOf } = await setUp();
    const secret = secretOf(await call("a"));
    expect(kept).toHaveLength(1);
    expect(kept[0]?.body).toContain('"secret":null');
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect(sealed).toEqual([expect.stringMatching(/./)]);
  });

  it("is the same after a try that died before it could answer", async () => {
    const { frame, call, secretOf, dying, sealed, made } = await setUp();
    dying.times = 1;
    expect((await call("a")).statusCode).toBe(500);
    frame.clock.advance(LEASE_MS);
    const answer = await call("a");
    const firstBytes = JSON.parse(
      Buffer.from(String(sealed[0]), "base64")
        .toString()
        .replace(/ [^ ]*$/, ""),
    )[2];
    expect(secretOf(answer)).toBe(madeSecret.textOf(Buffer.from(firstBytes, "base64"), {}));
    expect(secretOf(await call("a"))).toBe(secretOf(answer));
    expect(made()).toBe(2);
  });

  it("is another one under another key, and without a key", async () => {
    const { call, secretOf } = await setUp();
    const secrets = [await call("a"), await call("b"), await call(undefined), await call(undefined)].map(secretOf);
    expect(new Set(secrets).size).toBe(4);
  });

  it("needs a box: a function without one says so instead of keeping it in the clear", async () => {
    const frame = await someEdgeServices();
    const make = operation(
      makeThing,
      async () => ({ name: "x", secret: "s", id: "1" }),
      () => undefined,
    );
    const headers = { authorization: `Bearer ${TOKEN}`, "idempotency-key": "a" };
    const event = anEvent(makeThing, { body: { name: "x" }, headers });
    expect((await httpFunction(() => frame, [make])(event, aContext)).statusCode).toBe(500);
    expect(frame.log.lines.join()).toContain("makeThing makes a secret");
  });
});
