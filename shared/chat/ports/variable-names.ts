import type { Owner } from "../../kernel/owner.ts";
import type { TemplateParameter } from "../domain/templates/chat-template.ts";

/** An owner gives names to variables, which the platform identifies only by their numbers. */
export type VariableName = Pick<TemplateParameter, "component" | "position" | "name">;

/** Every method takes the owner first. Names are stored apart from a template, and stay when it is deleted. */
export interface VariableNames {
  /** The list is empty when the template has no names. */
  of(owner: Owner, templateId: string): Promise<readonly VariableName[]>;
  /** These names replace all former names of the template. */
  replace(owner: Owner, templateId: string, names: readonly VariableName[]): Promise<void>;
}
