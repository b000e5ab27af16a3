import { describe, expect, it } from "vitest";
import { readShape } from "../../../shared/edge/contract/refusal-message.ts";
import { isWellFormedApiKey } from "../../../shared/kernel/api-key-text.ts";
import { KEY_PERMISSIONS, PERMISSION_OF, USUAL_PERMISSIONS } from "../../../shared/kernel/key-permissions.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { testOwnerOf } from "../../../shared/kernel/test-mode.ts";
import { WriteConflictError } from "../../../shared/kernel/write-conflict.ts";
import {
  apiKeyRequest,
  rotateRequest,
  toApiKeyView,
  toDetailedKeyView,
  toNewApiKeyView,
} from "../../../shared/keys/contract.ts";
import { createApiKey } from "../../../shared/keys/create-api-key.ts";
import { isUsable } from "../../../shared/keys/domain/api-key.ts";
import { listApiKeys } from "../../../shared/keys/list-api-keys.ts";
import type { DailyUses } from "../../../shared/keys/ports.ts";
import { revokeApiKey } from "../../../shared/keys/revoke-api-key.ts";
import { rotateApiKey } from "../../../shared/keys/rotate-api-key.ts";
import { routes } from "../../../shared/routes.ts";
import { anOwner } from "../../support/an-owner.ts";
import { anApiKey } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryApiKeyStore } from "../../support/in-memory-api-key-store.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";

const OWNER = anOwner("owner-1");
const DAY_MS = 86_400_000;

function setUp() {
  const clock = fakeClock();
  const deps = { apiKeys: inMemoryApiKeyStore(), clock, identifiers: sequentialIdentifiers() };
  const create = (expires_at?: string) => createApiKey(deps, OWNER, { name: "Shop", expires_at });
  const found = (text: string) => deps.apiKeys.findByHash(deps.identifiers.hash(text));
  const works = async (text: string) => {
    const key = await found(text);
    return key !== undefined && isUsable(key, clock.now());
  };
  const rotate = (id: string, graceSeconds = 86_400) => rotateApiKey(deps, { owner: OWNER, id, graceSeconds });
  return { deps, clock, create, found, works, rotate };
}

describe("createApiKey()", () => {
  it("makes a key that is found by its hash, and keeps its text nowhere", async () => {
    const { create, found } = setUp();
    const { key, text } = await create();
    expect(isWellFormedApiKey(text)).toBe(true);
    expect(await found(text)).toEqual(key);
    expect(JSON.stringify(key)).not.toContain(text.slice(12));
    expect([key.prefix, key.lastFour]).toEqual([text.slice(0, 12), text.slice(-4)]);
  });

  it("writes the end of a key in UTC, and refuses one that is over", async () => {
    const { create } = setUp();
    expect((await create("2026-11-21T14:00:00+01:30")).key.expiresAt).toBe("2026-11-21T12:30:00.000Z");
    for (const past of ["2026-11-21T12:00:00Z", "2026-11-21T13:00:00+02:00"])
      await expect(create(past)).rejects.toMatchObject({
        code: "invalid_request",
        message: "expires_at must be in the future",
      });
  });
});

describe("revokeApiKey()", () => {
  it("stops a key, twice without complaint", async () => {
    const { deps, create, works } = setUp();
    const { key, text } = await create();
    await revokeApiKey(deps, OWNER, key.id);
    await revokeApiKey(deps, OWNER, key.id);
    expect(await works(text)).toBe(false);
  });

  it("answers not found for a foreign key and leaves it alone", async () => {
    const { deps, create, works } = setUp();
    const { key, text } = await create();
    await expect(revokeApiKey(deps, anOwner("owner-2"), key.id)).rejects.toMatchObject({ code: "not_found" });
    expect(await works(text)).toBe(true);
  });
});

