import { neededVariables } from "../../shared/go-template/needed-variables.ts";
import { templateVariables } from "../../shared/go-template/template-variables.ts";
import type { Template } from "../../shared/go-template/text-template.ts";
import type { JsonObject } from "../../shared/kernel/json-data.ts";
import { fieldType, isStructured, keyOf, objectOf } from "./shape-type.ts";
import { newShape, noteShape } from "./template-shape.ts";

export interface TypedTemplate {
  /** The alias, or the id of a template without one. */
  readonly reference: string;
  readonly name: string;
  readonly subject: Template;
  readonly body: Template;
  readonly samples: JsonObject;
}

const HEAD = `// Written by \`npx herald template-types\`.
import type {} from "@herald/client";

declare module "@herald/client" {
  interface EmailTemplateVariables {`;
const DATA_HEAD = `  }
  interface EmailTemplateData {`;
const FOOT = `  }
}
`;

/**
 * Returns a TypeScript file that tells the client the variables of each template. A variable that every mail needs is
 * required, one that only some mails need is optional, and other names are errors. Values that the template or its
 * samples show to be lists, objects or numbers belong into `data`.
 */
export function declarationsOf(templates: readonly TypedTemplate[]): string {
  const typed = templates.toSorted((a, b) => (a.reference < b.reference ? -1 : 1)).map(typesOf);
  const data = typed.flatMap((one) => (one.data.length > 0 ? [entry(one, objectOf(one.data))] : []));
  const variables = typed.map((one) =>
    entry(one, one.texts.length > 0 ? objectOf(one.texts) : "Record<string, never>"),
  );
  return [HEAD, ...variables, ...(data.length > 0 ? [DATA_HEAD, ...data] : []), FOOT].join("\n");
}

interface TemplateTypes extends Pick<TypedTemplate, "reference" | "name"> {
  readonly texts: readonly string[];
  readonly data: readonly string[];
}

function typesOf({ reference, name, subject, body, samples }: TypedTemplate): TemplateTypes {
  const needed = new Set([...neededVariables(subject), ...neededVariables(body)]);
  const names = [...new Set([...templateVariables(subject), ...templateVariables(body)])];
  const { fields } = shapeOf(subject, body);
  const sampleOf = (one: string) => (Object.hasOwn(samples, one) ? samples[one] : undefined);
  const isData = (one: string) => isStructured(fields.get(one), sampleOf(one));
  const data = names.filter(isData).map((one) => {
    const shape = { ...(fields.get(one) ?? newShape()), isNeeded: needed.has(one) };
    return fieldType(
      one,
      shape,
      [sampleOf(one)].filter((sample) => sample !== undefined),
    );
  });
  const texts = names.filter((one) => !isData(one));
  return { reference, name, texts: texts.map((one) => `${keyOf(one)}${needed.has(one) ? "" : "?"}: string;`), data };
}

function shapeOf(subject: Template, body: Template) {
  const shape = newShape();
  noteShape(shape, subject);
  noteShape(shape, body);
  return shape;
}

function entry({ reference, name }: TemplateTypes, type: string): string {
  // A name must not be able to end the comment or the line.
  const comment = JSON.stringify(name).replaceAll("*/", "*\\/");
  return `    /** ${comment} */\n    ${keyOf(reference)}: ${type};`;
}
