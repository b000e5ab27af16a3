import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type Route, route } from "../../../shared/edge/contract/route.ts";
import type { ActivityServices } from "../../../shared/edge/edge-services.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { notFound } from "../../../shared/kernel/refusal.ts";
import { testOwnerOf } from "../../../shared/kernel/test-mode.ts";
import { noteRecordName } from "../../../shared/kernel/trace.ts";
import { aContext, anEvent, type EventChanges } from "../../support/an-event.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryActivityLog } from "../../support/in-memory-activity-log.ts";
import { OWNER, someEdgeServices, TOKEN } from "../../support/some-edge-services.ts";

const ID = "6f1c1c9e-0b0e-4f7e-9d8a-1f0d5f6c2b11";
const view = z.strictObject({ id: z.string(), label: z.string(), size: z.int() });
const body = z.strictObject({ label: z.string(), size: z.int(), password: z.string().optional() });
const params = z.strictObject({ id: z.guid() });
const common = {
  group: "sending-accounts",
  summary: "",
  refusals: [],
  uses: [],
  impact: "",
  auth: ["access-token"],
} as const;
const kind = "sending_account" as const;
const one = { ...common, params, path: "/api/v1/things/{id}" } as const;
const get = route({ ...one, operationId: "get", method: "GET", success: { status: 200, schema: view } });
const create = route({
  ...common,
  ...{ operationId: "create", method: "POST", path: "/api/v1/things", changes: { kind, action: "created" }, body },
  success: { status: 201, schema: view },
});
const createHook = route({
  ...common,
  ...{ operationId: "createHook", method: "POST", path: "/api/v1/hooks" },
  ...{ changes: { kind: "webhook", action: "created" }, body: z.strictObject({ url: z.string() }) },
  success: { status: 201, schema: z.strictObject({ id: z.guid(), url: z.string() }) },
});
const createNoted = route({
  ...common,
  ...{ operationId: "createNoted", method: "POST", path: "/api/v1/noted", changes: { kind, action: "created" }, body },
  notedFields: ({ size }) => [`size.${size}`],
  success: { status: 201, schema: view },
});
const replace = route({
  ...one,
  ...{ operationId: "replace", method: "PUT", changes: { kind, action: "changed" }, body },
  success: { status: 200, schema: view },
});
const remove = route({
  ...one,
  ...{ operationId: "remove", method: "DELETE", changes: { kind, action: "deleted" }, success: { status: 204 } },
});
const test = route({
  ...one,
  ...{ operationId: "test", method: "POST", path: "/api/v1/others/{id}/test" },
  ...{ changes: { kind, action: "tested" }, success: { status: 204 } },
});
const look = route({
  ...common,
  ...{ operationId: "look", method: "POST", path: "/api/v1/looks", changes: "nothing", success: { status: 204 } },
});

async function setUp({
  add,
  nameOf = async () => "Ann Berg",
}: Partial<ActivityServices["log"] & ActivityServices> = {}) {
  const log = inMemoryActivityLog(fakeClock());
  const activity = { log: add ? { add } : log, nameOf };
  const frame = await someEdgeServices({ activity });
  const stored = new Map([[ID, { id: ID, label: "Support", size: 1 }]]);
  const found = (id: string) => stored.get(id) ?? raise();
  const raise = (): never => {
    throw notFound();
  };
  const none = () => undefined;
  const handler = httpFunction(
    () => frame,
    [
      operation(get, async (_, request) => found(request.params.id), none),
      operation(create, async (_, { body: { label, size } }) => ({ id: ID, label, size }), none),
      operation(createNoted, async (_, { body: { label, size } }) => ({ id: ID, label, size }), none),
      operation(
        replace,
        async (_, { params: { id }, body: { label, size } }) => {
          stored.set(id, { ...found(id), label, size });
          return found(id);
        },
        none,
      ),
      operation(
        remove,
        async (_, request) => {
          found(request.params.id);
          stored.delete(request.params.id);
        },
        none,
      ),
      operation(test, async () => noteRecordName("Billing"), none),
      operation(look, async () => undefined, none),
      operation(createHook, async (_, { body: { url } }) => ({ id: ID, url }), none),
    ],
  );
  const headers = { authorization: `Bearer ${TOKEN}` };
  const call = (to: Pick<Route, "method" | "path">, changes: EventChanges = {}) =>
    handler(anEvent(to, { headers, ...changes }), aContext);
  return { frame, call, entries: (owner = OWNER) => log.all({ owner }) };
}

const at = { pathParameters: { id: ID } };

