import { afterAll, beforeAll, describe, it } from "vitest";
import { anAddress, type Fields, HASTY, LocalStack, type Owner, until } from "../support/local-stack.ts";

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
});
afterAll(() => stack.close());

interface Timeline {
  readonly timeline: Fields[];
  readonly recipients: Fields[];
  readonly explanation: Fields;
}

async function told({ key }: Pick<Owner, "key">, id: string): Promise<Timeline> {
  const { status, body } = await stack.call("GET", `/api/v1/notifications/${id}/timeline`, { token: key });
  if (status !== 200) throw new Error(`no timeline: ${status}`);
  return body as unknown as Timeline;
}

/** Describes a send through an account that may change in between, until the timeline has this explanation. */
interface Case {
  readonly account?: Fields;
  readonly mail?: Fields;
  readonly isDeleted?: boolean;
  readonly code: string;
}

describe("GET /api/v1/notifications/{id}/timeline explains (D46)", () => {
  it.for<[string, Case]>([
    ["a sent mail", { code: "sent" }],
    ["a refused recipient", { mail: { recipient: anAddress("reject") }, code: "mailbox_not_found" }],
    ["a refused credential", { account: { password: "wr0ng" }, code: "credential_refused" }],
    ["an unreachable server", { account: { port: 1 }, code: "server_unreachable" }],
    ["a private address", { account: { host: "10.0.0.1" }, code: "address_not_public" }],
    ["a server whose name is unknown", { account: { host: "mail.invalid" }, code: "server_not_found" }],
    ["a deleted account", { account: { port: 1 }, isDeleted: true, code: "account_deleted" }],
    ["a mail that was refused for a copy", { mail: { cc: [anAddress("reject")] }, code: "partly_delivered" }],
  ])("%s", async ([, { account = {}, mail = {}, isDeleted, code }], { expect }) => {
    const who = await stack.owner(account);
    const id = await stack.accepted(who.key, mail);
    if (isDeleted) await stack.call("DELETE", `/api/v1/smtp-accounts/${who.accountId}`, { token: who.token });
    const { timeline, recipients, explanation } = await until(
      () => told(who, id),
      (one) => one.explanation.code === code,
      { everyMs: 50 },
    );
    expect(Object.keys(explanation).sort()).toEqual(
      ["code", "summary", "what_to_do", ...(explanation.will_retry_at ? ["will_retry_at"] : [])].sort(),
    );
    expect(timeline[0]).toEqual({ at: expect.any(String), event: "accepted" });
    const times = timeline.map(({ at }) => String(at));
    expect(times).toEqual(times.toSorted());
    if (!["sent", "partly_delivered"].includes(code)) expect(timeline.at(-1)?.code).toBe(code);
    expect(recipients).toHaveLength(mail.cc ? 2 : 1);
    const page = await stack.call("GET", `/panel/api/notifications/${id}/timeline`, { token: who.token });
    expect((page.body.explanation as Fields).summary).toBe(explanation.summary);
  });

  it("shows a refused copy in both lists, with the server's words", async ({ expect }) => {
    const who = await stack.owner();
    const [recipient, copy] = [anAddress(), anAddress("reject")];
    const id = await stack.accepted(who.key, { recipient, cc: [copy] });
    await stack.settled(who.key, id);
    const { timeline, recipients } = await told(who, id);
    const response = expect.stringMatching(/^550 /);
    expect(timeline.slice(1)).toEqual([
      {
        ...{ at: expect.any(String), event: "recipient_refused", attempt: 1, recipient: copy },
        ...{ code: "mailbox_not_found", response },
      },
      {
        ...{ at: expect.any(String), event: "sent", attempt: 1, code: "partly_delivered" },
        response: expect.stringMatching(/^250 /),
      },
    ]);
    expect(recipients).toEqual([
      { recipient, outcome: "accepted" },
      { recipient: copy, outcome: "refused", response },
    ]);
  });

  it("tells nobody else's, and publishes its codes", async ({ expect }) => {
    const [mine, other] = [await stack.owner(), await stack.owner()];
    const id = await stack.accepted(mine.key);
    const path = `/api/v1/notifications/${id}/timeline`;
    expect((await stack.call("GET", path, { token: other.key })).status).toBe(404);
    expect((await stack.call("GET", path)).status).toBe(401);
    expect((await stack.call("GET", path, { token: mine.token })).status).toBe(401);
    const { components } = (await stack.call("GET", "/openapi.json")).body;
    const { schemas } = components as { readonly schemas: Record<string, Fields> };
    expect(schemas.ExplanationCode?.enum).toContain("partly_delivered");
  });
});
