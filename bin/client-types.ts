import { writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { clientChecks } from "./client-checks.ts";
import { publicDocument } from "./public-interface.ts";

// Writes the types of the client library, and what checks its answers. They are kept in the repository, since the library is read and built without the rest of it;
// a test compares them with the contract.
export const CLIENT_TYPES = join(import.meta.dirname, "../client/src/api-types.ts");
export const CLIENT_CHECKS = join(import.meta.dirname, "../client/src/api-checks.ts");

/** A field with a default may be left out of a request. */
const OPTIONS = { alphabetize: true, defaultNonNullable: false };

export async function clientTypes(): Promise<string> {
  const text = astToString(await openapiTS(JSON.stringify(publicDocument()), OPTIONS));
  return `// Made by bin/client-types.ts from the contract.\n${text}`;
}

if (import.meta.main) {
  writeFileSync(CLIENT_TYPES, await clientTypes());
  writeFileSync(CLIENT_CHECKS, clientChecks());
}
