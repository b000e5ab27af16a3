import { describe, expect, it } from "vitest";
import { templateTestRequest } from "../../../shared/email/contract/panel/template-test.ts";
import { emailIntake } from "../../../shared/email/email-channel.ts";
import { testEmailTemplate } from "../../../shared/email/test-email-template.ts";
import { templateCache } from "../../../shared/go-template/template-cache.ts";
import { anEmailTemplate } from "../../support/an-email-template.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aSendingAccount } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryMailFiles } from "../../support/in-memory-attachments.ts";
import { inMemoryDeliveryQueue } from "../../support/in-memory-delivery-queue.ts";
import { inMemoryEmailTemplateStore } from "../../support/in-memory-email-template-store.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";
import { inMemoryUnsubscribeLinks } from "../../support/in-memory-suppressions.ts";
import { noChatIntake } from "../../support/no-chat.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";

const OWNER = anOwner("owner-1");

function setUp(body?: string) {
  const clock = fakeClock();
  const identifiers = sequentialIdentifiers();
  const template = anEmailTemplate({ owner: OWNER, ...(body && { body }) });
  const emailTemplates = inMemoryEmailTemplateStore([template]);
  // Programs must send from shop.example, whereas the owner in the panel need not.
  const account = aSendingAccount({ owner: OWNER, isDefault: true, apiAllowedDomains: ["shop.example"] });
  const sendingAccounts = inMemorySendingAccountStore([account]);
  const parseTemplate = templateCache({ maxEntries: 10, maxCharacters: 100_000 }, identifiers.hash);
  const deps = {
    channels: {
      email: emailIntake({
        ...{ ...inMemoryMailFiles(), clock, sendingAccounts, emailTemplates, parseTemplate },
        unsubscribeLinks: inMemoryUnsubscribeLinks(),
      }),
      chat: noChatIntake,
    },
    notifications: inMemoryNotificationStore({ clock }),
    deliveryQueue: inMemoryDeliveryQueue(),
    emailTemplates,
    identifiers,
    clock,
    log: silentLog,
    metrics: countingMetrics(),
  };
  const request = (changes: Record<string, unknown> = {}) =>
    templateTestRequest.parse({ recipient: "anna@example.org", variables: { name: "Anna" }, ...changes });
  return { deps, template, request };
}

describe("testEmailTemplate()", () => {
  it("queues a notification that is rendered from the stored template, whatever hosts the account allows", async () => {
    const { deps, template, request } = setUp();
    const { id, status } = await testEmailTemplate(deps, { owner: OWNER, id: template.id }, request());
    expect(status).toBe("pending");
    expect(await deps.notifications.findContent(OWNER, id)).toMatchObject({
      recipient: "anna@example.org",
      subject: "Hello Anna",
      body: "Good morning, Anna.",
    });
    expect(deps.deliveryQueue.messages).toHaveLength(1);
  });

  it("says where a template fails with its values, as the preview does", async () => {
    const { deps, template, request } = setUp("Hello\n{{range .name}}{{.}}{{end}}");
    await expect(testEmailTemplate(deps, { owner: OWNER, id: template.id }, request())).rejects.toMatchObject({
      ...{ code: "invalid_request", message: "body could not be rendered" },
      detail: 'template: body:2:8: executing "body" at <.name>: range can\'t iterate over Anna',
      problems: [{ field: "body", message: "line 2, column 9: range can't iterate over a value of type string" }],
    });
    expect(deps.deliveryQueue.messages).toEqual([]);
  });

  it("does not know another owner's template, and refuses a bad address", async () => {
    const { deps, template, request } = setUp();
    await expect(
      testEmailTemplate(deps, { owner: anOwner("owner-2"), id: template.id }, request()),
    ).rejects.toMatchObject({
      code: "not_found",
    });
    const bad = request({ recipient: "nobody" });
    await expect(testEmailTemplate(deps, { owner: OWNER, id: template.id }, bad)).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(deps.deliveryQueue.messages).toEqual([]);
  });
});
