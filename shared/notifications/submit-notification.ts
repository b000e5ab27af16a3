import type { CallerOrigin } from "../kernel/caller-origin.ts";
import type { Acceptance, AcceptedRequest, Intakes, RequestOf } from "./channel.ts";
import type { NotificationRequest } from "./contract/notification-request.ts";
import type { ChannelName, Notification } from "./domain/notification.ts";
import { refuseTooFarAhead } from "./domain/send-at.ts";
import { type RepeatableKey, type StoreAndQueueDeps, storeAndQueue, unlessStored } from "./store-and-queue.ts";

export interface SubmitNotificationDeps extends StoreAndQueueDeps {
  readonly channels: Intakes;
}

/** The id is chosen before: a request that is carried out twice under one idempotency key creates one notification. */
export interface Submission extends RepeatableKey {
  readonly caller: CallerOrigin;
}

export async function submitNotification(
  deps: SubmitNotificationDeps,
  submission: Submission,
  request: NotificationRequest,
): Promise<Notification> {
  const { channel } = request;
  const acceptance: Acceptance = deps.channels[channel];
  const accept = async () => {
    const accepted = await check(deps.channels, submission, { channel, request });
    const { sendAt, metadata } = request;
    refuseTooFarAhead({ sendAt }, deps.clock.now());
    return storeAndQueue(deps, submission, { accepted, ...acceptanceOf(acceptance), options: { sendAt, metadata } });
  };
  return unlessStored(deps, submission, { accept, beforeQueued: acceptance.beforeQueued });
}

const acceptanceOf = ({ maxAttempts, beforeQueued }: Acceptance): Acceptance => ({
  maxAttempts,
  ...(beforeQueued && { beforeQueued }),
});

function check<Channel extends ChannelName>(
  channels: Intakes,
  { owner, caller }: Submission,
  { channel, request }: { readonly channel: Channel; readonly request: RequestOf<Channel> },
): Promise<AcceptedRequest> {
  return channels[channel].check(owner, request, caller);
}
