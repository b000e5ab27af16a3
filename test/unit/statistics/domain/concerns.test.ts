import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { conversationId } from "../../../../shared/conversations/domain/conversation-id.ts";
import { accountConcerns } from "../../../../shared/statistics/domain/account-concerns.ts";
import { inOrder } from "../../../../shared/statistics/domain/concern.ts";
import {
  absenceConcern,
  chatAccountConcerns,
  keyConcerns,
  webhookConcerns,
} from "../../../../shared/statistics/domain/concerns.ts";
import { replacedKeyConcerns } from "../../../../shared/statistics/domain/replaced-key-concerns.ts";
import { waitingCustomers } from "../../../../shared/statistics/waiting-customers.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aNotification, anApiKey, aSendingAccount, aWebhook } from "../../../support/builders.ts";
import { aChatAccount } from "../../../support/chat-builders.ts";
import { inMemoryConversationStore } from "../../../support/in-memory-conversation-store.ts";

const NOW_MS = Date.parse("2026-11-23T12:00:00.000Z");
const DAY_MS = 86_400_000;
const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest();
const iso = (ms: number) => new Date(ms).toISOString();

describe("accountConcerns()", () => {
  it("says since when an account fails, how many wait for it, and until when they are tried", () => {
    const account = aSendingAccount({ label: "Postmark EU", health: { status: "failing", sinceMs: NOW_MS } });
    const entry = { at: iso(NOW_MS), attempt: 3, to: "pending", durationMs: 5, retryAt: iso(NOW_MS + 60_000) } as const;
    const waiting = aNotification({ accountId: account.id, attempts: 3, lastError: "535 no", history: [entry] });
    const [concern] = accountConcerns([account, aSendingAccount()], [waiting, aNotification()], 30);
    expect(concern).toMatchObject({
      title: "Sending account Postmark EU does not deliver",
      text: expect.stringContaining("1 notification waits."),
      // The fifth attempt follows 240 seconds after the fourth.
      ...{ sinceMs: NOW_MS, count: 1, untilMs: NOW_MS + 60_000 + 240_000 },
    });
  });
});

describe("accountConcerns() of an account that was mended", () => {
  it("says nothing of a server that was changed after it failed", () => {
    const health = { status: "failing", sinceMs: NOW_MS } as const;
    const mended = aSendingAccount({ health, serverChangedAt: iso(NOW_MS + 1) });
    const before = aSendingAccount({ health, serverChangedAt: iso(NOW_MS - 1) });
    expect(accountConcerns([mended, before], [], 30).map(({ record }) => record.id)).toEqual([before.id]);
  });
});

describe("keyConcerns()", () => {
  it("names usable keys that end within a week", () => {
    const ending = (days: number, more = {}) => anApiKey({ expiresAt: iso(NOW_MS + days * DAY_MS), ...more });
    const keys = [
      ending(3.5),
      ending(8),
      ending(-1),
      ending(0.5),
      ending(1),
      anApiKey(),
      ending(2, { revokedAt: iso(NOW_MS) }),
    ];
    expect(keyConcerns(keys, NOW_MS).map(({ title }) => title.replace(/^.* expires /, ""))).toEqual([
      "in 3 days",
      "within a day",
      "in 1 day",
    ]);
  });
});

