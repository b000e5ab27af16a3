import type { DefinitionCheck } from "./chat-template.ts";
import { characters, isConcreteExample, variableNumbers } from "./placeholders.ts";

/** The platform limits a body text to 1024 characters. */
const MAX_BODY_CHARACTERS = 1024;

const bodyIsWritten: DefinitionCheck = ({ body }) => {
  if (body.text.trim() === "") return "body.text is required";
  return characters(body.text) > MAX_BODY_CHARACTERS
    ? `body.text must have at most ${MAX_BODY_CHARACTERS} characters`
    : undefined;
};

/** The variables of a body are numbered from 1 without gaps (T2). */
const bodyVariablesAreConsecutive: DefinitionCheck = ({ body }) => {
  const numbers = variableNumbers(body.text);
  if (numbers === undefined) return "body.text variables must be written as {{1}}, {{2}}, ...";
  return numbers.every((number, index) => number === index + 1)
    ? undefined
    : "body.text variables must start at {{1}} and be consecutive, without gaps";
};

/** A reviewer needs an example for every variable (T3 and T9). */
const everyBodyVariableHasAnExample: DefinitionCheck = ({ body }) => {
  const variables = variableNumbers(body.text)?.length ?? 0;
  const examples = body.examples ?? [];
  return examples.length === variables
    ? undefined
    : `body.examples must have one example per variable, in order: ${variables} expected`;
};

/** An example is a concrete value (T3). */
const bodyExamplesAreConcrete: DefinitionCheck = ({ body }) =>
  (body.examples ?? []).every(isConcreteExample)
    ? undefined
    : "body.examples must be concrete values on one line, without variables";

/** Our own limit. Examples of a template for codes are never sent to the provider, so the provider's limits cannot bound them. */
const MAX_EXAMPLE_CHARACTERS = 6000;

const bodyExamplesFit: DefinitionCheck = ({ body }) =>
  characters((body.examples ?? []).join("")) > MAX_EXAMPLE_CHARACTERS
    ? `body.examples must have at most ${MAX_EXAMPLE_CHARACTERS} characters in all`
    : undefined;

export const bodyRules: readonly DefinitionCheck[] = [
  bodyIsWritten,
  bodyVariablesAreConsecutive,
  everyBodyVariableHasAnExample,
  bodyExamplesAreConcrete,
  bodyExamplesFit,
];
