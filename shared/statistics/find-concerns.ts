import type { ChatAccountReader } from "../chat/ports/chat-account-store.ts";
import type { ChatTemplateStore } from "../chat/ports/chat-template-store.ts";
import { isFailing } from "../email/domain/account-health.ts";
import type { EmailTemplateStore, SendingAccountStore } from "../email/ports.ts";
import type { Clock } from "../kernel/clock.ts";
import { inBatches } from "../kernel/in-batches.ts";
import type { Owner } from "../kernel/owner.ts";
import { isTestOwner } from "../kernel/test-mode.ts";
import type { ApiKeyStore } from "../keys/ports.ts";
import type { Notification } from "../notifications/domain/notification.ts";
import type { NotificationStore } from "../notifications/ports.ts";
import type { Webhook } from "../webhooks/domain/webhook.ts";
import type { WebhookLog, WebhookStore } from "../webhooks/ports.ts";
import { accountConcerns } from "./domain/account-concerns.ts";
import { type Concern, inOrder } from "./domain/concern.ts";
import {
  absenceConcern,
  approvalConcerns,
  chatAccountConcerns,
  chatTemplateConcerns,
  type KnownWebhook,
  keyConcerns,
  webhookConcerns,
} from "./domain/concerns.ts";
import { DAY_MS, dayOf } from "./domain/counter.ts";
import { stretchOf } from "./domain/period.ts";
import { rateConcerns } from "./domain/rate-concerns.ts";
import { replacedKeyConcerns } from "./domain/replaced-key-concerns.ts";
import type { CountedFigures } from "./ports.ts";
import { type WaitingCustomersDeps, waitingCustomers } from "./waiting-customers.ts";

export interface FindConcernsDeps extends WaitingCustomersDeps {
  readonly sendingAccounts: Pick<SendingAccountStore, "list">;
  readonly notifications: Pick<NotificationStore, "listRecent" | "listUndecided">;
  readonly chatTemplates: Pick<ChatTemplateStore, "list">;
  readonly emailTemplates: Pick<EmailTemplateStore, "get">;
  readonly chatAccounts: Pick<ChatAccountReader, "ids" | "find">;
  readonly apiKeys: Pick<ApiKeyStore, "list">;
  readonly webhooks: Pick<WebhookStore, "list">;
  readonly webhookLog: Pick<WebhookLog, "list">;
  readonly countedFigures: Pick<CountedFigures, "absences" | "hours">;
  readonly backoffBaseSeconds: number;
  readonly clock: Clock;
}

const DAYS_OF_ABSENCES = 7;
/** Rates of bounces and complaints are those of the mails of this period. */
const PERIOD_OF_RATES = "7d";
/** The names of this many templates with absences are looked up. */
const MAX_TEMPLATES = 20;
/** Concerns are looked for in at most this many chat accounts; few deployments have more, because each number costs money. */
const MAX_CHAT_ACCOUNTS = 100;
const PAGE = 100;
/** Counting what waits for a person stops at this number. */
const MOST_APPROVALS = 100;
/** Notifications that wait for a failing account are searched in at most this many pages of the newest ones. */
const MAX_PAGES = 5;

/**
 * Returns an owner's concerns, the most urgent first, or none. Only administrators see concerns of chat accounts, which are all of live
 * mode.
 */
export async function findConcerns(
  deps: FindConcernsDeps,
  { owner, isAdministrator }: { readonly owner: Owner; readonly isAdministrator: boolean },
): Promise<readonly Concern[]> {
  const nowMs = deps.clock.now();
  const found = await Promise.all([
    accounts(deps, owner, nowMs),
    waitingCustomers(deps, owner, nowMs),
    deps.notifications.listUndecided(owner, { limit: MOST_APPROVALS }).then(approvalConcerns),
    absences(deps, owner, nowMs),
    deps.apiKeys.list(owner).then((keys) => [...keyConcerns(keys, nowMs), ...replacedKeyConcerns(keys, nowMs)]),
    deps.chatTemplates.list(owner).then(chatTemplateConcerns),
    webhooks(deps, owner),
    isAdministrator && !isTestOwner(owner) ? chatAccounts(deps) : [],
  ]);
  return inOrder(found.flat());
}

async function chatAccounts({ chatAccounts: store }: FindConcernsDeps): Promise<readonly Concern[]> {
  const ids = await store.ids({ limit: MAX_CHAT_ACCOUNTS });
  const found = await inBatches(ids, (id) => store.find(id));
  return chatAccountConcerns(found.filter((account) => account !== undefined));
}

async function accounts(deps: FindConcernsDeps, owner: Owner, nowMs: number): Promise<readonly Concern[]> {
  const own = await deps.sendingAccounts.list(owner);
  if (own.length === 0) return [];
  const failing = own.filter(isFailing);
  const [newest, hours] = await Promise.all([
    failing.length > 0 ? newestOf(deps, owner) : [],
    deps.countedFigures.hours(owner, stretchOf(PERIOD_OF_RATES, nowMs)),
  ]);
  return [...accountConcerns(failing, newest, deps.backoffBaseSeconds), ...rateConcerns(own, hours.figures)];
}

async function newestOf({ notifications }: FindConcernsDeps, owner: Owner): Promise<readonly Notification[]> {
  const found: Notification[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const seen = await notifications.listRecent(owner, { limit: PAGE, before: found.at(-1)?.id, reads: "eventual" });
    found.push(...seen);
    if (seen.length < PAGE) break;
  }
  return found;
}

async function absences(
  { countedFigures, emailTemplates }: FindConcernsDeps,
  owner: Owner,
  nowMs: number,
): Promise<readonly Concern[]> {
  const today = dayOf(nowMs);
  const range = { fromMs: today - (DAYS_OF_ABSENCES - 1) * DAY_MS, toMs: today + DAY_MS };
  const { figures } = await countedFigures.absences(owner, range);
  const byTemplate = [...Map.groupBy(figures, ({ templateId }) => templateId)].slice(0, MAX_TEMPLATES);
  const concerns = await inBatches(byTemplate, async ([id, own]) => {
    const template = await emailTemplates.get(owner, id);
    return template ? absenceConcern(template, own) : [];
  });
  return concerns.flat();
}

async function webhooks({ webhooks: store, webhookLog }: FindConcernsDeps, owner: Owner): Promise<readonly Concern[]> {
  const lastOf = async (id: string, status: "failed" | "success"): Promise<number | undefined> =>
    (await webhookLog.list(id, { status, limit: 1 })).deliveries[0]?.atMs;
  const known = async (webhook: Webhook): Promise<KnownWebhook> => {
    if (!webhook.isEnabled) return { webhook };
    const [lastFailureAtMs, lastSuccessAtMs] = await Promise.all([
      lastOf(webhook.id, "failed"),
      lastOf(webhook.id, "success"),
    ]);
    return { webhook, lastFailureAtMs, lastSuccessAtMs };
  };
  return webhookConcerns(await inBatches(await store.list(owner), known));
}
