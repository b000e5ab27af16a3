import { sendingAccountIn } from "../../shared/channels/contract/notification-request.ts";
import { acceptanceServices } from "../../shared/composition/acceptance.ts";
import { listingServices } from "../../shared/composition/reading.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { type OperationRequest, operation } from "../../shared/edge/operation.ts";
import { type RefuseForeignOriginDeps, refuseForeignOrigin } from "../../shared/email/refuse-foreign-origin.ts";
import { isObject } from "../../shared/kernel/json-object.ts";
import { apiKeyEdgeServices } from "../../shared/keys/wiring.ts";
import { judgedResults, shownToKey } from "../../shared/notifications/accept/judge-repeat.ts";
import { submitBatch } from "../../shared/notifications/accept/submit-batch.ts";
import { submitNotification, submittedBefore } from "../../shared/notifications/accept/submit-notification.ts";
import { cancelNotification } from "../../shared/notifications/change/cancel-notification.ts";
import { rescheduleNotification } from "../../shared/notifications/change/reschedule-notification.ts";
import { resendNotification } from "../../shared/notifications/change/resend-notification.ts";
import {
  createNotificationBatch,
  isAllOverLimit,
  readBatchItem,
  refusedBatch,
  toBatchResult,
} from "../../shared/notifications/contract/batch.ts";
import * as expanded from "../../shared/notifications/contract/expanded-notification.ts";
import { listNotifications, toNotificationPageView } from "../../shared/notifications/contract/notification-list.ts";
import { getNotificationTimeline, toTimelineView } from "../../shared/notifications/contract/notification-timeline.ts";
import * as contract from "../../shared/notifications/contract/notifications.ts";
import * as changes from "../../shared/notifications/contract/sender-changes.ts";
import { expandNotification } from "../../shared/notifications/read/expand-notification.ts";
import { getNotification } from "../../shared/notifications/read/get-notification.ts";
import { getTimeline } from "../../shared/notifications/read/get-timeline.ts";
import { pageOfNotifications } from "../../shared/notifications/read/page-of-notifications.ts";
import { notificationServices } from "../../shared/notifications/wiring.ts";

const { toNotificationView } = contract;

/** Checks the caller's origin before the rest of the body (D1). The sending account that the body names decides which origins are allowed. */
async function refuseOriginOf(
  deps: RefuseForeignOriginDeps,
  { owner, body, caller }: Pick<OperationRequest<Record<string, unknown>>, "owner" | "body" | "caller">,
): Promise<void> {
  const account = sendingAccountIn(body);
  if (account) await refuseForeignOrigin(deps, owner, { ...account, caller });
}

const shown = shownToKey(({ id }: { readonly id: string }) => id);

export const handler = httpFunction(apiKeyEdgeServices, [
  operation(
    contract.createNotification,
    async (deps, { owner, key: callingKey, body, caller, reservedId, isRepeat, madeBy }) => {
      const id = reservedId ?? deps.identifiers.newId();
      return toNotificationView(
        await submitNotification(deps, { owner, id, isRepeat, caller, madeBy, callingKey }, body),
      );
    },
    acceptanceServices,
    {
      beforeBodyRefusal: refuseOriginOf,
      again: async (deps, { owner, body }, id) => {
        const before = await submittedBefore(deps, { owner, id }, body);
        return before && toNotificationView(before);
      },
      shown,
    },
  ),
  operation(
    createNotificationBatch,
    async (deps, { owner, key: callingKey, body, caller, reservedId, isRepeat, madeBy }) => {
      const outcome = await submitBatch(deps, {
        owner,
        id: reservedId ?? deps.identifiers.newId(),
        isRepeat,
        isAtomic: body.atomic,
        caller,
        madeBy,
        callingKey,
        readItems: body.notifications.map((item) => async () => {
          try {
            return readBatchItem(item);
          } catch (error) {
            await refuseOriginOf(deps, { owner, body: isObject(item) ? item : {}, caller });
            throw error;
          }
        }),
      });
      if (outcome.isRefused) throw refusedBatch(outcome.items);
      return { results: outcome.results.map(toBatchResult) };
    },
    acceptanceServices,
    {
      // Only a key with a daily limit has items beyond it.
      isKept: ({ key }, answer) => key?.limits?.perDay === undefined || !isAllOverLimit(answer()),
      shown: async (deps, caller, answer) => {
        const results = await judgedResults(deps, caller, { results: () => answer().results, refused: toBatchResult });
        return results && { results };
      },
    },
  ),
  operation(
    expanded.getNotification,
    async (deps, { owner, params: { id }, query }) => {
      if (query.expand === undefined) return toNotificationView(await getNotification(deps, owner, id));
      const { expandingServices } = await import("../../shared/composition/expanding.ts");
      return expanded.toExpandedNotificationView(await expandNotification(expandingServices(), { owner, id }));
    },
    notificationServices,
  ),
  operation(
    changes.cancelNotification,
    async (deps, { owner, params }) => toNotificationView(await cancelNotification(deps, { owner, id: params.id })),
    acceptanceServices,
  ),
  operation(
    changes.rescheduleNotification,
    async (deps, { owner, params, body }) =>
      toNotificationView(await rescheduleNotification(deps, { owner, id: params.id }, body.sendAt)),
    acceptanceServices,
  ),
  operation(
    changes.resendNotification,
    async (deps, { owner, key: callingKey, params, caller, reservedId, isRepeat, madeBy }) => {
      const id = reservedId ?? deps.identifiers.newId();
      const resending = { owner, id, isRepeat, caller, madeBy, callingKey, resentFrom: params.id };
      return toNotificationView(await resendNotification(deps, resending));
    },
    acceptanceServices,
    { shown },
  ),
  operation(
    listNotifications,
    async (deps, { owner, query }) => toNotificationPageView(await pageOfNotifications(deps, owner, query)),
    listingServices,
  ),
  operation(
    getNotificationTimeline,
    async (deps, { owner, params }) => {
      const { notification, addresses } = await getTimeline(deps, { owner, id: params.id });
      return toTimelineView(notification, addresses);
    },
    notificationServices,
  ),
]);
