import type { Owner } from "../../kernel/owner.ts";
import type { TemplateParameter } from "../domain/templates/chat-template.ts";

/** The words in which an owner speaks of a variable, which the platform knows by its number only. */
export type VariableName = Pick<TemplateParameter, "component" | "position" | "name">;

/** Every method takes the owner first. Names are kept beside a template, and stay when that is deleted. */
export interface VariableNames {
  /** Empty where there are none. */
  of(owner: Owner, templateId: string): Promise<readonly VariableName[]>;
  /** In the place of all that were there. */
  replace(owner: Owner, templateId: string, names: readonly VariableName[]): Promise<void>;
}
