import * as z from "zod";
import { explanationView, toExplanationView } from "../../channels/contract/explanation.ts";
import { explanations } from "../../channels/domain/explanations.ts";
import { idParams } from "../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../edge/contract/idempotent.ts";
import { route } from "../../edge/contract/route.ts";
import { mailCode } from "../domain/explanation/mail-explainer.ts";
import { fieldOf, type TimedStep, TRIAL_STEPS, type TrialFailure } from "../domain/trial.ts";
import { sendingAccountRequest } from "./sending-account-request.ts";
import { testSendRequest } from "./sending-accounts.ts";

export const trialView = z
  .strictObject({
    sent: z.boolean(),
    recipient: z.string(),
    message_id: z.string(),
    explanation: explanationView,
    response: z.string().optional(),
    field: z.string().optional(),
    steps: z.array(z.strictObject({ step: z.enum(TRIAL_STEPS), ms: z.int(), ok: z.boolean() })),
  })
  .meta({ id: "SendingAccountTrial" });

export interface ShownTrial {
  readonly recipient: string;
  readonly messageId: string;
  readonly failure?: TrialFailure | undefined;
  readonly steps: readonly TimedStep[];
}

export function toTrialView({ recipient, messageId, failure, steps }: ShownTrial): z.input<typeof trialView> {
  const code = failure === undefined ? "sent" : mailCode(failure);
  const field = failure && fieldOf(failure, code);
  return {
    sent: failure === undefined,
    recipient,
    message_id: messageId,
    explanation: toExplanationView(explanations.explanationOf(code)),
    ...(failure === undefined ? {} : { response: failure.text }),
    ...(field === undefined ? {} : { field }),
    steps: steps.map(({ step, ms, isOk }) => ({ step, ms, ok: isOk })),
  };
}

export const trySendingAccount = route({
  operationId: "trySendingAccount",
  changes: { kind: "sending_account", action: "tested" },
  group: "sending-account-test",
  summary: "Send a test email, and see how it went",
  method: "POST",
  path: "/panel/api/sending-accounts/{id}/test",
  headers: IDEMPOTENCY_KEY,
  auth: ["access-token"],
  params: idParams,
  body: testSendRequest,
  isBodyOptional: true,
  success: { status: 200, schema: trialView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", ...KEY_REFUSALS],
  uses: [
    "config:read",
    "sending-accounts:note-health",
    "secrets:open",
    "sandbox:read",
    "sandbox:write",
    "sandbox-sources:keep",
  ],
  impact: "owners cannot try out a sending account",
});

const draftTrialRequest = testSendRequest.extend({
  account: sendingAccountRequest,
  account_id: z.guid({ error: "account_id must be a UUID" }).optional(),
});

export const tryAccountDraft = route({
  operationId: "tryAccountDraft",
  // A draft is not stored.
  changes: "nothing",
  group: "sending-account-test",
  summary: "Send a test email with settings that are not saved",
  method: "POST",
  path: "/panel/api/sending-accounts/test",
  headers: IDEMPOTENCY_KEY,
  auth: ["access-token"],
  body: draftTrialRequest,
  success: { status: 200, schema: trialView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", ...KEY_REFUSALS],
  uses: ["config:read", "secrets:open", "sandbox:read", "sandbox:write", "sandbox-sources:keep"],
  impact: "owners cannot try out a sending account",
});
