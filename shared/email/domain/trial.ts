import type { MailCode } from "./explanation/mail-explanations.ts";
import type { MailOutcome, MailStage } from "./mail.ts";

export const TRIAL_STEPS = ["resolve", "connect", "tls", "authentication", "handover", "request"] as const;
export type TrialStep = (typeof TRIAL_STEPS)[number];

/** Sender, recipients and content are one step, because they go out together when the server allows it. */
const STEP_OF: Readonly<Record<MailStage, TrialStep>> = {
  resolve: "resolve",
  connect: "connect",
  tls: "tls",
  authentication: "authentication",
  sender: "handover",
  recipients: "handover",
  content: "handover",
  request: "request",
};

export interface StageMark {
  readonly stage: MailStage;
  readonly atMs: number;
}

export interface TimedStep {
  readonly step: TrialStep;
  readonly ms: number;
  readonly isOk: boolean;
}

/** Returns the steps of a trial, with their times. If the trial failed, the last step is the failed one. */
export function stepsOf(marks: readonly StageMark[], endedAtMs: number, failedAt: MailStage | undefined): TimedStep[] {
  const seen = ofOwnConnection(marks).map(({ stage, atMs }) => ({ step: STEP_OF[stage], atMs }));
  const failed = failedAt && STEP_OF[failedAt];
  // An attempt may fail at a stage for which it made no mark; then the failed step is added here.
  if (failed !== undefined && seen.at(-1)?.step !== failed)
    seen.push({ step: failed, atMs: seen.at(-1)?.atMs ?? endedAtMs });
  const begun = seen.filter(({ step }, i) => step !== seen[i - 1]?.step);
  return begun.map(({ step, atMs }, i) => ({
    step,
    ms: Math.max(0, Math.round((begun[i + 1]?.atMs ?? endedAtMs) - atMs)),
    isOk: failed === undefined || i < begun.length - 1,
  }));
}

/** Leaves out the stages before the trial's own connection, such as the wait for a free one. An open connection has only later stages. */
function ofOwnConnection(marks: readonly StageMark[]): readonly StageMark[] {
  const opened = marks.findLastIndex(({ stage }) => stage === "resolve");
  return opened === -1 ? marks.filter(({ stage }) => stage !== "connect") : marks.slice(opened);
}

/** The stage at which a trial failed, with the provider's text. */
export interface TrialFailure {
  readonly stage: MailStage;
  readonly code?: number | undefined;
  readonly text: string;
}

export function failureIn(outcome: MailOutcome): TrialFailure | undefined {
  if (outcome.kind === "failed") return { stage: outcome.stage, code: outcome.code, text: outcome.cause };
  if (outcome.kind === "postponed") return { stage: "resolve", text: outcome.cause };
  const refused = outcome.recipients.find(({ result }) => result !== "accepted");
  if (refused === undefined) return undefined;
  const { code, text = String(code ?? "refused") } = refused;
  return { stage: "recipients", code, text };
}

const FIELD_AT: Readonly<Record<MailStage, string | undefined>> = {
  resolve: "host",
  connect: "port",
  tls: "encryption",
  authentication: "password",
  sender: "from_address",
  recipients: "recipient",
  content: undefined,
  request: "endpoint",
};
const FIELD_BY: Readonly<Partial<Record<MailCode, string>>> = {
  sign_in_required: "username",
  sign_in_method_refused: "username",
  address_not_public: "host",
};

/** Returns the field of the account that the failure is about, by its name in the API; undefined when it is about no field. */
export function fieldOf({ stage }: TrialFailure, code: MailCode): string | undefined {
  if (stage === "request") return code === "credential_refused" ? "api_key" : FIELD_AT.request;
  return FIELD_BY[code] ?? FIELD_AT[stage];
}
