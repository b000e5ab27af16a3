import { panelServices, templateTestServices } from "../../shared/composition/panel.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation } from "../../shared/edge/operation.ts";
import { testEmailTemplate } from "../../shared/email/contract/panel-template-test.ts";
import { testEmailTemplate as sendTest } from "../../shared/email/test-email-template.ts";
import { getSession, toSessionView } from "../../shared/identity/contract.ts";
import { describeCaller } from "../../shared/identity/describe-caller.ts";
import { accessTokenFrame } from "../../shared/identity/frame-wiring.ts";
import * as keyContract from "../../shared/keys/contract.ts";
import { createApiKey } from "../../shared/keys/create-api-key.ts";
import { revokeApiKey } from "../../shared/keys/revoke-api-key.ts";
import { rotateApiKey } from "../../shared/keys/rotate-api-key.ts";
import { toNotificationView } from "../../shared/notifications/contract/notifications.ts";
import * as contract from "../../shared/notifications/contract/panel-notifications.ts";
import { getOverview, toOverviewView } from "../../shared/notifications/contract/panel-overview.ts";
import { isPartlyDelivered } from "../../shared/notifications/domain/notification.ts";
import { getOverview as readOverview } from "../../shared/notifications/get-overview.ts";
import { getTimeline } from "../../shared/notifications/get-timeline.ts";
import { listNotifications } from "../../shared/notifications/list-notifications.ts";

const { toApiKeyView } = keyContract;

const apiKeys = [
  operation(
    keyContract.listApiKeys,
    async (deps, { owner }) => (await deps.apiKeys.list(owner)).map(toApiKeyView),
    panelServices,
  ),
  operation(
    keyContract.createApiKey,
    async (deps, { owner, body }) => {
      const { key, text } = await createApiKey(deps, owner, body);
      return { ...toApiKeyView(key), key: text };
    },
    panelServices,
  ),
  operation(keyContract.revokeApiKey, (deps, { owner, params }) => revokeApiKey(deps, owner, params.id), panelServices),
  operation(
    keyContract.rotateApiKey,
    async (deps, { owner, params, body }) => {
      const { key, text } = await rotateApiKey(deps, { owner, id: params.id, graceSeconds: body.grace_seconds });
      return { ...toApiKeyView(key), key: text };
    },
    panelServices,
  ),
];

const notifications = [
  operation(
    contract.listNotifications,
    async (deps, { owner, query }) => {
      const { notifications: listed, nextCursor } = await listNotifications(deps, owner, query);
      return {
        notifications: listed.map(contract.toListedNotification),
        ...(nextCursor ? { next_cursor: nextCursor } : {}),
      };
    },
    panelServices,
  ),
  operation(
    contract.getNotificationTimeline,
    async (deps, { owner, params }) => {
      const { notification, events, addresses } = await getTimeline(deps, owner, params.id);
      const { id, status, recipients = [] } = notification;
      return {
        id,
        status,
        partly_delivered: isPartlyDelivered(notification),
        events: events.map(contract.toTimelineEntry),
        recipients: recipients.map((record) => contract.toRecipientView(record, addresses)),
      };
    },
    panelServices,
  ),
  operation(getOverview, async (deps, { owner }) => toOverviewView(await readOverview(deps, owner)), panelServices),
  operation(
    testEmailTemplate,
    async ({ acceptance }, { owner, params, body }) =>
      toNotificationView(await sendTest(await acceptance(), { owner, id: params.id }, body)),
    templateTestServices,
  ),
];

const session = operation(
  getSession,
  async (deps, { identity }) => {
    if (identity === undefined) throw new Error("a route with access tokens was called without one");
    const claims = await describeCaller(deps, identity);
    return toSessionView(claims, claims.roles.includes(deps.administratorRole));
  },
  panelServices,
);

export const handler = httpFunction(accessTokenFrame, [...apiKeys, ...notifications, session]);
