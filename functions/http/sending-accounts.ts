import { changingServices } from "../../shared/activity/wiring.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { madeOnce } from "../../shared/edge/made-once.ts";
import { operation } from "../../shared/edge/operation.ts";
import { tagged } from "../../shared/edge/tagged.ts";
import * as contract from "../../shared/email/contract/sending-accounts.ts";
import { createSendingAccount } from "../../shared/email/create-sending-account.ts";
import type { SendingAccount } from "../../shared/email/domain/sending-account.ts";
import { replaceSendingAccount } from "../../shared/email/replace-sending-account.ts";
import { savedAccountServices } from "../../shared/email/wiring.ts";
import { notFound } from "../../shared/kernel/refusal.ts";
import { shownRevision } from "../../shared/kernel/revision.ts";

const { toSendingAccountView } = contract;
const shown = (account: SendingAccount) => tagged(toSendingAccountView(account), shownRevision(account));

export const handler = httpFunction(changingServices, [
  operation(
    contract.listSendingAccounts,
    async ({ sendingAccounts }, { owner }) => (await sendingAccounts.list(owner)).map(toSendingAccountView),
    savedAccountServices,
  ),
  operation(
    contract.createSendingAccount,
    async (deps, { owner, body, ...request }) =>
      shown(
        await madeOnce(request, {
          newId: deps.identifiers.newId,
          find: (id) => deps.sendingAccounts.get(owner, id),
          make: (id) => createSendingAccount(deps, owner, body, id),
        }),
      ),
    savedAccountServices,
  ),
  operation(
    contract.getSendingAccount,
    async ({ sendingAccounts }, { owner, params }) => {
      const account = await sendingAccounts.get(owner, params.id);
      if (account === undefined) throw notFound();
      return shown(account);
    },
    savedAccountServices,
  ),
  operation(
    contract.replaceSendingAccount,
    async (deps, { owner, params, expected, body }) =>
      shown(await replaceSendingAccount(deps, { owner, id: params.id, expected }, body)),
    savedAccountServices,
  ),
  operation(
    contract.deleteSendingAccount,
    async ({ sendingAccounts }, { owner, params, expected }) => {
      if (!(await sendingAccounts.remove(owner, params.id, expected))) throw notFound();
    },
    savedAccountServices,
  ),
]);
