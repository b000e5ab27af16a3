import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { runCommand, UsageError } from "../lib/command-line.ts";
import { openApiDocument } from "../shared/reference/contract/openapi.ts";

// Writes the OpenAPI document to the given path, where `npm run check` lints it.
await runCommand("usage: npx node bin/openapi.ts <file>", ([path]) => {
  if (path === undefined) throw new UsageError("name the file");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
});
