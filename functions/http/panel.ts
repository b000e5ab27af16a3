import { listActivity, toActivityPageView } from "../../shared/activity/contract.ts";
import { listActivity as readActivity } from "../../shared/activity/list-activity.ts";
import { secretMakingServices } from "../../shared/activity/secret-making-wiring.ts";
import { activityServices } from "../../shared/activity/wiring.ts";
import { getAlerts, replaceAlerts } from "../../shared/alerts/contract/panel/alerts.ts";
import {
  approveNotification,
  countApprovals,
  declineNotification,
  listApprovals,
  MOST_COUNTED,
} from "../../shared/channels/contract/panel/approvals.ts";
import { getPanelMessage } from "../../shared/channels/contract/panel/message.ts";
import { overviewServices } from "../../shared/composition/reading.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation } from "../../shared/edge/operation.ts";
import { testEmailTemplate } from "../../shared/email/contract/panel/template-test.ts";
import { testEmailTemplate as sendTest } from "../../shared/email/test-email-template.ts";
import { getPanelEvent, listPanelEvents, toRecentEventPageView } from "../../shared/events/contract/panel/events.ts";
import { eventFeedServices } from "../../shared/events/feed-wiring.ts";
import { findEvent } from "../../shared/events/find-event.ts";
import { listRecentEvents } from "../../shared/events/list-recent-events.ts";
import { getSession, toSessionView } from "../../shared/identity/contract.ts";
import { describeCaller } from "../../shared/identity/describe-caller.ts";
import { sessionServices } from "../../shared/identity/wiring.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import * as keyContract from "../../shared/keys/contract.ts";
import { createApiKey, type ReservedKey } from "../../shared/keys/create-api-key.ts";
import { listApiKeys } from "../../shared/keys/list-api-keys.ts";
import { keyListServices } from "../../shared/keys/list-wiring.ts";
import { revokeApiKey } from "../../shared/keys/revoke-api-key.ts";
import { rotateApiKey } from "../../shared/keys/rotate-api-key.ts";
import { apiKeyServices } from "../../shared/keys/wiring.ts";
import { cancelNotification } from "../../shared/notifications/change/cancel-notification.ts";
import { toNotificationView } from "../../shared/notifications/contract/notifications.ts";
import { getPanelAttachment } from "../../shared/notifications/contract/panel/message-file.ts";
import { createPanelNotification } from "../../shared/notifications/contract/panel/new-notification.ts";
import { getPanelNotification } from "../../shared/notifications/contract/panel/notification.ts";
import { listPanelNotifications } from "../../shared/notifications/contract/panel/notification-list.ts";
import { getPanelNotificationTimeline } from "../../shared/notifications/contract/panel/notification-timeline.ts";
import { getOverview, toOverviewView } from "../../shared/notifications/contract/panel/overview.ts";
import * as changes from "../../shared/notifications/contract/panel/sender-changes.ts";
import { getOverview as readOverview } from "../../shared/notifications/read/get-overview.ts";
import { notificationServices } from "../../shared/notifications/wiring.ts";
import { getAttention, toAttentionView } from "../../shared/statistics/contract/attention.ts";
import { getStatistics, toStatisticsView } from "../../shared/statistics/contract/statistics.ts";
import { findConcerns } from "../../shared/statistics/find-concerns.ts";
import { getStatistics as readStatistics } from "../../shared/statistics/get-statistics.ts";
import { nameReasons } from "../../shared/statistics/name-reasons.ts";
import { figuresServices } from "../../shared/statistics/wiring.ts";
import { acceptance, madeByPerson } from "./panel/acceptance.ts";
import { replacedAlerts, shownAlerts } from "./panel/alerts.ts";
import * as approving from "./panel/approvals.ts";
import * as panel from "./panel/notifications.ts";

const { toApiKeyView, toDetailedKeyView, toNewApiKeyView } = keyContract;

/** Loads the services of the panel's first page only for that page, since they read from every capability. */
const attention = async () => (await import("../../shared/statistics/attention-wiring.ts")).attentionServices();

const reservedIn = ({ reservedId, reservedEntropy, isRepeat }: ReservedKey): ReservedKey => ({
  reservedId,
  reservedEntropy,
  isRepeat,
});

