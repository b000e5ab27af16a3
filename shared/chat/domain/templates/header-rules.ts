import type { DefinitionCheck } from "./chat-template.ts";
import { characters, isConcreteExample, placeholders, variableNumbers } from "./placeholders.ts";

/** The platform limits a header text to 60 characters. */
const MAX_HEADER_CHARACTERS = 60;

const headerTextIsWritten: DefinitionCheck = ({ header }) => {
  if (header?.type !== "text") return undefined;
  if ((header.text ?? "").trim() === "") return "header.text is required for a text header";
  if (header.mediaHandle !== undefined) return "header.media_handle is not allowed on a text header";
  return characters(header.text ?? "") > MAX_HEADER_CHARACTERS
    ? `header.text must have at most ${MAX_HEADER_CHARACTERS} characters`
    : undefined;
};

/** A header text has at most one variable (T4). */
const headerHasOneVariable: DefinitionCheck = ({ header }) => {
  if (header?.type !== "text") return undefined;
  const text = header.text ?? "";
  const numbers = variableNumbers(text);
  const isFine = numbers !== undefined && placeholders(text).length <= 1 && numbers.every((number) => number === 1);
  return isFine ? undefined : "header.text may contain only the single variable {{1}}";
};

/** A variable needs an example, and an example needs a variable (T3 and T4). */
const headerExampleFits: DefinitionCheck = ({ header }) => {
  if (header?.type !== "text") return undefined;
  const isDynamic = placeholders(header.text ?? "").length > 0;
  if (isDynamic && !isConcreteExample(header.example)) {
    return "header.example must be a concrete value without variables when header.text has a variable";
  }
  return !isDynamic && header.example !== undefined
    ? "header.example is only allowed when header.text has a variable"
    : undefined;
};

/** A media header refers to its uploaded file, and has no text (T5). */
const mediaHeaderHasHandle: DefinitionCheck = ({ header }) => {
  if (header === undefined || header.type === "text") return undefined;
  if ((header.mediaHandle ?? "").trim() === "") return "header.media_handle is required for a media header";
  return header.text !== undefined || header.example !== undefined
    ? "header.text and header.example are not allowed on a media header"
    : undefined;
};

export const headerRules: readonly DefinitionCheck[] = [
  headerTextIsWritten,
  headerHasOneVariable,
  headerExampleFits,
  mediaHeaderHasHandle,
];
