import { invalid } from "../../../kernel/refusal.ts";
import { authenticationRules } from "./authentication-rules.ts";
import { bodyRules } from "./body-rules.ts";
import { buttonRules } from "./button-rules.ts";
import type { DefinitionCheck, TemplateDefinition, TemplateParameter } from "./chat-template.ts";
import { footerRules } from "./footer-rules.ts";
import { headerRules } from "./header-rules.ts";
import { placeholders, variableNumbers } from "./placeholders.ts";

/** The platform's names have this format. A language has at most six characters at the cloud provider. */
const NAME = /^[a-z0-9_]{1,512}$/;
const LANGUAGE = /^[a-z]{2,3}(?:_[A-Z]{2})?$/;

const nameIsPlain: DefinitionCheck = ({ name }) =>
  NAME.test(name) ? undefined : "name must be 1 to 512 lower-case letters, digits or underscores";

const languageIsACode: DefinitionCheck = ({ language }) =>
  LANGUAGE.test(language) ? undefined : "language must be a code such as en or en_US";

const RULES: readonly DefinitionCheck[] = [
  nameIsPlain,
  languageIsACode,
  ...authenticationRules,
  ...headerRules,
  ...bodyRules,
  ...footerRules,
  ...buttonRules,
];

/** Lists everything that is wrong with a definition, in the order of its parts; empty when it may go to the platform. */
export const definitionProblems = (definition: TemplateDefinition): string[] =>
  RULES.map((rule) => rule(definition)).filter((problem) => problem !== undefined);

/** @throws Refusal `invalid_request` with the first problem */
export function checkDefinition(definition: TemplateDefinition): void {
  const [problem] = definitionProblems(definition);
  if (problem !== undefined) throw invalid(problem);
}

const text = { type: "text", required: true } as const;

function headerParameters({ header }: TemplateDefinition): TemplateParameter[] {
  if (header === undefined) return [];
  if (header.type !== "text") {
    return [{ component: "header", position: 1, name: "header_media", type: header.type, required: true }];
  }
  const isDynamic = placeholders(header.text ?? "").length > 0;
  return isDynamic ? [{ component: "header", position: 1, name: "header_parameter_1", ...text }] : [];
}

const bodyParameters = ({ body }: TemplateDefinition): TemplateParameter[] =>
  (variableNumbers(body.text) ?? []).map((position) => ({
    component: "body",
    position,
    name: `parameter_${position}`,
    ...text,
  }));

const buttonParameters = ({ buttons = [] }: TemplateDefinition): TemplateParameter[] =>
  buttons.flatMap(({ type }, index): TemplateParameter[] => {
    const position = index + 1;
    const name = `button_${position}_parameter_1`;
    return type === "dynamic_url" ? [{ component: "button", position, name, ...text }] : [];
  });

/** A send must bring these values: header, body, then buttons by position. `fallback_parameters` have the same order. */
export const parametersOf = (definition: TemplateDefinition): TemplateParameter[] => [
  ...headerParameters(definition),
  ...bodyParameters(definition),
  ...buttonParameters(definition),
];