const apiKeys = [
  operation(
    keyContract.listApiKeys,
    async (deps, { owner, query: { details } }) =>
      details
        ? (await listApiKeys(deps, owner)).map(toDetailedKeyView)
        : (await deps.apiKeys.list(owner)).map(toApiKeyView),
    keyListServices,
  ),
  operation(
    keyContract.createApiKey,
    async (deps, { owner, body, ...request }) =>
      toNewApiKeyView(await createApiKey(deps, owner, { ...reservedIn(request), ...body })),
    apiKeyServices,
  ),
  operation(
    keyContract.revokeApiKey,
    (deps, { owner, params }) => revokeApiKey(deps, owner, params.id),
    apiKeyServices,
  ),
  operation(
    keyContract.rotateApiKey,
    async (deps, { owner, params, body, ...request }) => {
      const rotation = { owner, ...params, graceSeconds: body.grace_seconds, ...reservedIn(request) };
      return toNewApiKeyView(await rotateApiKey(deps, rotation));
    },
    apiKeyServices,
  ),
];

const keyOf = ({ owner, params }: { readonly owner: Owner; readonly params: { readonly id: string } }) => ({
  owner,
  id: params.id,
});
/** The operations below get no services from here: they load their services when the first of them is called. */
const nothing = () => undefined;

const notifications = [
  operation(
    createPanelNotification,
    async (_, request) => panel.submitted({ ...request, madeBy: await madeByPerson(request) }),
    nothing,
  ),
  operation(listPanelNotifications, (_, { owner, query }) => panel.listed(owner, query), nothing),
  operation(getPanelNotification, (_, request) => panel.described(keyOf(request)), nothing),
  operation(getPanelMessage, (_, request) => panel.messageOf(keyOf(request)), nothing),
  operation(
    getPanelAttachment,
    (_, { owner, params: { id, index }, query }) => panel.filePart({ owner, id }, { index, ...query }),
    nothing,
  ),
  operation(
    getPanelNotificationTimeline,
    (deps, request) => panel.timelineOf(deps, keyOf(request)),
    notificationServices,
  ),
  operation(
    changes.cancelPanelNotification,
    async (deps, request) => toNotificationView(await cancelNotification(deps, keyOf(request))),
    notificationServices,
  ),
  operation(changes.retryPanelNotification, (_, request) => panel.retried(keyOf(request)), nothing),
  operation(
    changes.resendPanelNotification,
    async (_, request) => panel.resent(request, { madeBy: await madeByPerson(request), ...request.body }),
    nothing,
  ),
];

const approvals = [
  operation(listApprovals, (_, { owner, query }) => approving.awaited(owner, query), nothing),
  operation(
    countApprovals,
    async ({ notifications: store }, { owner }) => ({
      waiting: (await store.listUndecided(owner, { limit: MOST_COUNTED })).length,
    }),
    notificationServices,
  ),
  operation(approveNotification, (_, request) => approving.approved(keyOf(request), request.body), nothing),
  operation(declineNotification, (_, request) => approving.declined(keyOf(request), request.identity), nothing),
];

const overview = [
  operation(getOverview, async (deps, { owner }) => toOverviewView(await readOverview(deps, owner)), overviewServices),
  operation(
    testEmailTemplate,
    async (_, { owner, params, body, ...request }) => {
      const { reservedId, isRepeat } = request;
      const test = { owner, ...params, madeBy: await madeByPerson(request), reservedId, isRepeat };
      return toNotificationView(await sendTest(await acceptance(), test, body));
    },
    nothing,
  ),
];

const activity = operation(
  listActivity,
  async (deps, { owner, query }) =>
    toActivityPageView(await readActivity(deps, { reader: owner, scope: { owner } }, query)),
  activityServices,
);

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
    async ({ administratorRole }, { owner, identity }) => {
      const isAdministrator = identity?.token.roles.includes(administratorRole) ?? false;
      return toAttentionView(await findConcerns(await attention(), { owner, isAdministrator }));
    },
    sessionServices,
  ),
];

const alerts = [
  operation(getAlerts, (_, { owner }) => shownAlerts(owner), nothing),
  operation(replaceAlerts, (_, request) => replacedAlerts(request), nothing),
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

const events = [
  operation(
    listPanelEvents,
    async (deps, { owner, query }) => toRecentEventPageView(await listRecentEvents(deps, owner, query)),
    eventFeedServices,
  ),
  operation(getPanelEvent, (deps, { owner, params }) => findEvent(deps, owner, params.id), eventFeedServices),
];

export const handler = httpFunction(secretMakingServices, [
  ...apiKeys,
  ...notifications,
  ...approvals,
  ...overview,
  ...figures,
  ...events,
  activity,
  ...alerts,
  session,
]);
