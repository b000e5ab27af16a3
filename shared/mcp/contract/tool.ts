import * as z from "zod";
import type { OthersText } from "./others-text.ts";
import type { ToolName } from "./tool-permissions.ts";

/** Describes a tool for agents, with the schemas of its calls and results. */
export interface ToolContract<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  /** The operation or the schema whose notes describe the tool's fields. */
  readonly notesOf: string;
  readonly input: Input;
  readonly output: Output;
  /** Where results have text that others wrote (D47f). */
  readonly othersText: readonly OthersText[];
  /** True when the tool changes nothing. */
  readonly isReadOnly: boolean;
}

export const tool = <Input extends z.ZodType, Output extends z.ZodType>(
  contract: ToolContract<Input, Output>,
): ToolContract<Input, Output> => contract;

/** The limit of a page is a number here, while a query string has it as text. */
export function limit({ max, byDefault }: { readonly max: number; readonly byDefault: number }) {
  const error = `limit must be an integer from 1 to ${max}`;
  return z.int({ error }).min(1, { error }).max(max, { error }).default(byDefault);
}