describe("rotateApiKey()", () => {
  it("does not say that nothing was written when only the end of the old key could not be", async () => {
    const { deps, create } = setUp();
    const old = await create();
    const lost = new WriteConflictError("lost");
    const apiKeys = { ...deps.apiKeys, change: () => Promise.reject(lost) };
    const failure = rotateApiKey({ ...deps, apiKeys }, { owner: OWNER, id: old.key.id, graceSeconds: 60 });
    await expect(failure).rejects.toMatchObject({ name: "Error", cause: lost });
  });

  it("lets the old key live for the grace period beside the new one (D10)", async () => {
    const { clock, create, works, rotate } = setUp();
    const old = await create();
    const fresh = await rotate(old.key.id);
    expect(fresh.key).toMatchObject({ name: "Shop", expiresAt: undefined });
    clock.advance(DAY_MS - 1);
    expect([await works(old.text), await works(fresh.text)]).toEqual([true, true]);
    clock.advance(1);
    expect([await works(old.text), await works(fresh.text)]).toEqual([false, true]);
  });

  it("notes when the old key was replaced, which is shown with the details alone", async () => {
    const { deps, clock, create, rotate } = setUp();
    const old = await create();
    await rotate(old.key.id);
    const [fresh, replaced] = await deps.apiKeys.list(OWNER);
    expect([fresh?.replacedAt, replaced?.replacedAt]).toEqual([undefined, new Date(clock.now()).toISOString()]);
    expect(toDetailedKeyView({ key: replaced ?? old.key }).replaced_at).toBe(replaced?.replacedAt);
    expect(toApiKeyView(replaced ?? old.key)).not.toHaveProperty("replaced_at");
  });

  it("ends the old key at once without grace", async () => {
    const { create, works, rotate } = setUp();
    const old = await create();
    await rotate(old.key.id, 0);
    expect(await works(old.text)).toBe(false);
  });

  it("never lengthens the old key's life, and gives the new one as long a life", async () => {
    const { clock, create, found, rotate } = setUp();
    const old = await create(new Date(clock.now() + 10 * DAY_MS).toISOString());
    clock.advance(9.5 * DAY_MS);
    const fresh = await rotate(old.key.id);
    expect((await found(old.text))?.expiresAt).toBe(old.key.expiresAt);
    expect(fresh.key.expiresAt).toBe(new Date(clock.now() + 10 * DAY_MS).toISOString());
  });

  it("rotates a key that was made to last to the end of year 9999", async () => {
    const { clock, create, rotate } = setUp();
    const old = await create("9999-12-31T23:59:59Z");
    clock.advance(DAY_MS);
    expect((await rotate(old.key.id)).key.expiresAt).toMatch(/^9999-12-31T23:59:59/);
  });

  it("refuses a revoked and an expired key, and answers not found for a foreign one", async () => {
    const { deps, clock, create, rotate } = setUp();
    const revoked = await create();
    await revokeApiKey(deps, OWNER, revoked.key.id);
    await expect(rotate(revoked.key.id)).rejects.toMatchObject({
      code: "invalid_request",
      message: "a revoked or expired key cannot be rotated",
    });
    const expired = await create(new Date(clock.now() + 1000).toISOString());
    clock.advance(1000);
    await expect(rotate(expired.key.id)).rejects.toMatchObject({ code: "invalid_request" });
    const { key } = await createApiKey(deps, anOwner("owner-2"), { name: "Theirs" });
    await expect(rotate(key.id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("leaves two working keys, not none, when it dies in between", async () => {
    const { deps, create, works } = setUp();
    const old = await create();
    const dying = { ...deps, apiKeys: { ...deps.apiKeys, change: () => Promise.reject(new Error("power cut")) } };
    await expect(rotateApiKey(dying, { owner: OWNER, id: old.key.id, graceSeconds: 0 })).rejects.toThrow("power cut");
    expect(await works(old.text)).toBe(true);
    expect((await deps.apiKeys.list(OWNER)).length).toBe(2);
  });
});

describe("listApiKeys()", () => {
  it("adds today's use to the keys that work and have a daily limit, by one read", async () => {
    const { deps, clock, rotate } = setUp();
    const asked: (readonly string[])[] = [];
    const dailyUses: DailyUses = {
      usedOn: async (counts) => {
        asked.push(counts.flatMap(({ countId, day }) => [day, countId]));
        return new Map(counts.map(({ countId }) => [countId, 12]));
      },
    };
    const testClocks = { find: () => Promise.reject(new Error("no key of test mode has a limit")) };
    const all = { ...deps, dailyUses, testClocks };
    const list = async () => (await listApiKeys(all, OWNER)).map(({ usedToday }) => usedToday);
    await createApiKey(deps, OWNER, { name: "Plain", limits: { recipients: ["+351*"] } });
    expect([await list(), asked]).toEqual([[undefined], []]);
    const limited = await createApiKey(deps, OWNER, { name: "Limited", limits: { perDay: 20 } });
    const revoked = await createApiKey(deps, OWNER, { name: "Revoked", limits: { perDay: 20 } });
    await revokeApiKey(deps, OWNER, revoked.key.id);
    await rotate(limited.key.id);
    expect((await list()).toSorted()).toEqual([12, 12, undefined, undefined]);
    expect(asked).toEqual([[new Date(clock.now()).toISOString().slice(0, 10), limited.key.id]]);
    const [first] = await listApiKeys(all, OWNER);
    expect(first && toDetailedKeyView(first)).toMatchObject({ used_today: 12, limits: { per_day: 20 } });
  });

  it("counts the use of a test key by the day of the test clock, which its limit is judged by (D48e)", async () => {
    const { deps } = setUp();
    const days = new Map<string, string>();
    const dailyUses: DailyUses = {
      usedOn: async (counts) => {
        for (const { countId, day } of counts) days.set(countId, day);
        return new Map();
      },
    };
    const clock = { advancedSeconds: 2 * 86_400, hasBegun: true };
    const testClocks = { find: async (owner: Owner) => (owner === testOwnerOf(OWNER) ? clock : undefined) };
    const create = async (mode?: "test") =>
      (await createApiKey(deps, OWNER, { name: "Limited", limits: { perDay: 20 }, mode })).key.id;
    const [live, test] = [await create(), await create("test")];
    await listApiKeys({ ...deps, dailyUses, testClocks }, OWNER);
    expect([days.get(live), days.get(test)]).toEqual(["2026-11-21", "2026-11-23"]);
  });
});

describe("the terms of a key (D47)", () => {
  const problemsOf = (fields: object) => {
    const shape = readShape(apiKeyRequest, { name: "Shop", ...fields });
    return "problems" in shape ? shape.problems.map(({ message }) => message) : [];
  };
  const termsOf = (fields: object) => apiKeyRequest.parse({ name: "Shop", ...fields });

  it("are taken over as they were given, each permission once", () => {
    const recipients = ["*@Example.com", "+351*", "ana@example.org", "+34600000001"];
    const given = {
      permissions: ["events:read", "events:read"],
      limits: { per_day: 1, recipients },
      approval: "required",
    };
    expect(termsOf(given)).toEqual({
      name: "Shop",
      permissions: ["events:read"],
      limits: { perDay: 1, recipients },
      approval: "required",
    });
    expect(termsOf({ permissions: [...KEY_PERMISSIONS], limits: { per_day: 1_000_000 } }).limits).toEqual({
      perDay: 1_000_000,
    });
  });

  it("are absent where limits name none, as where no limits were given", () => {
    expect(termsOf({ limits: {} })).toEqual({ name: "Shop" });
  });

  it.each([[[]], [null], ["events:read"], [["notifications"]], [[null]], [Array(101).fill("events:read")]])(
    "refuse permissions that are %j",
    (permissions) => {
      expect(problemsOf({ permissions })).toEqual([expect.stringContaining("permissions must name at least one of")]);
    },
  );

  it.each([[0], [-1], [1.5], [1_000_001], ["5"], [null]])("refuse a daily limit of %j", (per_day) => {
    expect(problemsOf({ limits: { per_day } })).toEqual(["limits.per_day must be an integer from 1 to 1000000"]);
  });

  it.each([[[]], [null], ["*@example.com"], [Array(101).fill("+351*")]])("refuse %j as recipients", (recipients) => {
    expect(problemsOf({ limits: { recipients } })).toEqual(["limits.recipients must have 1 to 100 patterns"]);
  });

  it("refuse a text that is no pattern, other limits, and another approval", () => {
    const problems = problemsOf({ limits: { recipients: ["*@example.com", "*", 7] } });
    expect([...new Set(problems)]).toEqual([expect.stringContaining("limits.recipients must have only")]);
    expect(problemsOf({ limits: { per_hour: 5 } })).toEqual(['unknown field "per_hour"']);
    expect(problemsOf({ limits: null })).toEqual(["limits must be an object"]);
    expect(problemsOf({ limits: [] })).toEqual(["limits must be an object"]);
    for (const approval of [null, false, "none", "Required"])
      expect(problemsOf({ approval })).toEqual(["approval must be required, or left out"]);
  });

  it("are no fields of a rotation, which takes them over with the daily count", async () => {
    for (const field of ["permissions", "limits", "approval", "name"])
      expect(readShape(rotateRequest, { [field]: [] })).toMatchObject({ problems: [{ field }] });
    const { deps, rotate } = setUp();
    const terms = { permissions: ["notifications:send"], limits: { perDay: 3 }, approval: "required" } as const;
    const first = await createApiKey(deps, OWNER, { name: "Shop", ...terms });
    const second = await rotate(first.key.id);
    const third = await rotate(second.key.id);
    expect(second.key).toMatchObject({ ...terms, countId: first.key.id });
    expect(third.key).toMatchObject({ ...terms, countId: first.key.id });
    const uncounted = await createApiKey(deps, OWNER, { name: "Shop" });
    expect((await rotate(uncounted.key.id)).key.countId).toBeUndefined();
  });
});

describe("toApiKeyView()", () => {
  it("shows a key from before its last characters were kept without them", () => {
    const { lastFour: _lastFour, ...older } = anApiKey();
    expect(toDetailedKeyView({ key: older })).not.toHaveProperty("last_four");
    expect(toApiKeyView(anApiKey())).not.toHaveProperty("may");
    expect(toDetailedKeyView({ key: anApiKey() })).toMatchObject({ last_four: "wxyz" });
  });

  it("names what a key may do, and shows each of its terms only when it was given (D47)", () => {
    expect(toDetailedKeyView({ key: anApiKey() }).may).toEqual(USUAL_PERMISSIONS);
    for (const field of ["permissions", "limits", "approval"])
      expect(toDetailedKeyView({ key: anApiKey() })).not.toHaveProperty(field);
    const limited = anApiKey({ permissions: ["events:read"], limits: { perDay: 5 }, approval: "required" });
    const terms = { permissions: ["events:read"], limits: { per_day: 5 }, approval: "required" };
    expect(toApiKeyView(limited)).toMatchObject(terms);
    expect(toDetailedKeyView({ key: limited }).may).toEqual(["events:read"]);
    expect(toNewApiKeyView({ key: limited, text: "hrld" })).toMatchObject(terms);
  });

  it("names for every route that takes API keys the permission, and for no other operation (D47)", () => {
    const operations = routes.filter(({ auth }) => auth.includes("api-key")).map(({ operationId }) => operationId);
    expect(operations.toSorted()).toEqual(Object.keys(PERMISSION_OF).toSorted());
  });
});

describe("a repeat of a request that died before it could answer", () => {
  const reserved = (isRepeat: boolean) => ({
    reservedId: "6f1c1c9e-0b0e-4f7e-9d8a-1f0d5f6c2b11",
    reservedEntropy: new Uint8Array(32).fill(5),
    isRepeat,
  });

  it("finds the key that was made, with the same text, also past its end", async () => {
    const { deps, clock } = setUp();
    const wanted = { name: "Shop", expires_at: new Date(clock.now() + 1000).toISOString() };
    const first = await createApiKey(deps, OWNER, { ...wanted, ...reserved(false) });
    clock.advance(2000);
    expect(await createApiKey(deps, OWNER, { ...wanted, ...reserved(true) })).toEqual(first);
    expect(await deps.apiKeys.list(OWNER)).toHaveLength(1);
  });

  it("makes the key where the first try had not come to it", async () => {
    const { deps } = setUp();
    const { key } = await createApiKey(deps, OWNER, { name: "Shop", ...reserved(true) });
    expect(await deps.apiKeys.list(OWNER)).toEqual([key]);
  });

  it("has one successor of a rotated key, though the old one ended with the first try", async () => {
    const { deps, create, works, clock } = setUp();
    const old = await create();
    const rotate = (isRepeat: boolean) =>
      rotateApiKey(deps, { owner: OWNER, id: old.key.id, graceSeconds: 0, ...reserved(isRepeat) });
    const first = await rotate(false);
    clock.advance(1);
    expect(await rotate(true)).toEqual(first);
    expect(await deps.apiKeys.list(OWNER)).toHaveLength(2);
    expect([await works(old.text), await works(first.text)]).toEqual([false, true]);
  });
});