describe("a change by a person", () => {
  it("leaves an entry that says who, what and when", async () => {
    const { call, entries, frame } = await setUp();
    await call(create, { body: { label: "Support", size: 1, password: "s3cret-value" } });
    expect(entries()).toEqual([
      {
        id: expect.any(String),
        at: new Date(frame.clock.now()).toISOString(),
        actor: { sub: OWNER, name: "Ann Berg" },
        kind: "sending_account",
        action: "created",
        recordId: ID,
        recordName: "Support",
        requestId: expect.any(String),
      },
    ]);
  });

  it("stands in the activity of the mode in which it was made, with the person who made it (D48a)", async () => {
    const { call, entries } = await setUp();
    const headers = { authorization: `Bearer ${TOKEN}`, "herald-mode": "test" };
    await call(create, { headers, body: { label: "Support", size: 1 } });
    expect(entries()).toEqual([]);
    expect(entries(testOwnerOf(OWNER))).toMatchObject([{ actor: { sub: OWNER, name: "Ann Berg" }, recordId: ID }]);
  });

  it("names the changed fields of a replacement, and no value", async () => {
    const { call, entries } = await setUp();
    await call(replace, { ...at, body: { label: "Sales", size: 1, password: "s3cret-value" } });
    expect(entries()).toMatchObject([{ action: "changed", recordName: "Sales", fields: ["label", "password"] }]);
    expect(JSON.stringify(entries())).not.toContain("s3cret");
  });

  it("keeps the name of what is gone", async () => {
    const { call, entries } = await setUp();
    expect((await call(remove, at)).statusCode).toBe(204);
    expect(entries()).toMatchObject([{ action: "deleted", recordId: ID, recordName: "Support" }]);
  });

  it("calls a webhook by the host of its address, whose rest may be a secret", async () => {
    const { call, entries } = await setUp();
    await call(createHook, { body: { url: "https://hooks.example:8443/T0/s3cret-path?key=s3cret" } });
    expect(entries()).toMatchObject([{ kind: "webhook", recordName: "hooks.example:8443" }]);
    expect(JSON.stringify(entries())).not.toContain("s3cret");
  });

  it("has the record's name from the use case where no route of the function shows the record", async () => {
    const { call, entries } = await setUp();
    await call(test, at);
    expect(entries()).toMatchObject([{ action: "tested", recordId: ID, recordName: "Billing" }]);
  });

  it("leaves no entry when it is refused or changes nothing", async () => {
    const { call, entries } = await setUp();
    const other = { pathParameters: { id: crypto.randomUUID() } };
    expect((await call(remove, other)).statusCode).toBe(404);
    expect((await call(create, { body: { label: 1 } })).statusCode).toBe(400);
    expect((await call(look)).statusCode).toBe(204);
    expect((await call(get, at)).statusCode).toBe(200);
    expect(entries()).toEqual([]);
  });

  it("succeeds, with an entry without a name, when the provider does not answer", async () => {
    const { call, entries } = await setUp({ nameOf: () => Promise.reject(new Error("down")) });
    expect((await call(remove, at)).statusCode).toBe(204);
    expect(entries()[0]?.actor).toEqual({ sub: OWNER, name: undefined });
    const slow = await setUp({ nameOf: () => new Promise(() => {}) });
    expect((await slow.call(remove, at)).statusCode).toBe(204);
    expect(slow.entries()).toHaveLength(1);
  });

  it("is stored in at most three tries, and is written to the function's log when all fail", async () => {
    const tried: string[] = [];
    const { call, frame } = await setUp({
      add: async (_scope, { id }) => {
        tried.push(id);
        throw new Error("the table does not answer");
      },
    });
    const request = { ...at, body: { label: "Sales", size: 1 } };
    expect((await call(replace, request)).statusCode).toBe(200);
    expect(tried).toHaveLength(3);
    expect(new Set(tried).size).toBe(1);
    const lines = JSON.stringify(frame.log.lines);
    for (const told of ["activity.not_kept", tried[0], OWNER, ID, "sending_account", "changed", "label"])
      expect(lines).toContain(told);
    expect(lines).not.toContain("Sales");
    expect(frame.metrics.of("activity_not_kept")).toBe(1);
  });

  it("fails before it is made where nobody wired a log", async () => {
    const { call, frame } = await setUp();
    Object.assign(frame, { activity: undefined });
    expect((await call(remove, at)).statusCode).toBe(500);
    expect((await call(get, at)).statusCode).toBe(200);
  });
});

describe("a record that is made with noted fields", () => {
  it("leaves an entry that names them", async () => {
    const { call, entries } = await setUp();
    await call(createNoted, { body: { label: "Shop", size: 7 } });
    expect(entries()).toMatchObject([{ action: "created", fields: ["size.7"] }]);
  });
});

describe("route()", () => {
  it("does not compile for a change by a person that says nothing of it", () => {
    const silent = { ...one, operationId: "silent", method: "PUT", success: { status: 204 } } as const;
    // @ts-expect-error: `changes` is missing.
    expect(route(silent).operationId).toBe("silent");
    expect(route({ ...silent, operationId: "createNotification", auth: ["api-key"] }).auth).toEqual(["api-key"]);
  });

  it("does not compile for API keys unless the operation has a permission (D47)", () => {
    const unnamed = {
      ...one,
      operationId: "unnamed",
      method: "GET",
      success: { status: 204 },
      auth: ["api-key"],
    } as const;
    // @ts-expect-error: the table of permissions lacks the operation.
    expect(route(unnamed).operationId).toBe("unnamed");
    expect(route({ ...unnamed, operationId: "getNotification" }).operationId).toBe("getNotification");
  });
});
