import { CHAT_EXPLAINER } from "../../chat/domain/explanation/chat-explainer.ts";
import { MAIL_EXPLAINER } from "../../email/domain/explanation/mail-explainer.ts";
import { explanationsOf } from "../../notifications/domain/explanation/explain.ts";
import type { Explainer } from "../../notifications/domain/explanation/explainer.ts";
import type { OfEveryChannel } from "./channel-names.ts";

export const EXPLAINERS = { email: MAIL_EXPLAINER, chat: CHAT_EXPLAINER } satisfies OfEveryChannel<Explainer>;

/** These functions explain notifications of every channel. */
export const explanations = /* @__PURE__ */ explanationsOf(EXPLAINERS);
