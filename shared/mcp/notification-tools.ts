import { toListedView, toNotificationPageView } from "../notifications/contract/notification-list.ts";
import { toTimelineView } from "../notifications/contract/notification-timeline.ts";
import { type GetTimelineDeps, getTimeline } from "../notifications/read/get-timeline.ts";
import { type PageOfNotificationsDeps, pageOfNotifications } from "../notifications/read/page-of-notifications.ts";
import type { BoundTool, toolBinder } from "./bound-tool.ts";
import { getNotificationTool, listNotificationsTool } from "./contract/notification-tools.ts";

export type NotificationToolDeps = PageOfNotificationsDeps & GetTimelineDeps;

export const notificationTools = (
  bind: ReturnType<typeof toolBinder>,
  deps: NotificationToolDeps,
): readonly BoundTool[] => [
  bind(getNotificationTool, async ({ owner }, { id }) => {
    const { notification, addresses } = await getTimeline(deps, { owner, id });
    const [recipient] = addresses;
    return {
      // The record of an older notification has no recipient, but its content has.
      notification: toListedView({ recipient, ...notification }),
      ...toTimelineView(notification, addresses),
    };
  }),
  bind(listNotificationsTool, async ({ owner }, query) =>
    toNotificationPageView(await pageOfNotifications(deps, owner, query)),
  ),
];
