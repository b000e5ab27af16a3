import { changingServices } from "../../shared/activity/wiring.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation } from "../../shared/edge/operation.ts";
import * as contract from "../../shared/email/contract/sending-accounts.ts";
import { testSendingAccount } from "../../shared/email/test-sending-account.ts";
import { sendingAccountTestServices } from "../../shared/email/wiring.ts";

export const handler = httpFunction(changingServices, [
  operation(
    contract.testSendingAccount,
    async (deps, { owner, params, body }) => {
      await testSendingAccount(deps, { owner, id: params.id }, body.recipient);
      return { status: "sent" } as const;
    },
    sendingAccountTestServices,
  ),
]);
