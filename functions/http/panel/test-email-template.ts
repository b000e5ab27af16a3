import { templateTestServices } from "../../../shared/composition/panel.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { testEmailTemplate as contract } from "../../../shared/email/contract/panel-template-test.ts";
import { testEmailTemplate as send } from "../../../shared/email/test-email-template.ts";
import { toNotificationView } from "../../../shared/notifications/contract/notifications.ts";

export const testEmailTemplate = operation(
  contract,
  async ({ acceptance }, { owner, params, body }) =>
    toNotificationView(await send(await acceptance(), { owner, id: params.id }, body)),
  templateTestServices,
);
