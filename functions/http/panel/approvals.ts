import { toApprovalPageView } from "../../../shared/channels/contract/panel/approvals.ts";
import type { CallerIdentity } from "../../../shared/edge/ports.ts";
import { personName } from "../../../shared/identity/person-name.ts";
import { sessionServices } from "../../../shared/identity/wiring.ts";
import { approve, decline } from "../../../shared/notifications/change/decide-approval.ts";
import type { FinalText } from "../../../shared/notifications/channel.ts";
import { toNotificationView } from "../../../shared/notifications/contract/notifications.ts";
import type { NotificationKey } from "../../../shared/notifications/ports.ts";
import { listApprovals } from "../../../shared/notifications/read/list-approvals.ts";

/** These services are loaded only for the page of approvals, since they know every channel. */
const reviewing = async () => (await import("../../../shared/composition/reviewing.ts")).reviewingServices();

export const awaited = async (
  owner: NotificationKey["owner"],
  page: { readonly limit: number; readonly cursor?: string | undefined },
) => toApprovalPageView(await listApprovals(await reviewing(), owner, page));

export const approved = async (key: NotificationKey, edits: FinalText) =>
  toNotificationView(await approve(await reviewing(), key, edits));

export async function declined(key: NotificationKey, identity: CallerIdentity | undefined) {
  const name = (await personName(sessionServices(), identity)) ?? key.owner;
  return toNotificationView(await decline(await reviewing(), key, { name }));
}
