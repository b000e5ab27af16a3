import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAddress, type Fields, HASTY, LocalStack, type Owner, until } from "../support/local-stack.ts";

const SANDBOX = "/api/v1/sandbox/messages";

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
});
afterAll(() => stack.close());

const testKeyOf = async (owner: Owner) => String((await stack.apiKey(owner.token, { mode: "test" })).key);

/** Makes a new owner with a key of test mode. */
async function aTester(): Promise<{ owner: Owner; key: string }> {
  const owner = await stack.owner(null);
  return { owner, key: await testKeyOf(owner) };
}

const list = async (key: string, query = "") =>
  (await stack.call("GET", `${SANDBOX}${query}`, { token: key })).body.messages as Fields[];
const listed = (key: string, query = "") =>
  until(
    () => list(key, query),
    (found) => found.length > 0,
  );

describe("mails of test mode (D48c)", () => {
  it("appear in the sandbox, from the account Sandbox", async () => {
    const { key } = await aTester();
    const to = anAddress();
    const id = await stack.accepted(key, { recipient: to, subject: "Olá" });
    expect(await stack.settled(key, id)).toMatchObject({ status: "sent", attempts: 1 });
    expect(await list(key)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        notification_id: id,
        received_at: expect.stringMatching(/Z$/),
        mail_from: "sandbox@sandbox.test",
        rcpt_to: [to],
        message_id: `<${id}@sandbox.test>`,
        subject: "Olá",
        from: "Sandbox <sandbox@sandbox.test>",
        size: expect.any(Number),
      },
    ]);
    expect(await stack.mails(to)).toEqual([]);
    void listed;
  });
});
