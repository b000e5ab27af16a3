import type { components } from "../../api/schema.ts";

export type EmailTemplate = components["schemas"]["EmailTemplate"];
export type Preview = components["schemas"]["TemplatePreview"];

/** The state of the editor: the write fields of a template. */
export interface Draft {
  readonly name: string;
  readonly subject: string;
  readonly body: string;
  readonly body_type: "text" | "html";
}

export const EMPTY_DRAFT: Draft = { name: "", subject: "", body: "", body_type: "text" };

export const draftOf = ({ name, subject, body, body_type }: EmailTemplate): Draft => ({
  name,
  subject,
  body,
  body_type,
});

export const isSame = (a: Draft, b: Draft): boolean =>
  a.name === b.name && a.subject === b.subject && a.body === b.body && a.body_type === b.body_type;

/** Where a template is wrong. */
export interface TemplateFault {
  readonly field: "subject" | "body";
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

const FAULT = /^template: (subject|body):(\d+)(?::\d+)?: (.*)$/s;

/** Reads the engine's own words, `template: body:3: unexpected EOF`. */
export function faultIn(detail = ""): TemplateFault | undefined {
  const [, field, line, message = ""] = FAULT.exec(detail) ?? [];
  if (field !== "subject" && field !== "body") return undefined;
  return { field, line: Number(line), message };
}

/** The first and last character of a line, counted from 1; of the last line when there are fewer. */
export function lineRange(text: string, line: number): readonly [start: number, end: number] {
  const lines = text.split("\n");
  const index = Math.min(Math.max(line, 1), lines.length) - 1;
  const start = lines.slice(0, index).reduce((sum, before) => sum + before.length + 1, 0);
  return [start, start + (lines[index] ?? "").length];
}

/** A sample that is left empty is no value: the preview then shows what a caller who forgot it would send. */
export const givenSamples = (samples: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(samples).filter(([, value]) => value !== ""));
