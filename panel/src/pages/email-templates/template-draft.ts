import type { components, operations } from "../../api/schema.ts";

export type EmailTemplate = components["schemas"]["EmailTemplate"];
type TemplateWrite = operations["createEmailTemplate"]["requestBody"]["content"]["application/json"];
export type Preview = components["schemas"]["TemplatePreview"];

/** The state of the editor: the write fields of a template. */
export interface Draft {
  readonly name: string;
  readonly subject: string;
  readonly body: string;
  readonly body_type: "text" | "html";
  /** Empty for none. */
  readonly alias: string;
  readonly strict: boolean;
  /** For a body that is HTML. */
  readonly isEscaped: boolean;
}

const NO_OPTIONS = { alias: "", strict: false, isEscaped: false } as const;
export const EMPTY_DRAFT: Draft = { name: "", subject: "", body: "", body_type: "text", ...NO_OPTIONS };

export const draftOf = ({ name, subject, body, body_type, alias, strict, escape: escaping }: EmailTemplate): Draft => ({
  ...{ name, subject, body, body_type },
  ...{ alias: alias ?? "", strict: strict ?? false, isEscaped: escaping === "html" },
});

/** The body of a write; an option that is not used is left out, so that the template looks as one without options. */
export const requestOf = ({ alias, strict, isEscaped, ...draft }: Draft): TemplateWrite => ({
  ...draft,
  ...(alias !== "" && { alias }),
  ...(strict && { strict }),
  ...(isEscaped && draft.body_type === "html" && { escape: "html" }),
});

export const isSame = (a: Draft, b: Draft): boolean => JSON.stringify(requestOf(a)) === JSON.stringify(requestOf(b));

/** The variables to warn of: those that a strict send is refused without, else those that the mail shows as `<no value>`. */
export const lackingOf = (
  { strict }: Pick<Draft, "strict">,
  { missing, unfilled = [] }: Pick<Preview, "missing" | "unfilled">,
): readonly string[] => (strict ? missing : unfilled);

/** A sample that is left empty is no value: the preview then shows what a caller who forgot it would send. */
export const givenSamples = (samples: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(samples).filter(([, value]) => value !== ""));
