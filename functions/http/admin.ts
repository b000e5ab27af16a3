import { listAdministrationActivity, toActivityPageView } from "../../shared/activity/contract.ts";
import { listActivity } from "../../shared/activity/list-activity.ts";
import { activityServices, changingServices } from "../../shared/activity/wiring.ts";
import { askProvider } from "../../shared/chat/accounts/ask-provider.ts";
import { createChatAccount, replaceChatAccount } from "../../shared/chat/accounts/save-chat-account.ts";
import { verifyChatAccount } from "../../shared/chat/accounts/verify-chat-account.ts";
import * as contract from "../../shared/chat/contract/chat-accounts.ts";
import type { RevisedChatAccount } from "../../shared/chat/domain/chat-account.ts";
import { administrationServices } from "../../shared/chat/wiring.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { madeOnce } from "../../shared/edge/made-once.ts";
import { operation } from "../../shared/edge/operation.ts";
import { tagged } from "../../shared/edge/tagged.ts";
import { findOwners, toOwnersView } from "../../shared/identity/contract.ts";
import { findOwners as find } from "../../shared/identity/find-owners.ts";
import { peopleServices } from "../../shared/identity/wiring.ts";
import { notFound } from "../../shared/kernel/refusal.ts";
import { getEverybodysStatistics, toStatisticsView } from "../../shared/statistics/contract/statistics.ts";
import { getEverybodysStatistics as readStatistics } from "../../shared/statistics/get-statistics.ts";
import { figuresServices } from "../../shared/statistics/wiring.ts";

const { toChatAccountView, toNumberView } = contract;
const shown = (account: RevisedChatAccount, isDetailed = false) =>
  tagged(toChatAccountView(account, isDetailed), account.revision);
/** The most chat accounts that are listed. A deployment has far fewer, because every phone number costs money. */
const MAX_LISTED = 1000;

export const handler = httpFunction(changingServices, [
  operation(
    contract.listChatAccounts,
    async ({ chatAccounts }, { query: { details } }) =>
      (await chatAccounts.list({ limit: MAX_LISTED })).map((account) => toChatAccountView(account, details)),
    administrationServices,
  ),
  operation(
    contract.createChatAccount,
    async (deps, { body, ...request }) =>
      shown(
        await madeOnce(request, {
          newId: deps.identifiers.newId,
          find: (id) => deps.chatAccounts.get(id),
          make: (id) => createChatAccount(deps, body, id),
        }),
      ),
    administrationServices,
  ),
  operation(
    contract.getChatAccount,
    async ({ chatAccounts }, { params, query: { details } }) => {
      const account = await chatAccounts.get(params.id);
      if (account === undefined) throw notFound();
      return shown(account, details);
    },
    administrationServices,
  ),
  operation(
    contract.replaceChatAccount,
    async (deps, { params, expected, body }) => shown(await replaceChatAccount(deps, { ...params, expected }, body)),
    administrationServices,
  ),
  operation(
    contract.deleteChatAccount,
    async ({ chatAccounts }, { params, expected }) => {
      if (!(await chatAccounts.remove(params.id, expected))) throw notFound();
    },
    administrationServices,
  ),
  operation(
    contract.verifyChatAccount,
    async (deps, { params }) => verifyChatAccount(deps, params.id),
    administrationServices,
  ),
  operation(
    contract.getChatAccountNumber,
    async ({ chatAccounts, chatAccountProvider }, { params }) => {
      const account = await chatAccounts.find(params.id);
      if (account === undefined) throw notFound();
      return toNumberView(await askProvider(chatAccountProvider.number(account)));
    },
    administrationServices,
  ),
  operation(
    findOwners,
    async (deps, { query: { q, ids } }) => toOwnersView(await find(deps, { text: q, ids })),
    peopleServices,
  ),
  operation(
    listAdministrationActivity,
    async (deps, { owner, query }) =>
      toActivityPageView(await listActivity(deps, { reader: owner, scope: "administration" }, query)),
    activityServices,
  ),
  operation(
    getEverybodysStatistics,
    async (deps, { query: { period } }) => toStatisticsView(period, await readStatistics(deps, period)),
    figuresServices,
  ),
]);
