import { CAUSES } from "../causes.ts";
import { type AttemptReport, type ByChannel, type ChannelName, ofChannel } from "../notification.ts";
import { isStateCode, STATES, type StateCode } from "./states.ts";

/** Sentences that say what happened and what the reader can do. */
export interface ExplanationText {
  readonly summary: string;
  readonly whatToDo: string;
}

/** The stage of what comes back after a mail has left (D45b). */
export const RETURNED_STAGE = "returned";

export interface ProviderAnswer extends Pick<AttemptReport, "stage" | "code" | "text"> {
  /** The enhanced status of what came back. */
  readonly status?: string | undefined;
}

/** An explainer is the side of a channel that explains why its attempts fail. */
export interface Explainer<Code extends string = string> {
  /** These codes are published (D46), so a code never changes its meaning. */
  readonly explanations: Readonly<Record<Code, ExplanationText>>;
  /** Returns the code that explains an answer of the provider, or a cause of the channel itself. */
  readonly codeOf: (answer: ProviderAnswer) => string;
}

export type Explainers = ByChannel<Explainer>;

/** A row maps a cause of the product, or the beginning of one, to its code. */
export type CauseRow<Code extends string> = readonly [cause: string, code: Code];

/** Returns the code of the row whose cause the text begins with; undefined when there is none. */
export const codeOfCause = <Code extends string>(
  rows: readonly CauseRow<Code>[],
  text: string | undefined,
): Code | undefined => rows.find(([cause]) => text?.startsWith(cause))?.[1];

const OWN: readonly CauseRow<StateCode>[] = Object.entries(CAUSES).flatMap(([name, cause]) =>
  isStateCode(name) ? [[cause, name] as const] : [],
);

/** Returns the code for a failed attempt: from the causes of the service itself, or else from the explainer of the channel. */
export const answerCode = (explainers: Explainers, channel: ChannelName, answer: ProviderAnswer): string =>
  codeOfCause(OWN, answer.text) ?? ofChannel(explainers, channel).codeOf(answer);

/** The texts of explanations by their code. */
export type ExplanationTexts = Readonly<Record<string, ExplanationText>>;

/** Every published text: those of the service itself, then those of each channel. */
export const allExplanations = (ofChannels: readonly ExplanationTexts[]): ExplanationTexts =>
  Object.fromEntries([STATES, ...ofChannels].flatMap((texts) => Object.entries<ExplanationText>(texts)));
