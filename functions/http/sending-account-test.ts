import { changingServices } from "../../shared/activity/wiring.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation } from "../../shared/edge/operation.ts";
import { checkSenderDomain } from "../../shared/email/check-sender-domain.ts";
import { getSenderDomain, toSenderDomainView } from "../../shared/email/contract/sender-domain.ts";
import { toTrialView, tryAccountDraft, trySendingAccount } from "../../shared/email/contract/sending-account-trial.ts";
import * as contract from "../../shared/email/contract/sending-accounts.ts";
import { testSendingAccount } from "../../shared/email/test-sending-account.ts";
import { senderDomainServices, sendingAccountTestServices } from "../../shared/email/trial-wiring.ts";
import { tryAccountDraft as tryDraft } from "../../shared/email/try-account-draft.ts";
import { trySendingAccount as tryOut } from "../../shared/email/try-sending-account.ts";

export const handler = httpFunction(changingServices, [
  operation(
    contract.testSendingAccount,
    async (servicesOf, { owner, params, body, reservedId: mailId }) => {
      await testSendingAccount(servicesOf(owner), { owner, id: params.id, mailId }, body.recipient);
      return { status: "sent" } as const;
    },
    sendingAccountTestServices,
  ),
  operation(
    trySendingAccount,
    async (servicesOf, { owner, params, body, reservedId: mailId }) =>
      toTrialView(await tryOut(servicesOf(owner), { owner, id: params.id, mailId }, body.recipient)),
    sendingAccountTestServices,
  ),
  operation(
    tryAccountDraft,
    async (servicesOf, { owner, body: { account, account_id: storedId, recipient }, reservedId: mailId }) =>
      toTrialView(await tryDraft(servicesOf(owner), { owner, draft: { account, storedId }, mailId }, recipient)),
    sendingAccountTestServices,
  ),
  operation(
    getSenderDomain,
    async (servicesOf, { owner, params, query }) =>
      toSenderDomainView(
        await checkSenderDomain(servicesOf(owner), { owner, id: params.id, selectors: query.selectors }),
      ),
    senderDomainServices,
  ),
]);
