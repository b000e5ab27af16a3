import { readShape } from "../../edge/contract/refusal-message.ts";
import { chatTemplateRequest } from "../contract/chat-template-request.ts";
import type { TemplateParameter } from "../domain/templates/chat-template.ts";
import { definitionProblems, parametersOf } from "../domain/templates/template-definition.ts";

export interface ChatTemplateCheck {
  readonly problems: string[];
  readonly parameters: readonly TemplateParameter[];
}

/** Lists everything for which the creation would be refused, for a person who is still writing. The provider is not asked. */
export function checkChatTemplate(unfinished: Readonly<Record<string, unknown>>): ChatTemplateCheck {
  const shape = readShape(chatTemplateRequest, unfinished);
  if ("problems" in shape)
    return { problems: [...new Set(shape.problems.map(({ message }) => message))], parameters: [] };
  const { definition } = shape.data;
  return { problems: definitionProblems(definition), parameters: parametersOf(definition) };
}
