import { CAUSES } from "../causes.ts";
import { type AttemptReport, type ByChannel, type ChannelName, ofChannel } from "../notification.ts";
import { isStateCode, STATES, type StateCode } from "./states.ts";

/** The state or the failure, and the reader's remedy, each in sentences. */
export interface ExplanationText {
  readonly summary: string;
  readonly whatToDo: string;
}

export type ProviderAnswer = Pick<AttemptReport, "stage" | "code" | "text">;

/** The side of a channel that explains why its attempts fail. */
export interface Explainer<Code extends string = string> {
  /** The codes of its own, which are published (D46): one that is published keeps its meaning. */
  readonly explanations: Readonly<Record<Code, ExplanationText>>;
  /** Why an attempt failed, by what the provider or the channel itself said. */
  readonly codeOf: (answer: ProviderAnswer) => string;
}

export type Explainers = ByChannel<Explainer>;

/** A cause that the product itself gives, or its beginning, and the code that it stands for. */
export type CauseRow<Code extends string> = readonly [cause: string, code: Code];

/** The code of the cause that a text begins with. */
export const codeOfCause = <Code extends string>(
  rows: readonly CauseRow<Code>[],
  text: string | undefined,
): Code | undefined => rows.find(([cause]) => text?.startsWith(cause))?.[1];

const OWN: readonly CauseRow<StateCode>[] = Object.entries(CAUSES).flatMap(([name, cause]) =>
  isStateCode(name) ? [[cause, name] as const] : [],
);

/** Why an attempt failed, by what the service itself or its channel says of it. */
export const answerCode = (explainers: Explainers, channel: ChannelName, answer: ProviderAnswer): string =>
  codeOfCause(OWN, answer.text) ?? ofChannel(explainers, channel).codeOf(answer);

/** The texts of explanations by their code. */
export type ExplanationTexts = Readonly<Record<string, ExplanationText>>;

/** Every published text: those of the service itself, then those of each channel. */
export const allExplanations = (ofChannels: readonly ExplanationTexts[]): ExplanationTexts =>
  Object.fromEntries([STATES, ...ofChannels].flatMap((texts) => Object.entries<ExplanationText>(texts)));
