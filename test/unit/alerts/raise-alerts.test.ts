import { beforeEach, describe, expect, it } from "vitest";
import { type AlertKind, NEVER_CHOSEN } from "../../../shared/alerts/domain/alert-settings.ts";
import type { AlertSettingsStore, RaisedAlerts } from "../../../shared/alerts/ports.ts";
import { raiseAlerts } from "../../../shared/alerts/raise-alerts.ts";
import { toChatTemplateView } from "../../../shared/chat/contract/chat-templates.ts";
import { toSendingAccountView } from "../../../shared/email/contract/sending-accounts.ts";
import {
  type HeraldEvent,
  heraldEvent,
  toAnnouncedAccount,
  toAnnouncedWebhook,
} from "../../../shared/events/contract/events.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { toWebhookView } from "../../../shared/webhooks/contract/webhooks.ts";
import { anAnnouncedEvent } from "../../support/an-announced-event.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aSendingAccount, aWebhook } from "../../support/builders.ts";
import { aChatTemplate } from "../../support/chat-builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryAlertSettings, inMemoryRaisedAlerts } from "../../support/in-memory-alerts.ts";

const AT = "2026-11-27T10:00:00.000Z";
const NOW = "2026-11-27T11:00:00.000Z";
const ID = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e06";
const event = (type: HeraldEvent["type"], data: unknown, at = AT) =>
  heraldEvent.parse({ id: `evt_${ID}`, type, timestamp: at, data });
const failing = (at = AT) =>
  event(
    "sending_account.failing",
    toAnnouncedAccount(toSendingAccountView(aSendingAccount({ id: ID, label: "Shop" }))),
    at,
  );
const disabled = (disabledReason?: string) =>
  event("webhook.disabled", toAnnouncedWebhook(toWebhookView(aWebhook({ id: ID, isEnabled: false, disabledReason }))));
const template = (remoteStatus: string) =>
  event(
    "chat_template.updated",
    toChatTemplateView(aChatTemplate({ id: ID, remoteStatus, rejectedReason: "INVALID_FORMAT" })),
  );

let alertSettings: AlertSettingsStore;
let raisedAlerts: RaisedAlerts;
let reads: number;
const owner = anOwner();
const wants = (kinds: AlertKind[], of: Owner = owner) =>
  alertSettings.replace(
    { owner: of, addresses: ["ana@shop.example"], kinds, isSummaryWanted: false, updatedAt: AT },
    NEVER_CHOSEN,
  );
const raise = async (...events: HeraldEvent[]) => {
  const find = (of: Owner) => {
    reads++;
    return alertSettings.find(of);
  };
  await raiseAlerts({ alertSettings: { find }, raisedAlerts, realClock: fakeClock(NOW) }, owner, events);
  return raisedAlerts.open(100);
};

beforeEach(() => {
  alertSettings = inMemoryAlertSettings();
  raisedAlerts = inMemoryRaisedAlerts();
  reads = 0;
});

describe("raiseAlerts()", () => {
  it("raises what the owner wants, under the id of its event", async () => {
    await wants(["sending_account_failing"]);
    const subject = { kind: "sending_account_failing", id: ID, name: "Shop" };
    expect(await raise(failing())).toEqual([
      { owner, id: ID, subject, atMs: Date.parse(AT), realAtMs: Date.parse(AT) },
    ]);
  });

  it("keeps the real time of an alert whose own time is ahead of it (D48e)", async () => {
    await wants(["sending_account_failing"]);
    const ahead = "2027-11-27T10:00:00.000Z";
    expect(await raise(failing(ahead))).toMatchObject([{ atMs: Date.parse(ahead), realAtMs: Date.parse(NOW) }]);
  });

  it("raises it once, however often the change is announced, and however often it fails within the hour", async () => {
    await wants(["sending_account_failing"]);
    await Promise.all([raise(failing()), raise(failing())]);
    expect(await raise(failing(), failing("2026-11-27T10:59:00.000Z"))).toHaveLength(1);
  });

  it("reads nothing for events that nobody is told of", async () => {
    expect(await raise(anAnnouncedEvent(), anAnnouncedEvent())).toEqual([]);
    expect(reads).toBe(0);
    expect(await raise(disabled(), template("APPROVED"))).toEqual([]);
    expect(reads).toBe(0);
  });

  it("reads the choice once for all events of a batch, and raises nothing for an owner who chose nothing or something else", async () => {
    expect(await raise(failing(), disabled("it answered 410"))).toEqual([]);
    expect(reads).toBe(1);
    await wants(["chat_template_rejected"]);
    expect(await raise(failing(), disabled("it answered 410"))).toEqual([]);
  });

  it("tells why a webhook was disabled, and nothing where its owner did it", async () => {
    await wants(["webhook_disabled"]);
    expect(await raise(disabled())).toEqual([]);
    expect(await raise(disabled("it answered 410"))).toMatchObject([
      { subject: { kind: "webhook_disabled", cause: "it answered 410" } },
    ]);
  });

  it("tells of a template that was rejected, and of no other change of it", async () => {
    await wants(["chat_template_rejected"]);
    expect(await raise(template("PAUSED"), template("APPROVED"))).toEqual([]);
    const [alert] = await raise(template("REJECTED"));
    expect(alert?.subject).toMatchObject({ kind: "chat_template_rejected", cause: "INVALID_FORMAT" });
  });

  it("raises nothing once the addresses are gone", async () => {
    await alertSettings.replace(
      { owner, addresses: [], kinds: ["webhook_disabled"], isSummaryWanted: false, updatedAt: AT },
      NEVER_CHOSEN,
    );
    expect(await raise(disabled("it answered 410"))).toEqual([]);
  });
});
