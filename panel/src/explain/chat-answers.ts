import type { Explanation, ProviderAnswer } from "./explanation.ts";

const LATER: Explanation = { why: "The platform has a problem of its own.", todo: "Send again later." };
const TOO_FAST: Explanation = { why: "Too many messages in a short time.", todo: "Send more slowly." };

/** The channel platform's error codes, as far as a reader can do something about them. */
const CODES: Readonly<Record<number, Explanation>> = {
  130429: TOO_FAST,
  130472: { why: "The platform holds this marketing message back for an experiment.", todo: "Do not send it again." },
  131000: LATER,
  131016: LATER,
  131026: {
    why: "The message cannot be delivered to this number.",
    todo: "Check the number; the customer may not use the app, or may have an old version.",
  },
  131031: { why: "The platform has locked the business account.", todo: "Look into the platform's business manager." },
  131042: { why: "There is a problem with the payment method.", todo: "Look into the platform's business manager." },
  131047: {
    why: "More than 24 hours have passed since the customer wrote.",
    todo: "Send an approved template instead, or name one as fallback.",
  },
  131048: { why: "Too many earlier messages were reported as spam.", todo: "Check the quality of the number." },
  131049: {
    why: "The platform limits how many marketing messages a customer gets.",
    todo: "Wait at least a day before sending to this customer again.",
  },
  131050: { why: "The customer has stopped marketing messages from this number.", todo: "Do not send them any." },
  131051: { why: "This kind of message is not supported." },
  131053: { why: "The media file could not be used.", todo: "Check its type and size." },
  131056: { why: "Too many messages to this one customer.", todo: "Wait before sending to them again." },
  132000: { why: "The values do not match the template's variables.", todo: "Compare the values with the template." },
  132001: {
    why: "The template does not exist in this language, or is not approved.",
    todo: "Synchronise the template.",
  },
  132005: { why: "The text is too long once the values are filled in.", todo: "Shorten the values." },
  132007: { why: "The template breaks a rule of the platform.", todo: "Change the template's text." },
  132012: { why: "A value has the wrong form.", todo: "Compare the values with the template." },
  132015: { why: "The template is paused for its low quality.", todo: "Improve the template, or use another." },
  132016: { why: "The template is disabled for its low quality.", todo: "Use another template." },
  133010: { why: "The sending number is not registered.", todo: "An administrator has to check the chat account." },
};

/** The service's own words for what the platform said; a part of each, and the platform's code that it stands for. */
const CODES_BY_TEXT: readonly (readonly [part: string, code: number])[] = [
  ["24 hours have passed", 131047],
  ["cannot be reached on this channel", 131026],
  ["holds marketing messages back", 131049],
  ["has stopped marketing messages", 131050],
  ["too many messages to this customer", 131056],
  ["sending rate is exceeded", 130429],
  ["customers reported its messages", 131048],
  ["load the media file", 131053],
  ["not ready: its registration", 133010],
  ["payment problem", 131042],
  ["locked or restricted", 131031],
  ["number of the template's parameters", 132000],
  ["not exist in this language", 132001],
  ["too long with these values", 132005],
  ["values break its format", 132012],
  ["paused or disabled", 132015],
  ["temporarily unavailable", 131016],
];

/** By the platform's code, else by the service's words, which say why already. */
export function explainChat({ code, text = "" }: ProviderAnswer): Explanation {
  const named = CODES_BY_TEXT.find(([part]) => text.includes(part))?.[1];
  const known = CODES[code ?? named ?? 0];
  return known ?? { why: text ? sentence(text) : "The platform did not deliver it." };
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
