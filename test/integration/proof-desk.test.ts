import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Desk, openDesk } from "../../ops/prove/desk.ts";
import { aProving } from "../support/a-proving.ts";

const never = new AbortController().signal;

let desk: Desk;
beforeEach(async () => {
  const { access, api } = aProving();
  if (access === undefined || api === undefined) throw new Error("there is no access");
  await api({ method: "POST", path: "/api/v1/notifications", json: { subject: "one" } }, never);
  await api({ method: "POST", path: "/api/v1/notifications", json: { subject: "two" } }, never);
  desk = await openDesk({ ...access, signIn: async (owner) => `token of ${owner}` }, never);
});
afterEach(() => desk.close());

const get = async (path: string) => {
  const answer = await fetch(`${desk.url}${path}`);
  return [answer.status, JSON.parse(await answer.text())];
};
const token = async (json: object) => {
  const answer = await fetch(`${desk.url}/dev/token`, { method: "POST", body: JSON.stringify(json) });
  return [answer.status, await answer.json()];
};

describe("openDesk()", () => {
  it("gives a token of a subject, and refuses claims that a user pool does not give", async () => {
    expect(await token({ sub: "ana" })).toEqual([200, { access_token: "token of ana" }]);
    expect((await token({ sub: "ana", claims: { role: "admin" } }))[0]).toBe(501);
  });

  it("lists the mails of a recipient, newest first, and shows one", async () => {
    const [, { messages }] = await get("/api/messages?to=a%40example.com");
    expect(messages.map(({ subject }: { subject: string }) => subject)).toEqual(["two", "one"]);
    expect(await get(`/api/messages/${messages[0].id}`)).toEqual([200, messages[0]]);
    expect(await get("/api/messages?to=nobody%40example.com")).toEqual([200, { messages: [] }]);
    expect((await get("/api/messages/99"))[0]).toBe(404);
  });
});
