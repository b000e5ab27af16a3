import type { DefinitionCheck, TemplateDefinition } from "./chat-template.ts";
import { hasBrokenVariable, placeholders } from "./placeholders.ts";

/** The platform writes this expiry into the footer (T8). */
export const CODE_EXPIRATION_MINUTES = 10;

export const isAuthentication = ({ category }: Pick<TemplateDefinition, "category">): boolean =>
  category === "AUTHENTICATION";

const bodyHoldsTheCode: DefinitionCheck = ({ body }) => {
  const names = placeholders(body.text);
  return names.length === 1 && names[0] === "1" && !hasBrokenVariable(body.text)
    ? undefined
    : "body.text of an AUTHENTICATION template must contain exactly one {{1}}";
};

const noHeader: DefinitionCheck = ({ header }) =>
  header === undefined ? undefined : "header is not allowed on an AUTHENTICATION template";

const noFooter: DefinitionCheck = ({ footer }) =>
  footer === undefined ? undefined : "footer is not allowed on an AUTHENTICATION template";

const noButtons: DefinitionCheck = ({ buttons = [] }) =>
  buttons.length === 0 ? undefined : "buttons are not allowed on an AUTHENTICATION template";

/** The rules for templates that send a code (T8). The body's rules demand the example. */
export const authenticationRules: readonly DefinitionCheck[] = [bodyHoldsTheCode, noHeader, noFooter, noButtons].map(
  (check) => (definition: TemplateDefinition) => (isAuthentication(definition) ? check(definition) : undefined),
);
