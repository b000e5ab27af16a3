import type { CallerOrigin } from "../../kernel/caller-origin.ts";
import type { Clock } from "../../kernel/clock.ts";
import { needsApproval } from "../../kernel/key-terms.ts";
import type { Intakes } from "../channel.ts";
import type { ChannelRequest } from "../contract/send-options.ts";
import { addressesOf, type Notification, ofChannel } from "../domain/notification.ts";
import { refuseTooFarAhead } from "../domain/send-at.ts";
import type { NotificationKey } from "../ports.ts";
import { checkedForKey } from "./judge-recipients.ts";
import {
  type NewNotification,
  type RepeatableKey,
  type StoreAndQueueDeps,
  storeAndQueue,
  storedBefore,
} from "./store-and-queue.ts";

export interface SubmitNotificationDeps extends StoreAndQueueDeps {
  readonly channels: Intakes;
}

/** The id is chosen before the request runs, so that a request that runs twice under one idempotency key creates one notification. */
export interface Submission extends RepeatableKey {
  readonly caller: CallerOrigin;
}

export async function submitNotification(
  deps: SubmitNotificationDeps,
  submission: Submission,
  request: ChannelRequest,
): Promise<Notification> {
  const before = submission.isRepeat ? await submittedBefore(deps, submission, request) : undefined;
  return before ?? storeAndQueue(deps, submission, await accepted(deps, submission, request));
}

/** Repeats the answer to an earlier run of the same request; undefined when that run stored nothing. */
export async function submittedBefore(
  deps: SubmitNotificationDeps,
  key: NotificationKey,
  { channel, sendAt }: Pick<ChannelRequest, "channel" | "sendAt">,
): Promise<Notification | undefined> {
  const before = await storedBefore(deps, key, ofChannel(deps.channels, channel));
  // The sender may have rescheduled the notification since, but a repeated answer shows the time of the request.
  return before && { ...before, sendAt };
}

export interface AcceptanceDeps {
  readonly channels: Intakes;
  readonly clock: Clock;
}

/** Checks and freezes the request, and judges its recipients for the API key; nothing is stored yet. */
export async function accepted(
  { channels, clock }: AcceptanceDeps,
  submission: Pick<Submission, "owner" | "caller" | "id" | "callingKey">,
  request: ChannelRequest,
): Promise<NewNotification> {
  const { channel, recipient, sendAt, metadata } = request;
  refuseTooFarAhead({ sendAt }, clock.now());
  const intake = ofChannel(channels, channel);
  const { owner, id, callingKey } = submission;
  const caller = needsApproval(callingKey) ? { ...submission.caller, awaitsApproval: true } : submission.caller;
  const checked = await checkedForKey(callingKey, [recipient], async () => {
    const one = await intake.check(owner, request, caller, id);
    return { checked: one, recipients: addressesOf(one.content) };
  });
  return { accepted: checked, acceptance: intake, options: { sendAt, metadata } };
}
