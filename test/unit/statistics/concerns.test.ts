import { describe, expect, it } from "vitest";
import { accountConcerns } from "../../../shared/statistics/domain/account-concerns.ts";
import { inOrder } from "../../../shared/statistics/domain/concern.ts";
import {
  absenceConcern,
  chatAccountConcerns,
  keyConcerns,
  webhookConcerns,
} from "../../../shared/statistics/domain/concerns.ts";
import { waitingCustomers } from "../../../shared/statistics/waiting-customers.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anApiKey, aSendingAccount, aWebhook } from "../../support/builders.ts";
import { aChatAccount } from "../../support/chat-builders.ts";

const NOW_MS = Date.parse("2026-11-23T12:00:00.000Z");
const DAY_MS = 86_400_000;
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
      // The fourth attempt, and the fifth 240 seconds after it.
      ...{ sinceMs: NOW_MS, count: 1, untilMs: NOW_MS + 60_000 + 240_000 },
    });
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
  const conversation = (id: string, latestInboundAtMs: number) => ({
    ...{ owner: anOwner(), id, chatAccountId: "a", customerKey: "k", latestInboundAtMs },
    ...{ profileName: id, updatedAtMs: latestInboundAtMs },
  });
  const message = (direction: "inbound" | "outbound", occurredAtMs: number, messageType = "text") => ({
    ...{ id: crypto.randomUUID(), conversationId: "c", direction, messageType, payload: {}, occurredAtMs },
  });

  it("counts those whose last message nobody has answered, and names who waits longest", async () => {
    const histories: Record<string, ReturnType<typeof message>[]> = {
      Ana: [message("inbound", NOW_MS - 60_000)],
      Bea: [message("inbound", NOW_MS - 90_000), message("outbound", NOW_MS - 30_000)],
      Miguel: [message("inbound", NOW_MS - 80_000), message("inbound", NOW_MS - 10_000, "system")],
    };
    const conversations = {
      list: async () => ({ conversations: Object.keys(histories).map((id) => conversation(id, NOW_MS - 60_000)) }),
      messages: async (id: string) => ({ messages: histories[id] ?? [], hasOlder: false }),
    };
    expect(await waitingCustomers({ conversations }, anOwner(), NOW_MS)).toMatchObject([
      {
        ...{ title: "2 customers wait for an answer", text: "Miguel waits longest.", count: 2 },
        ...{ record: { kind: "conversation", id: "Miguel" }, sinceMs: NOW_MS - 80_000 },
        untilMs: NOW_MS - 60_000 + DAY_MS,
      },
    ]);
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
