import type { Owner } from "../../kernel/owner.ts";
import { invalid, notFound } from "../../kernel/refusal.ts";
import { noteRecordName } from "../../kernel/trace.ts";
import type { ChatTemplateStore } from "../ports/chat-template-store.ts";
import type { VariableName, VariableNames } from "../ports/variable-names.ts";

export interface NameVariablesDeps {
  readonly chatTemplates: Pick<ChatTemplateStore, "get">;
  readonly variableNames: VariableNames;
}

const keyOf = ({ component, position }: Pick<VariableName, "component" | "position">) => `${component} ${position}`;

/** Reads the names that the owner gave to a template's variables. */
export async function readVariableNames(
  { chatTemplates, variableNames }: NameVariablesDeps,
  owner: Owner,
  id: string,
): Promise<readonly VariableName[]> {
  const [template, names] = await Promise.all([chatTemplates.get(owner, id), variableNames.of(owner, id)]);
  if (template === undefined) throw notFound();
  return names;
}

/** Stores the owner's names of variables. It refuses a second name for a variable, and variables that the template does not have. */
export async function nameVariables(
  { chatTemplates, variableNames }: NameVariablesDeps,
  { owner, id }: { readonly owner: Owner; readonly id: string },
  names: readonly VariableName[],
): Promise<void> {
  const template = await chatTemplates.get(owner, id);
  if (template === undefined) throw notFound();
  noteRecordName(template.definition.name);
  const known = new Set(template.parameters.map(keyOf));
  const unknown = names.find((one) => !known.has(keyOf(one)));
  if (unknown !== undefined)
    throw invalid(`names: the template has no ${unknown.component} variable ${unknown.position}`);
  if (new Set(names.map(keyOf)).size < names.length) throw invalid("names must name each variable once");
  await variableNames.replace(owner, id, names);
}
