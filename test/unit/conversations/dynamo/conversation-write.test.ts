import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import type { ConversationMessage } from "../../../../shared/conversations/domain/conversation.ts";
import { writeMessage } from "../../../../shared/conversations/dynamo/conversation-write.ts";
import { anOwner } from "../../../support/an-owner.ts";

const canceled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: "",
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

/**
 * Creates a table without the conversation. Its transactions end one after the other with these errors, and then
 * succeed.
 */
function aTable(...ends: Error[]) {
  const sent: string[] = [];
  const send = async ({ constructor: { name } }: object) => {
    sent.push(name);
    const end = name === "TransactWriteCommand" ? ends.shift() : undefined;
    if (end) throw end;
    return {};
  };
  return { sent, client: { send } as unknown as DynamoDBDocumentClient };
}

const [conversationId, id] = [crypto.randomUUID(), crypto.randomUUID()];
const conversation = {
  ...{ owner: anOwner("owner-1"), id: conversationId, chatAccountId: crypto.randomUUID() },
  ...{ customerKey: "+15551230001", updatedAtMs: 1 },
};
const message: ConversationMessage = {
  ...{ id, conversationId, direction: "outbound" as const, messageType: "text" },
  ...{ payload: { body: "Hi" }, occurredAtMs: 1 },
};
const write = (client: DynamoDBDocumentClient) =>
  writeMessage(client, "Chat", { owner: anOwner("owner-1"), message, change: (known) => known ?? conversation });

describe("writeMessage()", () => {
  it("looks again after another write to the conversation, instead of trying what is out of date", async () => {
    const { client, sent } = aTable(canceled("None", "None", "TransactionConflict"));
    expect(await write(client)).toBe(true);
    expect(sent).toEqual(["GetCommand", "TransactWriteCommand", "GetCommand", "TransactWriteCommand"]);
  });

  it("says that the message was there, and tries no more", async () => {
    const { client, sent } = aTable(canceled("ConditionalCheckFailed", "None", "ConditionalCheckFailed"));
    expect(await write(client)).toBe(false);
    expect(sent).toHaveLength(2);
  });

  it("lets everything but a cancelled transaction through", async () => {
    const { client, sent } = aTable(new Error("no network"));
    await expect(write(client)).rejects.toThrow("no network");
    expect(sent).toHaveLength(2);
  });
});
