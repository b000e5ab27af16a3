import { operation } from "../../../shared/edge/operation.ts";
import { testSendingAccount as contract } from "../../../shared/email/contract/sending-accounts.ts";
import { sendingAccountTestServices } from "../../../shared/email/sending-account-test-wiring.ts";
import { testSendingAccount as testSend } from "../../../shared/email/test-sending-account.ts";

export const testSendingAccount = operation(
  contract,
  async (deps, { owner, params, body }) => {
    await testSend(deps, { owner, id: params.id }, body.recipient);
    return { status: "sent" } as const;
  },
  sendingAccountTestServices,
);
