import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import { adminToken, simulator } from "../support/chat-world.ts";
import { type Answer, anAddress, type Fields, LocalStack, type Owner } from "../support/local-stack.ts";
import { CREDENTIALS } from "../support/table-fixture.ts";

let stack: LocalStack;
let tables: DynamoDBDocumentClient;
beforeAll(async () => {
  stack = await LocalStack.shared();
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint } = JSON.parse(
    await readFile(join(stack.dataDir, "functions.env.json"), "utf8"),
  ) as Record<string, string>;
  const client = new DynamoDBClient({ region: "us-east-1", credentials: CREDENTIALS, ...(endpoint && { endpoint }) });
  tables = DynamoDBDocumentClient.from(client);
});
afterAll(async () => {
  tables.destroy();
  await stack.close();
});

/**
 * Writes the record of a process that died between storing and queuing a notification and its answer. Its lease is
 * over.
 */
async function dieBeforeTheAnswer(owner: string, key: string): Promise<void> {
  const hash = createHash("sha256")
    .update(JSON.stringify([owner, key]))
    .digest("hex");
  await tables.send(
    new UpdateCommand({
      TableName: "Ephemeral",
      Key: { pk: `IDEM#${hash}` },
      UpdateExpression: "SET leaseUntil = :past REMOVE answer",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":past": Date.now() - 1000 },
    }),
  );
}

interface Interrupted {
  readonly owner: Owner;
  readonly send: (key: string) => Promise<Answer>;
  /** Changes something so that the request would be refused. `mend` reverses the change. */
  readonly spoil: () => Promise<unknown>;
  readonly mend: () => Promise<unknown>;
}

/** Makes the first request, the repeat while it would be refused, and the repeat after the repair. */
async function askedThreeTimes({ owner, send, spoil, mend }: Interrupted): Promise<Answer[]> {
  const key = crypto.randomUUID();
  const first = await send(key);
  // The notification is delivered before anything changes, so only a new request would be refused.
  await stack.settled(owner.key, String(first.body.id ?? first.body.notification_id));
  await dieBeforeTheAnswer(owner.sub, key);
  await spoil();
  const second = await send(key);
  expect((await send(crypto.randomUUID())).status, "a request under another key").toBeGreaterThanOrEqual(400);
  await mend();
  return [first, second, await send(key)];
}

const expectOneAnswer = (answers: readonly Answer[]) => {
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
};

describe("a request under an Idempotency-Key whose process died before it kept its answer (D24)", () => {
  it("is accepted once when it is repeated, though the sending account would refuse it by then", async () => {
    const owner = await stack.owner();
    const to = anAddress();
    const put = (more: Fields) =>
      stack.call("PUT", `/api/v1/smtp-accounts/${owner.accountId}`, { token: owner.token, json: stack.account(more) });
    const answers = await askedThreeTimes({
      owner,
      send: (key) => stack.send(owner.key, { recipient: to }, { "idempotency-key": key }),
      spoil: () => put({ trusted_domains: ["other.example"] }),
      mend: () => put({}),
    });
    expectOneAnswer(answers);
    expect(await stack.mails(to)).toHaveLength(1);
  });

  it("is accepted once when it is repeated, though its template is gone by then", async () => {
    const owner = await stack.owner();
    const to = anAddress();
    const draft = { name: "t", subject: "Hello", body: "Hi {{.name}}" };
    const template = (await stack.call("POST", "/api/v1/templates", { token: owner.token, json: draft })).body;
    const json = { recipient: to, template_id: template.id, variables: { name: "Ana" } };
    const answers = await askedThreeTimes({
      owner,
      send: (key) =>
        stack.call("POST", "/api/v1/notifications", { token: owner.key, json, headers: { "idempotency-key": key } }),
      spoil: () => stack.call("DELETE", `/api/v1/templates/${template.id}`, { token: owner.token }),
      mend: async () => undefined,
    });
    expectOneAnswer(answers);
    expect(await stack.mails(to)).toHaveLength(1);
  });

  describe("for a customer", () => {
    /** Removes the owner's chat account, and restores it. */
    async function withoutAccount(owner: ChatOwner) {
      const token = await adminToken(stack);
      const path = `/admin/api/chat-accounts/${owner.chatAccountId}`;
      const {
        id: _id,
        created_at: _created,
        updated_at: _updated,
        ...account
      } = (await stack.call("GET", path, { token })).body;
      const put = async (owners: string[]) => {
        const answer = await stack.call("PUT", path, { token, json: { ...account, owners } });
        expect(answer.status).toBe(200);
      };
      return { spoil: () => put(["nobody"]), mend: () => put([owner.sub]) };
    }
    async function aConversation() {
      const owner = await chatOwner(stack);
      const phone = aCustomer();
      await owner.writes(phone);
      const { id } = await owner.conversation(phone);
      return { owner, phone, id: String(id), ...(await withoutAccount(owner)) };
    }
    const sentTo = async (phone: string) =>
      (await simulator(stack, "GET", `/api/messages?to=${encodeURIComponent(phone)}`)).body.messages as Fields[];

    it.each(["POST /notifications", "a reply", "a reply in the panel"])(
      "is accepted once when it is repeated, though the chat account is gone by then: %s",
      async (way) => {
        const { owner, phone, id, spoil, mend } = await aConversation();
        const send = (key: string) => {
          const headers = { "idempotency-key": key };
          if (way === "POST /notifications") {
            const json = { channel: "chat", recipient: phone, chat: { type: "text", text: { body: "Hi" } } };
            return stack.call("POST", "/api/v1/notifications", { token: owner.key, json, headers });
          }
          const [path, token] =
            way === "a reply"
              ? ["/api/v1/chat-conversations", owner.key]
              : ["/panel/api/chat-conversations", owner.token];
          return stack.call("POST", `${path}/${id}/reply`, { token, json: { text: "Hi" }, headers });
        };
        const answers = await askedThreeTimes({ owner, send, spoil, mend });
        expectOneAnswer(answers);
        expect(await sentTo(phone)).toHaveLength(1);
      },
    );
  });
});
