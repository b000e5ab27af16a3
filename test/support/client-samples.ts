import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import ts from "typescript";
import { Herald } from "../../client/src/herald.ts";

const ROOT = join(import.meta.dirname, "../..");
const OPTIONS: ts.CompilerOptions = {
  ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  ...{ target: ts.ScriptTarget.ES2022, lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"], types: [] },
  ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, moduleDetection: ts.ModuleDetectionKind.Force },
  paths: { "@herald/client": [join(ROOT, "client/src/herald.ts")] },
};

/** Compiles programs against the client. Returns what the compiler says of each, by the program's name. */
export function problemsOf(programs: ReadonlyMap<string, string>): Record<string, string[]> {
  const folder = mkdtempSync(join(ROOT, "node_modules/.cache-samples-"));
  try {
    const names = [...programs.keys()];
    const files = names.map((_, at) => join(folder, `${at}.ts`));
    for (const [at, text] of [...programs.values()].entries()) writeFileSync(join(folder, `${at}.ts`), text);
    const found: Record<string, string[]> = {};
    for (const { file, messageText } of ts.getPreEmitDiagnostics(ts.createProgram(files, OPTIONS))) {
      const name = names[files.indexOf(file?.fileName ?? "")] ?? file?.fileName ?? "";
      found[name] = [...(found[name] ?? []), ts.flattenDiagnosticMessageText(messageText, " ")];
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly credential: string | null;
  readonly body: unknown;
}

/** Runs a sample with a client whose every request gets `answer`. Returns the requests. */
export async function requestsOf(source: string, answer: () => Response | Promise<Response>): Promise<SentRequest[]> {
  const sent: SentRequest[] = [];
  const client = class extends Herald {
    constructor() {
      super({
        baseUrl: "https://herald.example",
        apiKey: "key",
        accessToken: "token",
        pace: false,
        maxRetries: 0,
        fetch: async (input, init) => {
          const request = new Request(input, init);
          const text = typeof init?.body === "string" ? init.body : undefined;
          sent.push({
            method: request.method,
            path: new URL(request.url).pathname,
            credential: request.headers.get("authorization"),
            body: text === undefined ? undefined : JSON.parse(text),
          });
          return answer();
        },
      });
    }
  };
  const [, program = ""] = source.split('import { Herald } from "@herald/client";');
  const run = compileFunction(`return (async () => {${program}})();`, ["Herald", "console"]);
  await run(client, { log: () => {} });
  return sent;
}
