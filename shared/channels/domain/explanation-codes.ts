import { CHAT_EXPLANATIONS } from "../../chat/domain/explanation/chat-explanations.ts";
import { MAIL_EXPLANATIONS } from "../../email/domain/explanation/mail-explanations.ts";
import { allExplanations, type ExplanationTexts } from "../../notifications/domain/explanation/explainer.ts";
import type { OfEveryChannel } from "./channel-names.ts";

// The texts are imported without the explainers, because functions that only list the codes need no explainer.
const TEXTS = { email: MAIL_EXPLANATIONS, chat: CHAT_EXPLANATIONS } satisfies OfEveryChannel<ExplanationTexts>;

/** The text of each published code (D46). */
export const EXPLANATIONS = /* @__PURE__ */ allExplanations(Object.values(TEXTS));

export const isExplanationCode = (text: string): boolean => Object.hasOwn(EXPLANATIONS, text);

const [first, ...rest] = Object.keys(EXPLANATIONS);
if (first === undefined) throw new Error("there are no explanations");
export const EXPLANATION_CODES: readonly [string, ...string[]] = [first, ...rest];
