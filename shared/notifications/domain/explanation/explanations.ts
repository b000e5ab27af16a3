import { CHAT } from "./chat.ts";
import { MAIL } from "./mail.ts";
import { STATES } from "./states.ts";

/** The state or the failure, and the reader's remedy, each in sentences. */
export interface ExplanationText {
  readonly summary: string;
  readonly whatToDo: string;
}

const ALL = { ...STATES, ...MAIL, ...CHAT } as const satisfies Readonly<Record<string, ExplanationText>>;

/** D46: the published codes. One that is published keeps its meaning. */
export type ExplanationCode = keyof typeof ALL;

export const EXPLANATIONS: Readonly<Record<ExplanationCode, ExplanationText>> = ALL;

export const isExplanationCode = (text: string): text is ExplanationCode => Object.hasOwn(ALL, text);

const [first, ...rest] = Object.keys(ALL).filter(isExplanationCode);
if (first === undefined) throw new Error("there are no explanations");
export const EXPLANATION_CODES: readonly [ExplanationCode, ...ExplanationCode[]] = [first, ...rest];
