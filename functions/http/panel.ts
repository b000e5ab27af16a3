import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation } from "../../shared/edge/operation.ts";
import { testEmailTemplate } from "../../shared/email/contract/panel-template-test.ts";
import { testEmailTemplate as sendTest } from "../../shared/email/test-email-template.ts";
import { listPanelEvents, toRecentEventPageView } from "../../shared/events/contract/panel-events.ts";
import { eventFeedServices } from "../../shared/events/feed-wiring.ts";
import { listRecentEvents } from "../../shared/events/list-recent-events.ts";
import { getSession, toSessionView } from "../../shared/identity/contract.ts";
import { describeCaller } from "../../shared/identity/describe-caller.ts";
import { accessTokenServices, sessionServices } from "../../shared/identity/wiring.ts";
import * as keyContract from "../../shared/keys/contract.ts";
import { createApiKey } from "../../shared/keys/create-api-key.ts";
import { revokeApiKey } from "../../shared/keys/revoke-api-key.ts";
import { rotateApiKey } from "../../shared/keys/rotate-api-key.ts";
import { apiKeyServices } from "../../shared/keys/wiring.ts";
import { cancelNotification } from "../../shared/notifications/cancel-notification.ts";
import { toExplanationView } from "../../shared/notifications/contract/explanation.ts";
import { toNotificationView } from "../../shared/notifications/contract/notifications.ts";
import * as contract from "../../shared/notifications/contract/panel-notifications.ts";
import { getOverview, toOverviewView } from "../../shared/notifications/contract/panel-overview.ts";
import * as changes from "../../shared/notifications/contract/panel-sender-changes.ts";
import { explain } from "../../shared/notifications/domain/explanation/explain.ts";
import { isPartlyDelivered } from "../../shared/notifications/domain/notification.ts";
import { getOverview as readOverview } from "../../shared/notifications/get-overview.ts";
import { getTimeline } from "../../shared/notifications/get-timeline.ts";
import { listNotifications } from "../../shared/notifications/list-notifications.ts";
import { resendNotification } from "../../shared/notifications/resend-notification.ts";
import { notificationServices } from "../../shared/notifications/wiring.ts";
import { getAttention, toAttentionView } from "../../shared/statistics/contract/attention.ts";
import { getStatistics, toStatisticsView } from "../../shared/statistics/contract/statistics.ts";
import { findConcerns } from "../../shared/statistics/find-concerns.ts";
import { getStatistics as readStatistics } from "../../shared/statistics/get-statistics.ts";
import { nameReasons } from "../../shared/statistics/name-reasons.ts";
import { figuresServices } from "../../shared/statistics/wiring.ts";

const { toApiKeyView } = keyContract;

/** Loaded by the panel's first page: it reads of every capability. */
const attention = async () => (await import("../../shared/statistics/attention-wiring.ts")).attentionServices();

/** Loaded when a template is tried out: what accepts a notification is a good part of the code, and other routes do without. */
const acceptance = async () => (await import("../../shared/composition/acceptance.ts")).acceptanceServices();

const apiKeys = [
  operation(
    keyContract.listApiKeys,
    async (deps, { owner }) => (await deps.apiKeys.list(owner)).map(toApiKeyView),
    apiKeyServices,
  ),
  operation(
    keyContract.createApiKey,
    async (deps, { owner, body }) => {
      const { key, text } = await createApiKey(deps, owner, body);
      return { ...toApiKeyView(key), key: text };
    },
    apiKeyServices,
  ),
  operation(
    keyContract.revokeApiKey,
    (deps, { owner, params }) => revokeApiKey(deps, owner, params.id),
    apiKeyServices,
  ),
  operation(
    keyContract.rotateApiKey,
    async (deps, { owner, params, body }) => {
      const { key, text } = await rotateApiKey(deps, { owner, id: params.id, graceSeconds: body.grace_seconds });
      return { ...toApiKeyView(key), key: text };
    },
    apiKeyServices,
  ),
];

const notifications = [
  operation(
    contract.listPanelNotifications,
    async (deps, { owner, query: { cursor: before, ...listing } }) => {
      const { notifications: listed, next } = await listNotifications(deps, owner, { ...listing, before });
      return {
        notifications: listed.map(contract.toListedNotification),
        ...(next ? { next_cursor: next } : {}),
      };
    },
    notificationServices,
  ),
  operation(
    contract.getPanelNotificationTimeline,
    async (deps, { owner, params }) => {
      const { notification, events, addresses } = await getTimeline(deps, {
        owner,
        id: params.id,
        names: "if-different",
      });
      const { id, status, sendAt, metadata, resentFrom, recipients = [] } = notification;
      return {
        id,
        status,
        ...(sendAt === undefined ? {} : { send_at: sendAt }),
        ...(metadata && { metadata }),
        ...(resentFrom === undefined ? {} : { resent_from: resentFrom }),
        partly_delivered: isPartlyDelivered(notification),
        explanation: toExplanationView(explain(notification)),
        events: events.map((event) => contract.toTimelineEntry(notification, event)),
        recipients: recipients.map((record) => contract.toRecipientView(record, addresses)),
      };
    },
    notificationServices,
  ),
  operation(
    changes.cancelPanelNotification,
    async (deps, { owner, params }) => toNotificationView(await cancelNotification(deps, { owner, id: params.id })),
    notificationServices,
  ),
  operation(
    changes.resendPanelNotification,
    async (_, { owner, params }) => {
      const deps = await acceptance();
      // The hosts that an account allows are about programs that hold an API key.
      const caller = { isOwner: true } as const;
      const resending = { owner, id: deps.identifiers.newId(), caller, resentFrom: params.id };
      return toNotificationView(await resendNotification(deps, resending));
    },
    () => undefined,
  ),
  operation(
    getOverview,
    async (deps, { owner }) => toOverviewView(await readOverview(deps, owner)),
    notificationServices,
  ),
  operation(
    testEmailTemplate,
    async (_, { owner, params, body }) =>
      toNotificationView(await sendTest(await acceptance(), { owner, id: params.id }, body)),
    () => undefined,
  ),
];

const figures = [
  operation(
    getStatistics,
    async (deps, { owner, query: { period } }) => {
      const statistics = await readStatistics(deps, owner, period);
      const names = await nameReasons(await attention(), owner, statistics.reasons);
      return toStatisticsView(period, statistics, names);
    },
    figuresServices,
  ),
  operation(
    getAttention,
    async (_, { owner }) => toAttentionView(await findConcerns(await attention(), owner)),
    () => undefined,
  ),
];

const session = operation(
  getSession,
  async (deps, { identity }) => {
    if (identity === undefined) throw new Error("a route with access tokens was called without one");
    const claims = await describeCaller(deps, identity);
    return toSessionView(claims, claims.roles.includes(deps.administratorRole));
  },
  sessionServices,
);

const events = operation(
  listPanelEvents,
  async (deps, { owner, query }) => toRecentEventPageView(await listRecentEvents(deps, owner, query)),
  eventFeedServices,
);

export const handler = httpFunction(accessTokenServices, [...apiKeys, ...notifications, ...figures, events, session]);
