import { asLoose, asText, type Loose } from "./lenient-json.ts";

/** A row of a list shows this much of the last message. */
const EXCERPT_CHARACTERS = 100;

type Read = (payload: Loose) => readonly (string | undefined)[];

const textsOf = (value: unknown): readonly string[] =>
  Object.values(asLoose(value)).filter((one) => typeof one === "string");

const chosen: Read = (payload) => [
  asText(asLoose(payload.button_reply).title) ?? asText(asLoose(payload.list_reply).title) ?? asText(payload.text),
];

/** The texts of each type of message. The keys are the platform's names of types; a type that is not here is read like media. */
const READ: ReadonlyMap<string, Read> = new Map<string, Read>([
  ["text", ({ body }) => [asText(body)]],
  ["location", ({ name, address }) => [asText(name), asText(address)]],
  ["reaction", ({ emoji }) => [asText(emoji)]],
  ["button", chosen],
  ["interactive", chosen],
  ["template", ({ values }) => textsOf(values)],
]);

const media: Read = ({ caption, filename }) => [asText(caption), asText(filename)];

/** Collects the text of a message for searches; empty when there is none. */
export function messageText({ messageType, payload }: { readonly messageType: string; readonly payload: Loose }) {
  const read = READ.get(messageType) ?? media;
  return read(payload)
    .filter((part) => part !== undefined && part !== "")
    .join("\n");
}

/** Returns the beginning of a text on one line, without cutting a character. */
export const excerptOf = (text: string): string =>
  [
    ...text
      .slice(0, EXCERPT_CHARACTERS * 8)
      .replace(/\s+/g, " ")
      .trim(),
  ]
    .slice(0, EXCERPT_CHARACTERS)
    .join("");
