import type { components, operations } from "../../api/schema.ts";

export type ChatTemplate = components["schemas"]["ChatTemplate"];
export type ChatTemplateCheck = components["schemas"]["ChatTemplateCheck"];
export type ChatTemplateRequest = operations["createChatTemplate"]["requestBody"]["content"]["application/json"];
type RequestButton = NonNullable<ChatTemplateRequest["buttons"]>[number];

export const CATEGORIES = [
  { value: "UTILITY", label: "Utility: what the customer asked for" },
  { value: "MARKETING", label: "Marketing" },
  { value: "AUTHENTICATION", label: "Authentication: a one-time code" },
] as const;
export const HEADERS = [
  { value: "none", label: "No header" },
  { value: "text", label: "Text" },
  { value: "image", label: "Image" },
  { value: "video", label: "Video" },
  { value: "document", label: "Document" },
] as const;
export const BUTTONS = [
  { value: "quick_reply", label: "Quick reply" },
  { value: "call", label: "Call a number" },
  { value: "static_url", label: "Open an address" },
  { value: "dynamic_url", label: "Open an address that ends in a variable" },
] as const;

type Category = (typeof CATEGORIES)[number]["value"];
type HeaderType = (typeof HEADERS)[number]["value"];
type ButtonType = (typeof BUTTONS)[number]["value"];

/** The panel offers fewer buttons than the platform allows (L-buttons). */
export const MAX_BUTTONS = 3;

export interface DraftButton {
  /** Identifies the button on the page only. */
  readonly key: number;
  readonly type: ButtonType;
  readonly text: string;
  readonly phone: string;
  readonly url: string;
  readonly example: string;
}

/** Everything that was typed into the form. Fields that do not apply now are kept but left out of the request. */
export interface Draft {
  readonly chatAccountId: string;
  readonly name: string;
  readonly language: string;
  readonly category: Category;
  readonly headerType: HeaderType;
  readonly headerText: string;
  readonly headerExample: string;
  readonly mediaHandle: string;
  readonly body: string;
  /** The examples of the body's variables, one per line in order of the variables. */
  readonly examples: string;
  readonly footer: string;
  readonly buttons: readonly DraftButton[];
}

export const EMPTY_DRAFT: Draft = {
  chatAccountId: "",
  name: "",
  language: "en",
  category: "UTILITY",
  headerType: "none",
  headerText: "",
  headerExample: "",
  mediaHandle: "",
  body: "",
  examples: "",
  footer: "",
  buttons: [],
};

export const newButton = (key: number): DraftButton => ({
  key,
  type: "quick_reply",
  text: "",
  phone: "",
  url: "",
  example: "",
});

/** Finds the option with this value, else the first one. */
export const choiceOf = <Value extends string>(
  options: readonly [{ readonly value: Value }, ...{ readonly value: Value }[]],
  text: string,
): Value => options.find(({ value }) => value === text)?.value ?? options[0].value;

/** Splits the text into lines, one example each, and drops empty lines at the end. */
export const examplesIn = (text: string): string[] => (text.trim() === "" ? [] : text.trimEnd().split("\n"));

function headerOf({ headerType, headerText, headerExample, mediaHandle }: Draft): Pick<ChatTemplateRequest, "header"> {
  if (headerType === "none") return {};
  if (headerType !== "text") return { header: { type: headerType, ...(mediaHandle && { media_handle: mediaHandle }) } };
  return { header: { type: "text", text: headerText, ...(headerExample && { example: headerExample }) } };
}

function buttonOf({ type, text, phone, url, example }: DraftButton): RequestButton {
  switch (type) {
    case "quick_reply":
      return { type, text };
    case "call":
      return { type, text, phone };
    case "static_url":
      return { type, text, url };
    case "dynamic_url":
      return { type, text, url, ...(example && { example }) };
  }
}

/** An authentication template has only a body; the platform writes all other parts (T8). */
export function requestOf(draft: Draft): ChatTemplateRequest {
  const { chatAccountId, name, language, category, body, footer, buttons } = draft;
  const examples = examplesIn(draft.examples);
  const isFree = category !== "AUTHENTICATION";
  return {
    ...(chatAccountId && { chat_account_id: chatAccountId }),
    name,
    language,
    category,
    ...(isFree ? headerOf(draft) : {}),
    body: { text: body, ...(examples.length > 0 && { examples }) },
    ...(isFree && footer ? { footer: { text: footer } } : {}),
    ...(isFree && buttons.length > 0 ? { buttons: buttons.map(buttonOf) } : {}),
  };
}

/** Shows a text as the customer sees it, with each variable replaced by its example where it has one. */
export const filled = (text: string, examples: readonly string[]): string =>
  text.replace(/\{\{(\d+)\}\}/g, (variable, number: string) => examples[Number(number) - 1] || variable);
