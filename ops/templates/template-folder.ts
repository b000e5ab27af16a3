import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reasonOf } from "../../lib/reason.ts";
import { alias } from "../../shared/email/contract/template-name.ts";
import { MOST_TEMPLATES } from "../../shared/email/domain/email-template.ts";
import { type FiledTemplate, TEMPLATE_FILES, type TemplateTexts, templateOf, textsOf } from "./filed-template.ts";

/** A file that is larger than a request may be is not read. */
const MOST_BYTES = 1_048_576;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Reads all templates of a folder, each in a folder of its own. Other files, and folders without a file of a template, are none of them. Throws an `Error` that
 * names every problem.
 */
export function readFolder(folder: string): readonly FiledTemplate[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort();
  if (names.length > MOST_TEMPLATES.count)
    throw new Error(`${folder} has ${names.length} templates, and an owner at most ${MOST_TEMPLATES.count}`);
  const problems: string[] = [];
  const templates = names.flatMap((name) => {
    try {
      const texts = textsIn(join(folder, name));
      return Object.keys(texts).length === 0 ? [] : [templateOf(referenceIn(name), texts)];
    } catch (error) {
      problems.push(reasonOf(error));
      return [];
    }
  });
  if (problems.length > 0) throw new Error(problems.join("; "));
  return templates;
}

/** Throws for a name that is no reference, and so for one that would lead out of the folder. */
function referenceIn(name: string): string {
  const isReference = UUID.test(name) || alias.safeParse(name).success;
  if (!isReference) throw new Error(`${name}: the folder's name must be the template's alias (a-z, 0-9, _ and -)`);
  return name;
}

function textsIn(folder: string): TemplateTexts {
  const there = TEMPLATE_FILES.filter((name) => existsSync(join(folder, name)));
  return Object.fromEntries(there.map((name) => [name, textAt(join(folder, name))]));
}

function textAt(path: string): string {
  if (statSync(path).size > MOST_BYTES) throw new Error(`${path} is larger than 1 MiB`);
  return readFileSync(path, "utf8");
}

/** Writes the files of a template, and removes those that it no longer has. */
export function writeTemplate(folder: string, template: FiledTemplate): void {
  const own = join(folder, referenceIn(template.reference));
  const texts = textsOf(template);
  mkdirSync(own, { recursive: true });
  for (const name of TEMPLATE_FILES) {
    const text = texts[name];
    if (text === undefined) rmSync(join(own, name), { force: true });
    else writeFileSync(join(own, name), text);
  }
}

/** Removes the files of a template, and the template's folder if it has no other files. */
export function removeTemplate(folder: string, reference: string): void {
  const own = join(folder, referenceIn(reference));
  for (const name of TEMPLATE_FILES) rmSync(join(own, name), { force: true });
  if (readdirSync(own).length === 0) rmdirSync(own);
}
