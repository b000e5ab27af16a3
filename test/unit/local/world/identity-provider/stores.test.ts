import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { directory } from "../../../../../local/world/identity-provider/directory.ts";
import { openDirectoryStore } from "../../../../../local/world/identity-provider/directory-store.ts";
import { exampleDirectory } from "../../../../../local/world/identity-provider/example-directory.ts";
import { openSignInStore } from "../../../../../local/world/identity-provider/sign-in-store.ts";
import { openSigningKeys } from "../../../../../local/world/identity-provider/signing-keys.ts";

let folder = "";
let nowMs = 1_000_000;
const clock = () => nowMs;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "herald-idp-"));
  nowMs = 1_000_000;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("openSignInStore()", () => {
  const open = () => openSignInStore(folder, clock);
  const file = () => join(folder, "refresh-tokens.json");

  it("forgets an entry at the end of its life and one that was removed", async () => {
    const codes = open()("AuthorizationCode");
    await codes.upsert("a", { nonce: "n" }, 100);
    await codes.upsert("b", {}, 100);
    await codes.destroy("b");
    nowMs += 99_999;
    expect([await codes.find("a"), await codes.find("b")]).toEqual([{ nonce: "n", jti: "a" }, undefined]);
    nowMs += 1;
    expect(await codes.find("a")).toBeUndefined();
  });

  it("lets the oldest of a kind give way when it is full", async () => {
    const store = open();
    await store("Interaction").upsert("other", {}, 100);
    const codes = store("AuthorizationCode");
    for (let index = 0; index <= 1000; index += 1) await codes.upsert(String(index), {}, 100);
    expect([await codes.find("0"), await codes.find("1"), await store("Interaction").find("other")]).toEqual([
      undefined,
      { jti: "1" },
      { jti: "other" },
    ]);
  });

  it("keeps refresh tokens over a restart, as hashes, in a file of its owner", async () => {
    await open()("RefreshToken").upsert("secret", { jti: "secret", accountId: "demo" }, 100);
    expect(await open()("RefreshToken").find("secret")).toEqual({ jti: "secret", accountId: "demo" });
    expect(readFileSync(file(), "utf8")).not.toContain("secret");
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it("keeps over a restart that a token was used", async () => {
    const tokens = open()("RefreshToken");
    await tokens.upsert("a", {}, 100);
    await tokens.consume("a");
    expect(await open()("RefreshToken").find("a")).toEqual({ jti: "a", consumed: nowMs / 1000 });
  });

  it("lets an entry be used once", async () => {
    const codes = open()("AuthorizationCode");
    await codes.upsert("a", {}, 100);
    const uses = await Promise.allSettled([codes.consume("a"), codes.consume("a"), codes.consume("unknown")]);
    expect(uses.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  });

  it("ends everything of a grant, and nothing else", async () => {
    const tokens = open()("RefreshToken");
    for (const grantId of ["x", "y"]) await tokens.upsert(`of ${grantId}`, { grantId }, 100);
    await tokens.revokeByGrantId("x");
    const restarted = open()("RefreshToken");
    expect([await restarted.find("of x"), await restarted.find("of y")]).toEqual([
      undefined,
      { jti: "of y", grantId: "y" },
    ]);
  });

  it.each(["", "x", "__proto__"])("knows no %j", async (id) => {
    expect(await open()("RefreshToken").find(id)).toBeUndefined();
  });

  it.each(["{", '[["id",{"currentHash":"of another version"}]]'])(
    "starts afresh from the unreadable file %j",
    async (text) => {
      writeFileSync(file(), text);
      const tokens = open()("RefreshToken");
      await tokens.upsert("a", {}, 100);
      expect(await open()("RefreshToken").find("a")).toEqual({ jti: "a" });
    },
  );
});

describe("openSigningKeys()", () => {
  const open = () => openSigningKeys(join(folder, "keys.json"), clock);
  const kids = (keys: Awaited<ReturnType<typeof open>>) => keys.published().keys.map(({ kid }) => kid);

  it("keeps its key over a restart, in a file of its owner", async () => {
    const { kid } = (await open()).current();
    expect((await open()).current().kid).toBe(kid);
    expect(statSync(join(folder, "keys.json")).mode & 0o777).toBe(0o600);
  });

  it("publishes public halves only", async () => {
    const published = (await open()).published().keys;
    expect(published.map((key) => new Set(Object.keys(key)))).toEqual([
      new Set(["alg", "e", "kid", "kty", "n", "use"]),
    ]);
  });

  it("shows a replaced key for one minute, over a restart too", async () => {
    const keys = await open();
    const [old] = kids(keys);
    const next = await keys.rotate();
    expect(keys.current().kid).toBe(next);
    nowMs += 59_999;
    expect(kids(await open())).toEqual([next, old]);
    nowMs += 1;
    expect(kids(await open())).toEqual([next]);
  });

  it("counts a key's last minute from its own replacement, not from a later one", async () => {
    const keys = await open();
    const [first] = kids(keys);
    const second = await keys.rotate();
    nowMs += 30_000;
    const third = await keys.rotate();
    expect(kids(keys)).toEqual([third, second, first]);
    nowMs += 30_000;
    expect(kids(keys)).toEqual([third, second]);
  });

  it("signs with the newest key after rotations at the same time", async () => {
    const keys = await open();
    await Promise.all([keys.rotate(), keys.rotate()]);
    expect(kids(keys)[0]).toBe(keys.current().kid);
    expect(kids(keys)).toHaveLength(3);
  });
});

describe("openDirectoryStore()", () => {
  const path = () => join(folder, "directory.json");
  const edit = (text: string) => {
    writeFileSync(path(), text);
    utimesSync(path(), new Date(), new Date(Date.now() + 5000));
  };

  it("begins with demo, other and admin, the last with role admin", () => {
    const { users } = openDirectoryStore(path()).current();
    expect(users.map(({ sub, roles }) => [sub, roles])).toEqual([
      ["demo", []],
      ["other", []],
      ["admin", ["admin"]],
    ]);
  });

  it("takes an edit of the file up, and keeps the last good version over a bad one", () => {
    const store = openDirectoryStore(path());
    edit('{"users":[{"sub":"zoe"}]}');
    expect(store.current().users.map(({ sub }) => sub)).toEqual(["zoe"]);
    edit('{"users":[]}');
    expect(store.current().users).toHaveLength(1);
    expect(store.problem()).toMatch(/is not a valid directory: users: /);
    store.replace(directory.parse(exampleDirectory));
    expect([store.problem(), openDirectoryStore(path()).current().users.length]).toEqual([undefined, 3]);
  });

  it("refuses to start on a bad file and says where it is bad", () => {
    writeFileSync(path(), '{"users":[{"sub":"a","rolls":[]}]}');
    expect(() => openDirectoryStore(path())).toThrow(/users\[0\]: .*rolls/);
  });
});

describe("the directory's references", () => {
  it.each<[string, object, string]>([
    ["a repeated user", { users: [{ sub: "a" }, { sub: "a" }] }, 'users[1].sub: "a" is used twice'],
    [
      "an unknown member",
      { organizations: [{ id: "o", name: "O", members: [{ sub: "x" }] }] },
      "organizations[0].members[0].sub",
    ],
    [
      "a grant without a holder",
      { products: [{ key: "p" }], grants: [{ product: "p" }] },
      "either a user or an organization",
    ],
    ["a grant of nothing", { grants: [{ product: "p", user: "a" }] }, 'grants[0].product: no such product: "p"'],
    [
      "an unknown plan",
      { products: [{ key: "p" }], grants: [{ product: "p", user: "a", plan: "z" }] },
      "grants[0].plan",
    ],
    ["a group of an unknown product", { groups: [{ key: "g", product: "p" }] }, "groups[0].product"],
    [
      "an application with an unknown group",
      { applications: [{ client_id: "c", groups: ["g"] }] },
      "applications[0].groups[0]",
    ],
    [
      "an application that requires nothing known",
      { applications: [{ client_id: "c", required_product: "p" }] },
      "required_product",
    ],
  ])("report %s", (_, part, message) => {
    const text = JSON.stringify({ users: [{ sub: "a" }], ...part });
    writeFileSync(join(folder, "d.json"), text);
    expect(() => openDirectoryStore(join(folder, "d.json"))).toThrow(message);
  });
});
