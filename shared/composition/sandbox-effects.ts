import type { StatusEvent } from "../chat/domain/chat-event.ts";
import { chatMessageServices } from "../chat/wiring.ts";
import { type ApplyStatusDeps, applyStatus } from "../conversations/apply-chat-events.ts";
import { conversations } from "../conversations/wiring.ts";
import { aheadOf } from "../edge/owners-time.ts";
import type { TestClocks } from "../edge/ports.ts";
import { testClocks } from "../edge/test-clock-wiring.ts";
import { type ApplyFeedbackDeps, applyFeedback } from "../email/apply-feedback.ts";
import { reportServices } from "../email/feedback-wiring.ts";
import { basics } from "../kernel/basics.ts";
import type { Clock } from "../kernel/clock.ts";
import { once } from "../kernel/once.ts";
import type { Owner } from "../kernel/owner.ts";
import { inTimeAhead } from "../kernel/owners-time.ts";
import { realClock } from "../kernel/system-clock.ts";
import { recoveryServices } from "../notifications/queue-wiring.ts";
import type { SweepNotificationsDeps } from "../notifications/sweep/sweep-notifications.ts";
import { A_SECOND, sweepOwn } from "../notifications/sweep/sweep-own.ts";
import type { SandboxEffect } from "../sandbox/contract/effects.ts";
import type { SandboxQueue } from "../sandbox/ports.ts";
import { sandboxQueue } from "../sandbox/queue-wiring.ts";
import type { WebhookQueue, WebhookStore } from "../webhooks/ports.ts";
import { webhookQueue, webhooks } from "../webhooks/wiring.ts";

/** What was at work during a move of the clock has planned by the old time, so another look comes after this time. */
const NEXT_LOOK_SECONDS = 4;
/** A look puts as many on the queue as leave until the next look. */
const MOST_A_LOOK = 4 * A_SECOND;
/** A look ends after this time at the latest. The next one goes on with the rest. */
const LONGEST_LOOK_MS = 25_000;
/** A report is put back so often while its mail or message is not recorded as sent yet. */
const MOST_TRIES = 8;
const TRY_AGAIN_SECONDS = 1;
/** One status follows the other after this time. */
const NEXT_STATUS_SECONDS = 1;

type Effect<Kind extends SandboxEffect["kind"]> = Extract<SandboxEffect, { readonly kind: Kind }>;

export interface SandboxEffectDeps {
  readonly realClock: Clock;
  readonly testClocks: Pick<TestClocks, "noteLook" | "endMove">;
  readonly sweeping: SweepNotificationsDeps;
  readonly webhooks: Pick<WebhookStore, "list">;
  readonly webhookQueue: WebhookQueue;
  readonly feedback: ApplyFeedbackDeps;
  readonly statuses: ApplyStatusDeps;
  readonly sandboxQueue: SandboxQueue;
}

/** Does in test mode what time, mail servers and the platform do. It has to run in the time of the effect's owner. */
export async function applySandboxEffect(deps: SandboxEffectDeps, effect: SandboxEffect): Promise<void> {
  switch (effect.kind) {
    case "clock-moved":
      return afterMove(deps, effect);
    case "mail-report":
      return reportMail(deps, effect);
    case "chat-statuses":
      return reportStatus(deps, effect);
  }
}

/**
 * Puts on the queues what the owner has due, a part of it at each look, and wakes the owner's webhooks at the first and the last look.
 * Looks that a later move has overtaken end, because that move's looks do the same.
 */
async function afterMove(deps: SandboxEffectDeps, move: Effect<"clock-moved">): Promise<void> {
  const { owner, movedAtMs, isLaterLook = false } = move;
  const { realClock } = deps;
  const nowMs = realClock.now();
  if (!(await deps.testClocks.noteLook(owner, movedAtMs, nowMs))) return;
  const isOver = () => realClock.now() >= nowMs + LONGEST_LOOK_MS;
  const swept = await sweepOwn(deps.sweeping, owner, { most: MOST_A_LOOK, isOver });
  const isLast = isLaterLook && swept < MOST_A_LOOK && !isOver();
  if (isLast || !isLaterLook) await wakeWebhooks(deps, owner);
  if (isLast) await deps.testClocks.endMove(owner, movedAtMs);
  else await deps.sandboxQueue.enqueue({ ...move, isLaterLook: true }, NEXT_LOOK_SECONDS);
}

async function wakeWebhooks({ webhooks, webhookQueue }: SandboxEffectDeps, owner: Owner): Promise<void> {
  const enabled = (await webhooks.list(owner)).filter(({ isEnabled }) => isEnabled);
  await Promise.all(enabled.map(({ id }) => webhookQueue.enqueue({ owner, webhookId: id })));
}