describe("a key that was replaced by rotation", () => {
  const HOUR_MS = 3_600_000;
  const rotated = (graceMs: number, more = {}) =>
    anApiKey({ name: "ci", replacedAt: iso(NOW_MS), expiresAt: iso(NOW_MS + graceMs), ...more });

  it("raises no alarm about its end, which its owner has decided", () => {
    for (const graceMs of [HOUR_MS, DAY_MS, 30 * DAY_MS]) {
      const key = rotated(graceMs);
      for (const part of [0, 0.5, 0.99]) {
        const at = NOW_MS + part * graceMs;
        expect([...keyConcerns([key], at), ...replacedKeyConcerns([key], at)]).toEqual([]);
      }
    }
  });

  it("raises an alarm near the end of its grace period when a program still uses it", () => {
    const key = rotated(DAY_MS, { lastUsedAt: iso(NOW_MS + 18 * HOUR_MS) });
    expect(replacedKeyConcerns([key], NOW_MS + 17 * HOUR_MS)).toEqual([]);
    expect(replacedKeyConcerns([key], NOW_MS + 18.5 * HOUR_MS)).toEqual([
      {
        kind: "replaced_api_key_used",
        record: { kind: "api_key", id: key.id },
        title: "API key ci was replaced, and is still used",
        text: "Requests with it are refused in 6 hours. Give the program that sends them the new key.",
        untilMs: NOW_MS + DAY_MS,
        lastUsedAtMs: NOW_MS + 18 * HOUR_MS,
      },
    ]);
    expect(replacedKeyConcerns([key], NOW_MS + DAY_MS)).toEqual([]);
    expect(replacedKeyConcerns([{ ...key, revokedAt: iso(NOW_MS) }], NOW_MS + 18.5 * HOUR_MS)).toEqual([]);
  });

  it("raises no alarm about programs that have changed over to the new key", () => {
    const soonAfter = rotated(DAY_MS, { lastUsedAt: iso(NOW_MS + HOUR_MS) });
    const before = rotated(HOUR_MS, { lastUsedAt: iso(NOW_MS - HOUR_MS / 2) });
    expect(replacedKeyConcerns([soonAfter], NOW_MS + 23 * HOUR_MS)).toEqual([]);
    expect(replacedKeyConcerns([before], NOW_MS + 0.9 * HOUR_MS)).toEqual([]);
  });

  it("is warned of for a whole day of a long grace period", () => {
    const key = rotated(30 * DAY_MS, { lastUsedAt: iso(NOW_MS + 28.5 * DAY_MS) });
    expect(replacedKeyConcerns([key], NOW_MS + 28.9 * DAY_MS)).toEqual([]);
    expect(replacedKeyConcerns([key], NOW_MS + 29.1 * DAY_MS)).toHaveLength(1);
  });
});

describe("chatAccountConcerns()", () => {
  it("names accounts that differ from the provider's, and numbers of low quality", () => {
    const at = iso(NOW_MS);
    const accounts = [
      aChatAccount({ label: "A", verification: { at, problems: ["registration_status"], quality: "RED" } }),
      aChatAccount({ label: "B", verification: { at, problems: [], quality: "RED" } }),
      aChatAccount({ label: "C", verification: { at, problems: [], quality: "YELLOW" } }),
      aChatAccount({ label: "D" }),
    ];
    const found = chatAccountConcerns(accounts);
    expect(found.map(({ title }) => title)).toEqual([
      "Chat account A is not as the cloud provider has it",
      "The number of chat account B has a low quality",
    ]);
    expect(found[0]).toMatchObject({
      record: { kind: "chat_account", id: accounts[0]?.id },
      text: "Its verification found a difference in registration status.",
      sinceMs: NOW_MS,
    });
  });
});

describe("a chat account that the provider refuses", () => {
  it("is named with the provider's reason until it is accepted", () => {
    const refusal = { sinceMs: NOW_MS, tries: 3, nextTryAtMs: NOW_MS + 1, reason: "no such account" };
    const account = aChatAccount({ label: "E", refusal });
    expect(chatAccountConcerns([account, aChatAccount({ label: "F" })])).toEqual([
      {
        ...{ kind: "chat_account_failing", record: { kind: "chat_account", id: account.id }, sinceMs: NOW_MS },
        title: "The cloud provider refuses chat account E",
        text: "What became of its templates cannot be asked: no such account",
      },
    ]);
    const verification = { at: iso(NOW_MS), problems: ["registration_status"] };
    expect(chatAccountConcerns([{ ...account, verification }])[0]?.title).toMatch(/not as the cloud provider has it/);
  });
});

describe("webhookConcerns()", () => {
  it("names those that the service disabled, and those whose newest try failed", () => {
    const disabled = aWebhook({ isEnabled: false, disabledReason: "410 Gone" });
    const failing = aWebhook({ url: "https://crm.example.com/hooks?key=secret" });
    const known = [
      { webhook: disabled },
      { webhook: aWebhook({ isEnabled: false }) },
      { webhook: failing, lastFailureAtMs: NOW_MS, lastSuccessAtMs: NOW_MS - 1 },
      { webhook: aWebhook(), lastFailureAtMs: NOW_MS, lastSuccessAtMs: NOW_MS + 1 },
      { webhook: aWebhook() },
    ];
    expect(webhookConcerns(known).map(({ kind, record }) => [kind, record.id])).toEqual([
      ["webhook_disabled", disabled.id],
      ["webhook_failing", failing.id],
    ]);
    expect(webhookConcerns(known)[1]?.title).toBe("The webhook to crm.example.com fails");
  });
});

