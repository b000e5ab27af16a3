import type { ButtonType, DefinitionCheck, TemplateButton } from "./chat-template.ts";
import { characters, hasVariable, isConcreteExample, placeholders } from "./placeholders.ts";

/** A template has at most three buttons (T7). The platform has further rules for some kinds; its own error message names them (D34). */
export const MAX_BUTTONS = 3;
const MAX_BUTTON_TEXT_CHARACTERS = 25;
const MAX_URL_CHARACTERS = 2000;
const PHONE = /^\+?\d{5,19}$/;

type ButtonCheck = (button: TemplateButton) => string | undefined;
type ButtonField = "phone" | "url" | "example";

const ALLOWED_FIELDS: Record<ButtonType, readonly ButtonField[]> = {
  quick_reply: [],
  call: ["phone"],
  static_url: ["url"],
  dynamic_url: ["url", "example"],
};
const FIELDS: readonly ButtonField[] = ["phone", "url", "example"];

const isFullUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== "" && !/\s/.test(text);
};

const textIsWritten: ButtonCheck = ({ text }) => {
  if (text.trim() === "") return "text is required";
  if (hasVariable(text)) return "text must not contain variables";
  return characters(text) > MAX_BUTTON_TEXT_CHARACTERS
    ? `text must have at most ${MAX_BUTTON_TEXT_CHARACTERS} characters`
    : undefined;
};

const hasOnlyItsFields: ButtonCheck = (button) => {
  const stray = FIELDS.find((field) => button[field] !== undefined && !ALLOWED_FIELDS[button.type].includes(field));
  return stray === undefined ? undefined : `${stray} is not allowed on a ${button.type} button`;
};

const callHasPhone: ButtonCheck = ({ type, phone }) =>
  type === "call" && !PHONE.test(phone ?? "")
    ? "phone must be a phone number of digits with its country code"
    : undefined;

const urlIsShort: ButtonCheck = ({ url }) =>
  url !== undefined && characters(url) > MAX_URL_CHARACTERS
    ? `url must have at most ${MAX_URL_CHARACTERS} characters`
    : undefined;

const staticUrlIsFull: ButtonCheck = ({ type, url = "" }) => {
  if (type !== "static_url") return undefined;
  if (hasVariable(url)) return "url of a static_url button must not contain variables";
  return isFullUrl(url) ? undefined : "url must be a full http or https URL";
};

const dynamicUrlEndsWithVariable: ButtonCheck = ({ type, url = "" }) => {
  if (type !== "dynamic_url") return undefined;
  const prefix = url.replace(/\{\{1\}\}$/, "");
  if (placeholders(url).length !== 1 || prefix === url || hasVariable(prefix)) {
    return "url of a dynamic_url button must end with its only variable {{1}}";
  }
  return isFullUrl(prefix) ? undefined : "url must be a full http or https URL";
};

const dynamicUrlHasExample: ButtonCheck = ({ type, example }) =>
  type === "dynamic_url" && !isConcreteExample(example)
    ? "example must be a concrete suffix without variables on a dynamic_url button"
    : undefined;

const onEachButton =
  (check: ButtonCheck): DefinitionCheck =>
  ({ buttons = [] }) => {
    const problems = buttons.map((button, index) => {
      const problem = check(button);
      return problem === undefined ? undefined : `buttons[${index}].${problem}`;
    });
    return problems.find((problem) => problem !== undefined);
  };

const notTooManyButtons: DefinitionCheck = ({ buttons = [] }) =>
  buttons.length > MAX_BUTTONS ? `buttons must have at most ${MAX_BUTTONS} entries` : undefined;

export const buttonRules: readonly DefinitionCheck[] = [
  notTooManyButtons,
  ...[
    textIsWritten,
    hasOnlyItsFields,
    callHasPhone,
    urlIsShort,
    staticUrlIsFull,
    dynamicUrlEndsWithVariable,
    dynamicUrlHasExample,
  ].map(onEachButton),
];
