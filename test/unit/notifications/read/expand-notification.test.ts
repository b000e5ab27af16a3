import { describe, expect, it } from "vitest";
import { chatExpander } from "../../../../shared/chat/expand-chat.ts";
import { emailExpander } from "../../../../shared/email/email-channel.ts";
import type { ByChannel } from "../../../../shared/notifications/domain/notification.ts";
import { type Expander, expandNotification } from "../../../../shared/notifications/read/expand-notification.ts";
import { aNotification, anEmail, aSendingAccount } from "../../../support/builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemoryNotificationStore } from "../../../support/in-memory-notification-store.ts";
import { inMemorySendingAccountStore } from "../../../support/in-memory-sending-account-store.ts";

const DAY_MS = 86_400_000;

async function setUp() {
  const clock = fakeClock();
  const account = aSendingAccount();
  const sendingAccounts = inMemorySendingAccountStore([account]);
  const notifications = inMemoryNotificationStore({ clock });
  const mediaTypeOf = async () => "application/x-guessed";
  const expanders: ByChannel<Expander> = {
    email: emailExpander({ sendingAccounts, mediaTypeOf }),
    chat: chatExpander,
  };
  const createdAt = new Date(clock.now()).toISOString();
  const used = { templateId: "a template", templateVersion: 2 };
  const notification = aNotification({ owner: account.owner, accountId: account.id, createdAt, ...used });
  await notifications.add(
    { ...notification, recipient: anEmail().recipient },
    anEmail({ subject: "Hello", fromName: "Shop" }),
  );
  return { clock, account, notification, deps: { notifications, expanders } };
}

describe("expandNotification() (D53)", () => {
  it("gives back the request, and after the retention of its content what the record still has", async () => {
    const { clock, account, notification, deps } = await setUp();
    const recorded = {
      ...{ channel: "email", recipient: "anna@example.org", from: account.fromAddress },
      ...{ accountId: account.id, templateId: "a template", templateVersion: 2 },
    };
    const { request, resends } = await expandNotification(deps, notification);
    expect(request).toMatchObject({ ...recorded, subject: "Hello", fromName: "Shop", attachments: [] });
    expect(resends).toEqual([]);
    clock.advance(9 * DAY_MS);
    const later = await expandNotification(deps, notification);
    expect(later.request).toEqual(recorded);
  });

  it("refuses an unknown id, and one of another owner", async () => {
    const { notification, deps } = await setUp();
    const unknown = { ...notification, id: crypto.randomUUID() };
    await expect(expandNotification(deps, unknown)).rejects.toMatchObject({ code: "not_found" });
    const { owner } = aSendingAccount();
    await expect(expandNotification(deps, { ...notification, owner })).rejects.toMatchObject({ code: "not_found" });
  });
});
