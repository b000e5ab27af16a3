import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { directory } from "../../../local/world/identity-provider/directory.ts";
import { openDirectoryStore } from "../../../local/world/identity-provider/directory-store.ts";
import { exampleDirectory } from "../../../local/world/identity-provider/example-directory.ts";
import { expiringEntries } from "../../../local/world/identity-provider/expiring-entries.ts";
import { openRefreshTokens } from "../../../local/world/identity-provider/refresh-tokens.ts";
import { openSigningKeys } from "../../../local/world/identity-provider/signing-keys.ts";

let folder = "";
let nowMs = 1_000_000;
const clock = () => nowMs;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "herald-idp-"));
  nowMs = 1_000_000;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("expiringEntries()", () => {
  it("forgets an entry at the end of its life and one that was removed", () => {
    const entries = expiringEntries<string>({ lifetimeMs: 100, limit: 10, clock });
    const [first, second] = [entries.add("a"), entries.add("b")];
    entries.remove(second);
    nowMs += 99;
    expect([entries.get(first), entries.get(second)]).toEqual(["a", undefined]);
    nowMs += 1;
    expect(entries.get(first)).toBeUndefined();
  });

  it("lets the oldest give way when it is full", () => {
    const entries = expiringEntries<number>({ lifetimeMs: 100, limit: 2, clock });
    const keys = [entries.add(1), entries.add(2), entries.add(3)];
    expect(keys.map((key) => entries.get(key))).toEqual([undefined, 2, 3]);
  });
});

describe("openRefreshTokens()", () => {
  const signIn = { sub: "demo", clientId: "herald-panel", scopes: ["openid"], sid: "s", authTimeSeconds: 1 };
  const open = () => openRefreshTokens(join(folder, "refresh.json"), clock);

  it("ends the family when a used token comes back", () => {
    const tokens = open();
    const { token } = tokens.issue(signIn);
    const next = tokens.rotate(token) ?? "";
    expect(tokens.find(next, "herald-panel")).toEqual(signIn);
    expect(tokens.find(token, "herald-panel")).toBeUndefined();
    expect(tokens.find(next, "herald-panel")).toBeUndefined();
  });

  it("keeps tokens over a restart, as hashes, in a file of its owner", () => {
    const { token } = open().issue(signIn);
    expect(open().find(token, "herald-panel")).toEqual(signIn);
    expect(readFileSync(join(folder, "refresh.json"), "utf8")).not.toContain(token);
    expect(statSync(join(folder, "refresh.json")).mode & 0o777).toBe(0o600);
  });

  it.each(["", "x", "x.y", "__proto__.y"])("knows no %j", (token) => {
    expect(open().find(token, "herald-panel")).toBeUndefined();
  });

  it("refuses another client and an old token, without ending anything", () => {
    const tokens = open();
    const { token } = tokens.issue(signIn);
    expect(tokens.find(token, "herald-machine")).toBeUndefined();
    expect(tokens.find(token, "herald-panel")).toEqual(signIn);
    nowMs += 31 * 24 * 3_600_000;
    expect(tokens.find(token, "herald-panel")).toBeUndefined();
  });

  it("starts afresh from an unreadable file", () => {
    writeFileSync(join(folder, "refresh.json"), "{");
    const tokens = open();
    expect(tokens.find(tokens.issue(signIn).token, "herald-panel")).toEqual(signIn);
  });
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