async function reportMail(deps: SandboxEffectDeps, effect: Effect<"mail-report">): Promise<void> {
  const { owner, notificationId: id, recipient, report, tries } = effect;
  const { feedback, sandboxQueue } = deps;
  const notification = await feedback.notifications.get(owner, id);
  const isLeaving = notification?.status === "pending" || notification?.status === "processing";
  if (isLeaving && tries < MOST_TRIES) {
    await sandboxQueue.enqueue({ ...effect, tries: tries + 1 }, TRY_AGAIN_SECONDS);
    return;
  }
  const addresses = [recipient];
  if (report === "complained")
    await applyFeedback(feedback, { owner, id }, { kind: report, addresses, feedbackType: "abuse" });
  else
    await applyFeedback(
      feedback,
      { owner, id },
      {
        kind: report,
        addresses,
        type: "permanent",
        status: "5.1.1",
        response: "550 5.1.1 the sandbox knows no such mailbox",
      },
    );
}

const UNREACHABLE = { code: 131_026, title: "Message undeliverable" };

/** Applies the first status, and leaves the others to a later message. */
async function reportStatus(deps: SandboxEffectDeps, effect: Effect<"chat-statuses">): Promise<void> {
  const { notificationId, cloudMessageId, phone, statuses, tries } = effect;
  const { statuses: applying, sandboxQueue } = deps;
  const [event, ...later] = statuses;
  if (event === undefined) return;
  const status: StatusEvent = {
    kind: "status",
    event,
    word: event,
    atMs: applying.clock.now(),
    callbackId: notificationId,
    cloudMessageId,
    providerMessageId: `wamid.${cloudMessageId}`,
    customer: { phone },
    errors: event === "failed" ? [UNREACHABLE] : [],
  };
  const outcome = await applyStatus(applying, status);
  if (outcome !== "applied" && tries < MOST_TRIES) {
    await sandboxQueue.enqueue({ ...effect, tries: tries + 1 }, TRY_AGAIN_SECONDS);
    return;
  }
  if (later.length > 0) await sandboxQueue.enqueue({ ...effect, statuses: later, tries: 0 }, NEXT_STATUS_SECONDS);
}

export const sandboxEffectServices = /* @__PURE__ */ once(() => {
  const { log, metrics } = basics();
  return {
    log,
    metrics,
    realClock,
    testClocks: testClocks(),
    webhooks: webhooks(),
    webhookQueue: webhookQueue(),
    sweeping: recoveryServices(),
    feedback: reportServices(),
    statuses: { ...chatMessageServices(), conversations: conversations() },
    sandboxQueue: sandboxQueue(),
  };
});

/** When no worker has looked for this long what a move made due, the move's message is taken for lost. */
const LOST_AFTER_MS = 60_000;
/** A run of the sweep, which comes every minute, puts on the queue as many of one owner as leave in a minute. */
const MOST_A_RUN = 60 * A_SECOND;
const PAGE = 100;
/** A run sweeps at most this many owners of test mode. */
const MOST_OWNERS = 20_000;
/** A run sweeps this many owners at once. Each takes two calls of the table, so a run of 40 s gets to all of them. */
const AT_ONCE = 16;

export interface SweepTestModeDeps extends Pick<SandboxEffectDeps, "realClock" | "sweeping" | "sandboxQueue"> {
  readonly testClocks: Pick<TestClocks, "owners" | "find">;
}

interface SweepTime {
  readonly nowMs: number;
  /** Nothing begins after it. */
  readonly endsAt: number;
}

/** Sweeps what owners of test mode have due, each in the owner's time, and sends lost messages of moves again. Times are real. */
export async function sweepTestMode(deps: SweepTestModeDeps, time: SweepTime): Promise<void> {
  const errors: unknown[] = [];
  let after: Owner | undefined;
  for (let seen = 0; seen < MOST_OWNERS; seen += PAGE) {
    const owners = await deps.testClocks.owners(PAGE, after);
    const rest = owners.values();
    const worker = async (): Promise<void> => {
      for (const owner of rest) {
        if (deps.sweeping.clock.now() >= time.endsAt) return;
        await sweepOwner(deps, owner, time).catch((error: unknown) => {
          deps.sweeping.log.error("test_mode.not_swept", error, { owner });
          errors.push(error);
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    if (deps.sweeping.clock.now() >= time.endsAt) break;
    after = owners.at(-1);
    if (owners.length < PAGE) break;
  }
  if (errors.length > 0) throw errors[0];
}

/** While the looks after a move go on, they do what the sweep does. */
async function sweepOwner(deps: SweepTestModeDeps, owner: Owner, { nowMs, endsAt }: SweepTime): Promise<void> {
  const clock = await deps.testClocks.find(owner);
  const { movedAtMs, lookedAtMs = 0 } = clock ?? {};
  if (movedAtMs !== undefined && nowMs - Math.max(movedAtMs, lookedAtMs) < LOST_AFTER_MS) return;
  const isOver = () => deps.realClock.now() >= endsAt;
  await inTimeAhead(aheadOf(clock), () => sweepOwn(deps.sweeping, owner, { most: MOST_A_RUN, isOver }));
  if (movedAtMs !== undefined) await deps.sandboxQueue.enqueue({ kind: "clock-moved", owner, movedAtMs });
}

export const sweepTestModeServices = /* @__PURE__ */ once(
  (): SweepTestModeDeps => ({
    realClock,
    sweeping: recoveryServices(),
    sandboxQueue: sandboxQueue(),
    testClocks: testClocks(),
  }),
);
