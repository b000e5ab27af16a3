import type { Schemas } from "../../api/schemas.ts";
import type { Tone } from "../../explain/tone.ts";
import type { Account } from "./account-fields.ts";

export type TrialAnswer = Schemas["SendingAccountTrial"];

/** Describes the server of a stored account or of an unsaved draft. */
export type TriedServer = Partial<Pick<Account, "provider" | "host" | "port" | "encryption" | "username">>;

type Step = TrialAnswer["steps"][number]["step"];

const DONE: Readonly<Record<Step, string>> = {
  resolve: "Host found",
  connect: "Connected",
  tls: "Encrypted",
  authentication: "Signed in",
  handover: "Mail handed over",
  request: "Request answered",
};

const REFUSED: Readonly<Record<Step, string>> = {
  resolve: "Host not found",
  connect: "No connection",
  tls: "Not encrypted",
  authentication: "Sign-in refused",
  handover: "Mail refused",
  request: "Request refused",
};

export interface ShownStep {
  readonly step: Step;
  readonly text: string;
  readonly tone: Tone;
  /** How long the step took; absent for a step that was not reached. */
  readonly ms?: number;
}

const ORDER: readonly Step[] = ["resolve", "connect", "tls", "authentication", "handover"];

/** Returns the steps that a mail takes with this server. */
const stepsOf = ({ provider, encryption, username }: TriedServer): readonly Step[] =>
  provider === "http_api"
    ? ["request"]
    : ORDER.filter(
        (step) => (step !== "tls" || encryption !== "none") && (step !== "authentication" || Boolean(username)),
      );

const place = ({ host, port }: TriedServer, step: Step): string => {
  if (step === "resolve" && host) return ` (${host})`;
  return step === "connect" && port ? ` on port ${port}` : "";
};

/** Lists the steps that were taken with their durations, then those that were not reached. */
export function shownSteps(server: TriedServer, answer: TrialAnswer): readonly ShownStep[] {
  const shown = answer.steps.map(({ step, ms, ok }): ShownStep => {
    const text = `${(ok ? DONE : REFUSED)[step]}${place(server, step)}`;
    return { step, text, tone: ok ? "ok" : "bad", ms };
  });
  const last = answer.steps.at(-1)?.step;
  const all = stepsOf(server);
  const missed = answer.sent || last === undefined ? [] : all.slice(all.indexOf(last) + 1);
  return [...shown, ...missed.map((step): ShownStep => ({ step, text: DONE[step], tone: "off" }))];
}
