import type { TemplateDefinition } from "./chat-template.ts";

/** One rule: what is wrong with the definition, naming the field and the rule, or undefined. */
export type DefinitionCheck = (definition: TemplateDefinition) => string | undefined;
