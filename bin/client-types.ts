import { writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import * as z from "zod";
import { clientChecks } from "./client-checks.ts";
import { type PublicInterface, type PublicOperation, publicDocument } from "./public-interface.ts";

// Writes the types of the client library and the checks of its answers. The repository contains both, because people
// read and build the library without the rest of it. A test compares them with the contract.
export const CLIENT_TYPES = join(import.meta.dirname, "../client/src/api-types.ts");
export const CLIENT_CHECKS = join(import.meta.dirname, "../client/src/api-checks.ts");

/** A request may leave out a field with a default. */
const OPTIONS = { alphabetize: true, defaultNonNullable: false };

const operation = z.looseObject({ summary: z.string(), responses: z.record(z.string(), z.unknown()) });

const mapped = <From, To>(all: Readonly<Record<string, From>>, to: (one: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, to(one)] as const));

/**
 * Returns the interface without refusals, whose answers would be a third of the file. The client has one error for all
 * of them.
 */
function withoutRefusals(): PublicInterface {
  const document = publicDocument();
  const answered = (one: PublicOperation): PublicOperation => {
    const { summary, responses } = operation.parse(one);
    const successes = Object.entries(responses).filter(([status]) => /^2/.test(status));
    // The full stop separates the summary from the description after it in a note.
    return { ...one, summary: `${summary}.`, responses: Object.fromEntries(successes) };
  };
  return { ...document, paths: mapped(document.paths, (methods) => mapped(methods, answered)) };
}

/**
 * Removes tags, so that the note in an editor begins with its text. TypeScript's types say what the tags say. A note
 * that would be only an example gets a text.
 */
const withoutTags = (text: string): string =>
  text
    .replaceAll(/@description /g, "")
    .replaceAll(/^ +\* @(?:enum|constant).*\n/gm, "")
    .replaceAll(/^ +\* (?:Format: |@example \{\}$).*\n/gm, "")
    .replaceAll(
      /^( +)\/\*\*\n(?= +\* @example )/gm,
      "$1/**\n$1 * The body as JSON, with an example of its required fields.\n",
    );

export async function clientTypes(): Promise<string> {
  const text = astToString(await openapiTS(JSON.stringify(withoutRefusals()), OPTIONS));
  return `// Made by bin/client-types.ts from the contract.\n${withoutTags(text)}`;
}

if (import.meta.main) {
  writeFileSync(CLIENT_TYPES, await clientTypes());
  writeFileSync(CLIENT_CHECKS, clientChecks());
}
