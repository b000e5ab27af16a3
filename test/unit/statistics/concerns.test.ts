import { describe, expect, it } from "vitest";
import { accountConcerns } from "../../../shared/statistics/domain/account-concerns.ts";
import { inOrder } from "../../../shared/statistics/domain/concern.ts";
import { absenceConcern, keyConcerns, webhookConcerns } from "../../../shared/statistics/domain/concerns.ts";
import { waitingCustomers } from "../../../shared/statistics/waiting-customers.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anApiKey, aSendingAccount, aWebhook } from "../../support/builders.ts";

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
  const waiting = (profileName: string, waitingSinceMs: number) => ({
    ...{ owner: anOwner(), id: profileName, chatAccountId: "a", customerKey: "k", profileName, waitingSinceMs },
    ...{ latestInboundAtMs: NOW_MS - 60_000, updatedAtMs: NOW_MS },
  });
  const inboxOf = (longest: ReturnType<typeof waiting>[], count: number) => ({
    waiting: async () => ({ conversations: longest }),
    countWaiting: async () => ({ waiting: count, unread: 0 }),
  });

  it("names who waits longest in the inbox, from the first message that lacks an answer", async () => {
    const inbox = inboxOf([waiting("Miguel", NOW_MS - 80_000)], 2);
    expect(await waitingCustomers({ inbox }, anOwner(), NOW_MS)).toMatchObject([
      {
        ...{ title: "2 customers wait for an answer", text: "Miguel waits longest.", count: 2 },
        ...{ record: { kind: "conversation", id: "Miguel" }, sinceMs: NOW_MS - 80_000 },
        untilMs: NOW_MS - 60_000 + DAY_MS,
      },
    ]);
  });

  it("says when there are more than are counted, and nothing of none", async () => {
    const inbox = inboxOf([waiting("Miguel", NOW_MS)], 100);
    const [concern] = await waitingCustomers({ inbox }, anOwner(), NOW_MS);
    expect(concern?.title).toBe("100 customers or more wait for an answer");
    expect(await waitingCustomers({ inbox: inboxOf([], 0) }, anOwner(), NOW_MS)).toEqual([]);
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
