import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startIdentityProvider } from "../../../local/world/identity-provider/start-identity-provider.ts";
import { type PeopleDirectory, PeopleUnavailableError } from "../../../shared/identity/ports.ts";
import { UserPoolPeople } from "../../../shared/identity/provider/user-pool-people.ts";
import { inMemoryPeople } from "../../support/in-memory-people.ts";

const ADA = { id: "admin", name: "Ada Minster", email: "admin@acme.example" };
const DANA = { id: "demo", name: "Dana Moreno", email: "demo@example.com" };
const OSCAR = { id: "other", name: "Oscar Thern", email: "other@northwind.example" };
const CREDENTIALS = { accessKeyId: "id", secretAccessKey: "secret" };

const folder = mkdtempSync(join(tmpdir(), "herald-people-"));
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
beforeAll(async () => {
  provider = await startIdentityProvider({ port: 0, dataDir: folder });
});
afterAll(async () => {
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

const poolAt = (endpoint: string, more = {}) =>
  new UserPoolPeople({ poolId: "us-east-1_herald", endpoint, credentials: async () => CREDENTIALS, ...more });

/** Tests the promises that every PeopleDirectory keeps, over the three people of the example. */
function peopleDirectoryContract(name: string, open: () => PeopleDirectory): void {
  describe(`PeopleDirectory: ${name}`, () => {
    it.each([
      ["Dana", [DANA]],
      ["dana m", [DANA]],
      ["thern", [OSCAR]],
      ["admin@", [ADA]],
      ["nobody", []],
      ['"', []],
      ["\\", []],
      ['" or name ^= "', []],
    ])("finds by the beginning of a name or an address: %s", async (text, people) => {
      const found = await open().search(text, 10);
      expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(people);
    });

    it("shows some people when nothing is said, and never more than asked for", async () => {
      expect(await open().search("", 10)).toHaveLength(3);
      expect(await open().search("", 2)).toHaveLength(2);
    });

    it("names those of the ids that it knows", async () => {
      const found = await open().named(["demo", "gone", "other", '"']);
      expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([DANA, OSCAR]);
      expect(await open().named([])).toEqual([]);
    });
  });
}

peopleDirectoryContract("in memory", () => inMemoryPeople([ADA, DANA, OSCAR]));
peopleDirectoryContract("user pool", () => poolAt(provider.url));

describe("a user pool", () => {
  /** Runs work against a server that gives the same answer to every request, and returns the requests. */
  async function answering(status: number, answer: unknown, work: (pool: UserPoolPeople) => Promise<void>) {
    const asked: { headers: Record<string, unknown>; body: string }[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        asked.push({ headers: request.headers, body });
        if (answer !== undefined) response.writeHead(status).end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    try {
      await work(poolAt(`http://127.0.0.1:${port}`, { timeoutMs: 200 }));
    } finally {
      server.closeAllConnections();
      server.close();
    }
    return asked;
  }

  it("is asked for its few attributes, signed for its region", async () => {
    const asked = await answering(200, { Users: [] }, async (pool) => {
      expect(await pool.named(["a"])).toEqual([]);
    });
    expect(asked).toHaveLength(1);
    expect(JSON.parse(asked[0]?.body ?? "")).toMatchObject({
      ...{ UserPoolId: "us-east-1_herald", Filter: 'sub = "a"', Limit: 1 },
      AttributesToGet: expect.arrayContaining(["sub", "name", "email"]),
    });
    expect(asked[0]?.headers).toMatchObject({
      "x-amz-target": "AWSCognitoIdentityProviderService.ListUsers",
      authorization: expect.stringContaining("/us-east-1/cognito-idp/aws4_request"),
    });
  });

  it("finds nobody who may not sign in any more, and names them all the same", async () => {
    const user = (sub: string, more: object, Enabled = true) => ({
      Enabled,
      Attributes: Object.entries({ sub, ...more }).map(([Name, Value]) => ({ Name, Value })),
    });
    const Users = [
      user("1", { given_name: "Ana", family_name: "Sousa" }),
      user("2", { email: "b@example.com" }),
      user("3", {}),
      user("4", { name: "Gone" }, false),
      { Username: "without a subject" },
    ];
    await answering(200, { Users }, async (pool) => {
      expect((await pool.search("", 10)).map(({ name }) => name)).toEqual(["Ana Sousa", "b@example.com", "3"]);
      expect((await pool.named(["4"])).map(({ name }) => name)).toContain("Gone");
    });
  });

  it.each([
    ["refuses", 400, { __type: "NotAuthorizedException" }],
    ["answers nonsense", 200, { Users: "none" }],
    ["is down", 503, {}],
    ["says nothing", 200, undefined],
  ])("is unavailable when it %s", async (_what, status, answer) => {
    await answering(status, answer, async (pool) => {
      await expect(pool.search("a", 5)).rejects.toThrow(PeopleUnavailableError);
      await expect(pool.named(["a"])).rejects.toThrow(PeopleUnavailableError);
    });
  });
});
