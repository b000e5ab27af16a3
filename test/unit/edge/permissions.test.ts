import { describe, expect, it } from "vitest";
import * as z from "zod";
import { route } from "../../../shared/edge/contract/route.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { KEY_PERMISSIONS, type KeyPermission } from "../../../shared/kernel/key-permissions.ts";
import { aContext, anEvent } from "../../support/an-event.ts";
import { API_KEY, someEdgeServices } from "../../support/some-edge-services.ts";

const getThing = route({
  operationId: "getNotification",
  group: "notifications",
  summary: "",
  method: "POST",
  path: "/api/v1/things/{id}",
  auth: ["api-key"],
  params: z.strictObject({ id: z.guid() }),
  body: z.strictObject({ name: z.string() }),
  success: { status: 204 },
  refusals: [],
  uses: [],
  impact: "",
});

async function answerTo(permissions: readonly KeyPermission[] | undefined, asked = getThing) {
  const frame = await someEdgeServices();
  const ownerOfKey = async (bearer: string | undefined) => {
    const found = await frame.ownerOfKey(bearer);
    return found && { ...found, key: { ...found.key, permissions } };
  };
  const seen: unknown[] = [];
  const run = async (_: unknown, { key, madeBy }: { readonly key?: unknown; readonly madeBy: unknown }) => {
    seen.push(key, madeBy);
  };
  const handler = httpFunction(() => ({ ...frame, ownerOfKey }), [operation(asked, run, () => undefined)]);
  const headers = { authorization: `Bearer ${API_KEY}` };
  const call = (id: string, body: object) =>
    handler({ ...anEvent(asked, { headers, body }), rawPath: `/api/v1/things/${id}` }, aContext);
  return { call, seen, key: frame.key };
}

const ID = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e06";

describe("authenticate()", () => {
  it("lets only keys with the permission of the operation pass, before ids and bodies are read (D47)", async () => {
    for (const permission of KEY_PERMISSIONS) {
      const { call, seen } = await answerTo([permission]);
      const isAllowed = permission === "notifications:read";
      expect((await call(ID, { name: "x" })).statusCode).toBe(isAllowed ? 204 : 403);
      expect((await call("no-uuid", {})).statusCode).toBe(isAllowed ? 400 : 403);
      expect((await call(ID, { other: 1 })).statusCode).toBe(isAllowed ? 400 : 403);
      expect(seen).toHaveLength(isAllowed ? 2 : 0);
    }
  });

  it("says no more than that a permission is missing", async () => {
    const { call } = await answerTo(["events:read"]);
    const { body = "" } = await call(ID, { name: "x" });
    expect(JSON.parse(body)).toEqual({ error: "insufficient permission", code: "insufficient_permission" });
  });

  it("hands the key with its terms to the operation, and the terms not to what is stored", async () => {
    const { call, seen, key } = await answerTo(["notifications:read"]);
    await call(ID, { name: "x" });
    const named = { id: key.id, name: key.name };
    expect(seen).toEqual([
      { ...named, permissions: ["notifications:read"], countId: key.id },
      { requestId: expect.anything(), key: named },
    ]);
  });

  it("refuses every key for an operation that the table of permissions lacks", async () => {
    const unnamed: typeof getThing = { ...getThing, operationId: "unnamed" };
    expect((await (await answerTo(undefined, unnamed)).call(ID, { name: "x" })).statusCode).toBe(403);
    expect((await (await answerTo(undefined)).call(ID, { name: "x" })).statusCode).toBe(204);
  });
});
