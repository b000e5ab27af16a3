import { describe, expect, it } from "vitest";
import { sandboxAccount, sandboxAccountId } from "../../../../shared/chat/domain/sandbox-account.ts";
import type { OutgoingMessage } from "../../../../shared/chat/ports/chat-sender.ts";
import { SandboxChatSender } from "../../../../shared/chat/sandbox/sandbox-chat-sender.ts";
import { testOwnerOf } from "../../../../shared/kernel/test-mode.ts";
import type { SandboxEffect } from "../../../../shared/sandbox/contract/effects.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aTemplateMessage } from "../../../support/chat-builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemorySentMessages } from "../../../support/in-memory-sent-messages.ts";
import { sequentialIdentifiers } from "../../../support/sequential-identifiers.ts";

const ID = "0198f0b2-6c1e-7000-8000-000000000001";
const ANA = "+15551230001";

function aSandbox() {
  const owner = testOwnerOf(anOwner());
  const identifiers = sequentialIdentifiers();
  const clock = fakeClock();
  const sentMessages = inMemorySentMessages(clock);
  const effects: { effect: SandboxEffect; delaySeconds: number | undefined }[] = [];
  const sandboxQueue = {
    enqueue: async (effect: SandboxEffect, delaySeconds?: number) => void effects.push({ effect, delaySeconds }),
  };
  const account = sandboxAccount(
    sandboxAccountId(owner, (bytes) => identifiers.sha1(bytes)),
    [owner],
  );
  const sender = new SandboxChatSender({ sentMessages, sandboxQueue, clock, identifiers });
  const send = (changes: Partial<OutgoingMessage> = {}) =>
    sender.send({
      account,
      recipient: { phone: ANA },
      callbackId: ID,
      message: { type: "text", body: "Hi", previewUrl: false },
      ...changes,
    });
  const got = async (customer = ANA) => (await sentMessages.list(owner, customer, { limit: 100 })).messages;
  return { owner, clock, effects, send, got };
}

describe("a message of test mode (D48d)", () => {
  it("is taken, kept as the provider would have got it, and goes on to sent, delivered, read", async () => {
    const { owner, clock, effects, send, got } = aSandbox();
    const outcome = await send();
    const [kept] = await got();
    expect(outcome).toEqual({ kind: "accepted", cloudMessageId: kept?.id });
    expect(kept).toEqual({
      id: expect.any(String),
      notificationId: ID,
      sentAt: new Date(clock.now()).toISOString(),
      message: {
        messaging_product: "whatsapp",
        recipient_type: "individual",
        to: ANA,
        biz_opaque_callback_data: ID,
        type: "text",
        text: { body: "Hi", preview_url: false },
      },
    });
    const statuses = ["sent", "delivered", "read"];
    const about = { owner, notificationId: ID, cloudMessageId: kept?.id, phone: ANA };
    expect(effects).toEqual([{ effect: { kind: "chat-statuses", ...about, statuses, tries: 0 }, delaySeconds: 1 }]);
  });

  it("names templates, uploads and messages that it reacts to by the platform's words", async () => {
    const { send, got } = aSandbox();
    await send({ message: aTemplateMessage() });
    expect((await got())[0]?.message).toMatchObject({ type: "template", template: { language: { code: "en_US" } } });
    await send({
      recipient: { phone: "+15551230002" },
      message: { type: "reaction", messageId: crypto.randomUUID(), emoji: "👍" },
      targetId: "wamid.1",
    });
    expect((await got("+15551230002"))[0]?.message).toMatchObject({ reaction: { message_id: "wamid.1", emoji: "👍" } });
  });

  it("is kept under the platform's id for a customer who hides the number", async () => {
    const { send, got } = aSandbox();
    await send({ recipient: { providerUserId: "US.1" } });
    expect((await got("US.1"))[0]?.message).toMatchObject({ recipient: "US.1" });
  });

  it("is refused for one number, and never delivered to another", async () => {
    const { effects, send, got } = aSandbox();
    expect(await send({ recipient: { phone: "+15005550001" } })).toEqual({
      kind: "failed",
      class: "terminal",
      cause: expect.stringMatching(/^the chat provider refused the message's parameters: \(#131009\) /),
      code: 400,
    });
    expect([await got("+15005550001"), effects]).toEqual([[], []]);
    expect(await send({ recipient: { phone: "+15005550009" } })).toMatchObject({ kind: "accepted" });
    expect(await got("+15005550009")).toHaveLength(1);
    expect(effects).toMatchObject([{ effect: { statuses: ["failed"] } }]);
  });

  it("belongs to an account that has its owner", async () => {
    const { send } = aSandbox();
    await expect(send({ account: sandboxAccount(crypto.randomUUID(), []) })).rejects.toThrow("no owner");
  });
});
