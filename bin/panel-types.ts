import { writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { openApiDocument } from "../shared/reference/contract/openapi.ts";

// Writes the types of the panel's client from the contract's OpenAPI document. The repository does not contain them:
// scripts that need them generate them.
const FILE = join(import.meta.dirname, "../panel/src/api/schema.ts");

const text = astToString(await openapiTS(JSON.stringify(openApiDocument()), { alphabetize: true }));
writeFileSync(FILE, `// Made by bin/panel-types.ts from the contract.\n${text}`);