describe("absenceConcern()", () => {
  const absence = { templateId: "t", dayMs: NOW_MS, count: 3, names: ["carrier"], lastAtMs: NOW_MS + 5 };
  const template = { id: "t", name: "order-shipped", isStrict: false, updatedAt: iso(NOW_MS) };

  it("counts the mails without a variable since the template was saved", () => {
    expect(absenceConcern(template, [absence, { ...absence, count: 1, lastAtMs: NOW_MS - 5 }])).toMatchObject([
      {
        title: "Template order-shipped mails “<no value>”",
        count: 3,
        text: expect.stringContaining("3 mails went out without .carrier."),
      },
    ]);
  });

  it("is over with a strict template, and with one that was saved", () => {
    expect(absenceConcern({ ...template, isStrict: true }, [absence])).toEqual([]);
    expect(absenceConcern({ ...template, updatedAt: iso(NOW_MS + 6) }, [absence])).toEqual([]);
  });
});

describe("waitingCustomers()", () => {
  const store = (owner = anOwner()) => {
    const talks = inMemoryConversationStore();
    const said = (phone: string, occurredAtMs: number) => {
      const of = { owner, chatAccountId: "a", customerKey: phone };
      const id = conversationId(of, sha1);
      return {
        conversation: { ...of, id, customerPhone: phone, profileName: `Customer ${phone}`, updatedAtMs: occurredAtMs },
        message: { id: crypto.randomUUID(), conversationId: id, messageType: "text", payload: {}, occurredAtMs },
      };
    };
    return {
      owner,
      found: () => waitingCustomers({ inbox: talks }, owner, NOW_MS),
      async writes(phone: string, atMs: number, messageType = "text") {
        const { conversation, message } = said(phone, atMs);
        const theirs = { ...message, messageType, direction: "inbound", providerMessageId: message.id } as const;
        await talks.addInbound({ conversation, message: theirs, opensWindow: messageType !== "system" });
        return conversation.id;
      },
      async isAnswered(phone: string, atMs: number) {
        const { conversation, message } = said(phone, atMs);
        await talks.addOutbound({
          conversation,
          message: { ...message, direction: "outbound", notificationId: message.id },
        });
      },
    };
  };

  it("counts those whose last message nobody has answered, and names who waits longest", async () => {
    const shop = store();
    await shop.writes("1", NOW_MS - 60_000);
    await shop.writes("2", NOW_MS - 90_000);
    await shop.isAnswered("2", NOW_MS - 30_000);
    const longest = await shop.writes("3", NOW_MS - 80_000);
    await shop.writes("3", NOW_MS - 10_000, "system");
    expect(await shop.found()).toMatchObject([
      {
        ...{ title: "2 customers wait for an answer", text: "Customer 3 waits longest.", count: 2 },
        ...{ record: { kind: "conversation", id: longest }, sinceMs: NOW_MS - 80_000 },
        untilMs: NOW_MS - 80_000 + DAY_MS,
      },
    ]);
  });

  it("finds a customer who has waited for days behind 500 newer conversations", async () => {
    const shop = store();
    const forgotten = await shop.writes("0", NOW_MS - 3 * DAY_MS);
    for (let i = 1; i <= 500; i++) {
      await shop.writes(`1${i}`, NOW_MS - DAY_MS + i);
      await shop.isAnswered(`1${i}`, NOW_MS - DAY_MS + i + 1);
    }
    expect(await shop.found()).toMatchObject([
      { title: "1 customer waits for an answer", record: { id: forgotten }, sinceMs: NOW_MS - 3 * DAY_MS },
    ]);
  });

  it("counts no more than a page of them", async () => {
    const shop = store();
    for (let i = 0; i < 101; i++) await shop.writes(`1${i}`, NOW_MS - DAY_MS + i);
    expect(await shop.found()).toMatchObject([{ title: "More than 100 customers wait for an answer", count: 100 }]);
  });
});

describe("inOrder()", () => {
  it("has the most urgent kind first, and of one kind the oldest", () => {
    const one = (kind: "api_key_expiring" | "sending_account_failing", sinceMs: number) =>
      ({ kind, sinceMs, record: { kind: "api_key", id: String(sinceMs) }, title: "", text: "" }) as const;
    const ordered = inOrder([
      one("api_key_expiring", 1),
      one("sending_account_failing", 3),
      one("sending_account_failing", 2),
    ]);
    expect(ordered.map(({ sinceMs }) => sinceMs)).toEqual([2, 3, 1]);
  });
});
