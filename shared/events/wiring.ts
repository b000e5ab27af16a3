import { raiseAlerts } from "../alerts/raise-alerts.ts";
import { raiseAlertsServices } from "../alerts/wiring.ts";
import { sqsClient } from "../aws/sqs/sqs-client.ts";
import { ACCOUNT_FIELD_OF } from "../channels/contract/account-field.ts";
import { readChatTemplateImage } from "../chat/wiring.ts";
import { conversations, readMessageImage } from "../conversations/wiring.ts";
import { inOwnTime } from "../edge/test-clock-wiring.ts";
import { readSendingAccountImage, sendingAccounts } from "../email/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { expiringCache } from "../kernel/expiring-cache.ts";
import { once } from "../kernel/once.ts";
import { notifications, readNotificationImage } from "../notifications/wiring.ts";
import { readSuppressionImage } from "../suppressions/wiring.ts";
import { wakeWebhooks } from "../webhooks/wake-webhooks.ts";
import { readWebhookImage, wakeWebhooksServices } from "../webhooks/wiring.ts";
import type { AnnounceChangesDeps } from "./announce-changes.ts";
import { feed } from "./feed-wiring.ts";
import type { AnnouncedTable } from "./ports.ts";
import { SqsUnannouncedChanges } from "./sqs/unannounced-changes.ts";

/** Events and changes are remembered for an hour, because Lambda repeats a failed batch at growing intervals, mostly within this time. */
const COMES_AGAIN = { maxEntries: 20_000, ttlMs: 3_600_000 };

/** An owner's failure is forgotten after this time, which is longer than the time between two tries of Lambda. */
const FAILING_LATELY = { maxEntries: 10_000, ttlMs: 300_000 };

/** Returns a function that says which table has a name in the deployment. */
function announcedTables(): AnnounceChangesDeps["tableNamed"] {
  const byName: Readonly<Record<string, AnnouncedTable>> = {
    [config("NOTIFICATIONS_TABLE")]: "Notifications",
    [config("CHAT_TABLE")]: "Chat",
    [config("CONFIG_TABLE")]: "Config",
  };
  return (name) => byName[name];
}

export const announcementServices = /* @__PURE__ */ once(() => {
  const { realClock: clock, identifiers, log } = basics();
  return {
    log,
    clock,
    inOwnTime,
    accountFields: ACCOUNT_FIELD_OF,
    feed: feed(),
    notifications: notifications(),
    conversations: conversations(),
    sendingAccounts: sendingAccounts(),
    images: {
      notification: readNotificationImage,
      message: readMessageImage,
      chatTemplate: readChatTemplateImage,
      sendingAccount: readSendingAccountImage,
      webhook: readWebhookImage,
      suppression: readSuppressionImage,
    },
    tableNamed: announcedTables(),
    unannounced: new SqsUnannouncedChanges(sqsClient(), config("ANNOUNCEMENT_DEAD_LETTERS_URL")),
    appended: expiringCache<true>(COMES_AGAIN, () => clock.now()),
    setAsideLately: expiringCache<true>(COMES_AGAIN, () => clock.now()),
    failingSince: expiringCache<number>(FAILING_LATELY, () => clock.now()),
    announcedLately: new Map(),
    hash: identifiers.hash,
    wakeWebhooks: (owner, events) => wakeWebhooks(wakeWebhooksServices(), owner, events),
    raiseAlerts: (owner, events) => raiseAlerts(raiseAlertsServices(), owner, events),
  } satisfies AnnounceChangesDeps;
});
