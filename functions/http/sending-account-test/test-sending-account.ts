import { testSendingAccount as contract } from "../../../shared/contract/sending-accounts.ts";
import { operation } from "../../../shared/http/operation.ts";
import { testSendingAccount as testSend } from "../../../shared/use-cases/sending-accounts/test-sending-account.ts";
import { sendingAccountTestServices } from "../../../shared/wiring/sending-account-test.ts";

export const testSendingAccount = operation(
  contract,
  async (deps, { owner, params, body }) => {
    await testSend(deps, { owner, id: params.id }, body.recipient);
    return { status: "sent" } as const;
  },
  sendingAccountTestServices,
);
