import type { Outlet } from "../../../shared/notifications/channel.ts";
import { CAUSES } from "../../../shared/notifications/domain/causes.ts";
import type { NotificationStore } from "../../../shared/notifications/ports.ts";
import { NO_ECHO } from "./echo-causes.ts";
import { echoIn } from "./echo-content.ts";
import type { EchoValley } from "./echo-valley.ts";

export interface EchoOutletDeps {
  readonly notifications: Pick<NotificationStore, "findContent">;
  readonly valley: EchoValley;
}

export const echoOutlet = ({ notifications, valley }: EchoOutletDeps): Outlet => ({
  async send({ owner, id }, acquire) {
    const content = await notifications.findContent(owner, id);
    if (content === undefined) return { kind: "failed", isTerminal: true, cause: CAUSES.content_expired };
    const postponed = await acquire();
    if (postponed) return postponed;
    const { recipient, shout } = echoIn(content);
    const text = await valley.call(recipient, shout);
    if (text !== undefined) return { kind: "sent", report: { stage: "valley", text } };
    return { kind: "failed", isTerminal: false, cause: NO_ECHO, report: { stage: "valley", text: NO_ECHO } };
  },
});
