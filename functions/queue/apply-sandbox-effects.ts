import { applySandboxEffect, sandboxEffectServices } from "../../shared/composition/sandbox-effects.ts";
import { jsonMessage } from "../../shared/edge/background/json-message.ts";
import { queueFunction } from "../../shared/edge/background/queue-function.ts";
import { inOwnersTime } from "../../shared/edge/owners-time.ts";
import { inOwnTime } from "../../shared/edge/test-clock-wiring.ts";
import { sandboxEffect } from "../../shared/sandbox/contract/effects.ts";

/**
 * Takes what is to happen in test mode: the consequences of a moved clock, mails that come back, and the statuses of chat
 * messages. Repeating one changes nothing. After five redeliveries a message becomes a dead letter.
 */
export const handler = queueFunction(
  jsonMessage(sandboxEffect),
  inOwnersTime(inOwnTime, applySandboxEffect),
  sandboxEffectServices,
);
