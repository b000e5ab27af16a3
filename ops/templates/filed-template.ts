import * as z from "zod";
import type { EmailTemplate, EmailTemplateRequest } from "../../client/src/herald.ts";
import { isAlias } from "../../shared/email/contract/template-name.ts";
import { isJsonObject, type JsonObject } from "../../shared/kernel/json-data.ts";

/** An email template as its files have it. */
export interface FiledTemplate {
  /** The name of its folder: the alias, or the id of a template without one. */
  readonly reference: string;
  readonly name: string;
  readonly subject: string;
  readonly body: string;
  readonly bodyType: "text" | "html";
  readonly strict: boolean;
  readonly escape: "none" | "html";
  readonly samples: JsonObject;
}

/** The texts of a template's files by their names. */
export type TemplateTexts = Readonly<Record<string, string>>;

export const FIELDS_FILE = "template.json";
export const SAMPLES_FILE = "samples.json";
export const BODY_FILES = { html: "body.html", text: "body.txt" } as const;
export const TEMPLATE_FILES = [FIELDS_FILE, ...Object.values(BODY_FILES), SAMPLES_FILE] as const;

const fields = z.strictObject({
  name: z.string(),
  subject: z.string(),
  strict: z.boolean().default(false),
  escape: z.enum(["none", "html"]).default("none"),
});
const samplesObject = z.custom<JsonObject>(isJsonObject, { error: "it must be a JSON object" });

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Writes the texts of a template's files. What has its default is left out. */
export function textsOf({ name, subject, body, bodyType, strict, escape: escaping, samples }: FiledTemplate) {
  const written = { name, subject, ...(strict && { strict }), ...(escaping === "html" && { escape: escaping }) };
  const texts: TemplateTexts = {
    [FIELDS_FILE]: jsonText(written),
    [BODY_FILES[bodyType]]: body,
    ...(Object.keys(samples).length > 0 && { [SAMPLES_FILE]: jsonText(samples) }),
  };
  return texts;
}

/** Reads the texts of a template's files. Throws an `Error` that names the file. */
export function templateOf(reference: string, texts: TemplateTexts): FiledTemplate {
  const { html, text } = { html: texts[BODY_FILES.html], text: texts[BODY_FILES.text] };
  const body = html ?? text;
  if (body === undefined || (html !== undefined && text !== undefined))
    throw new Error(`${reference}: it needs ${BODY_FILES.html} or ${BODY_FILES.text}, and one of them only`);
  const given = texts[FIELDS_FILE];
  if (given === undefined) throw new Error(`${reference}: there is no ${FIELDS_FILE}`);
  return {
    reference,
    ...jsonIn(`${reference}/${FIELDS_FILE}`, given, fields),
    body,
    bodyType: html === undefined ? "text" : "html",
    samples: jsonIn(`${reference}/${SAMPLES_FILE}`, texts[SAMPLES_FILE] ?? "{}", samplesObject),
  };
}

function jsonIn<T>(path: string, text: string, schema: z.ZodType<T>): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const [{ path: place = [], message = "" } = {}] = read.error.issues;
  throw new Error(`${path}: ${[...(place.length > 0 ? [place.join(".")] : []), message].join(": ")}`);
}

/** Turns a template of the service into its files' content. */
export const filed = (template: EmailTemplate, samples: JsonObject): FiledTemplate => ({
  reference: template.alias ?? template.id,
  name: template.name,
  subject: template.subject,
  body: template.body,
  bodyType: template.body_type,
  strict: template.strict ?? false,
  escape: template.escape ?? "none",
  samples,
});

/** The body of a write, which leaves unused options out. */
export const requestOf = ({ reference, bodyType, strict, escape: escaping, ...one }: FiledTemplate) => {
  const request: EmailTemplateRequest = {
    name: one.name,
    subject: one.subject,
    body: one.body,
    body_type: bodyType,
    ...(isAlias(reference) && { alias: reference }),
    ...(strict && { strict }),
    ...(escaping === "html" && { escape: escaping }),
  };
  return request;
};
