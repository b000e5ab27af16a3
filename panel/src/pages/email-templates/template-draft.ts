import type { components, operations } from "../../api/schema.ts";

export type EmailTemplate = components["schemas"]["EmailTemplate"];
type TemplateWrite = operations["createEmailTemplate"]["requestBody"]["content"]["application/json"];
export type Preview = components["schemas"]["TemplatePreview"];

/** The editor holds the fields of a template that can be written. */
export interface Draft {
  readonly name: string;
  readonly subject: string;
  readonly body: string;
  readonly body_type: "text" | "html";
  /** The alias is empty when there is none. */
  readonly alias: string;
  readonly strict: boolean;
  /** Whether values are escaped for their place in the HTML; only for an HTML body. */
  readonly isEscaped: boolean;
}

const NO_OPTIONS = { alias: "", strict: false, isEscaped: false } as const;
export const EMPTY_DRAFT: Draft = { name: "", subject: "", body: "", body_type: "text", ...NO_OPTIONS };

export const draftOf = ({ name, subject, body, body_type, alias, strict, escape: escaping }: EmailTemplate): Draft => ({
  ...{ name, subject, body, body_type },
  ...{ alias: alias ?? "", strict: strict ?? false, isEscaped: escaping === "html" },
});

/** Builds the body of a write and leaves unused options out. */
export const requestOf = ({ alias, strict, isEscaped, ...draft }: Draft): TemplateWrite => ({
  ...draft,
  ...(alias !== "" && { alias }),
  ...(strict && { strict }),
  ...(isEscaped && draft.body_type === "html" && { escape: "html" }),
});

export const isSame = (a: Draft, b: Draft): boolean => JSON.stringify(requestOf(a)) === JSON.stringify(requestOf(b));

/** Returns the variables to warn about: without a value a strict send is refused, and any other mail shows `<no value>`. */
export const lackingOf = (
  { strict }: Pick<Draft, "strict">,
  { missing, unfilled = [] }: Pick<Preview, "missing" | "unfilled">,
): readonly string[] => (strict ? missing : unfilled);
