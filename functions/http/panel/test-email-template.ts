import { toNotificationView } from "../../../shared/contract/notifications.ts";
import { testEmailTemplate as contract } from "../../../shared/contract/panel-template-test.ts";
import { operation } from "../../../shared/http/operation.ts";
import { testEmailTemplate as send } from "../../../shared/use-cases/email-templates/test-email-template.ts";
import { templateTestServices } from "../../../shared/wiring/panel.ts";

export const testEmailTemplate = operation(
  contract,
  async ({ acceptance }, { owner, params, body }) =>
    toNotificationView(await send(await acceptance(), { owner, id: params.id }, body)),
  templateTestServices,
);
