import { neededVariables } from "../../shared/go-template/needed-variables.ts";
import { templateVariables } from "../../shared/go-template/template-variables.ts";
import type { Template } from "../../shared/go-template/text-template.ts";

export interface TypedTemplate {
  /** The alias, or the id of a template without one. */
  readonly reference: string;
  readonly name: string;
  readonly subject: Template;
  readonly body: Template;
}

const HEAD = `// Written by \`npm run template-types\`.
import type {} from "@herald/client";

declare module "@herald/client" {
  interface EmailTemplateVariables {`;
const FOOT = `  }
}
`;

/**
 * Writes a TypeScript file that tells the client the variables of each template. A variable that is always needed is
 * required, one that only some mails need is optional, and other names are errors.
 */
export function declarationsOf(templates: readonly TypedTemplate[]): string {
  const sorted = templates.toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
  return [HEAD, ...sorted.map(declarationOf), FOOT].join("\n");
}

function declarationOf({ reference, name, subject, body }: TypedTemplate): string {
  const needed = new Set([...neededVariables(subject), ...neededVariables(body)]);
  const names = [...new Set([...templateVariables(subject), ...templateVariables(body)])];
  // A name must not be able to end the comment or the line.
  const comment = JSON.stringify(name).replaceAll("*/", "*\\/");
  const fields = names.map((one) => `${keyOf(one)}${needed.has(one) ? "" : "?"}: string;`);
  const variables = fields.length > 0 ? `{ ${fields.join(" ")} }` : "Record<string, never>";
  return `    /** ${comment} */\n    ${keyOf(reference)}: ${variables};`;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const keyOf = (name: string): string => (IDENTIFIER.test(name) ? name : JSON.stringify(name));
