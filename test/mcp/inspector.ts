import { execFile } from "node:child_process";
import { resolve } from "node:path";

const INSPECTOR = resolve(import.meta.dirname, "../../node_modules/.bin/mcp-inspector");
const TIMEOUT_MS = 60_000;
/** The Inspector's own exit codes. */
const AUTH_REQUIRED = 3;
const TOOL_ERROR = 5;

export interface Inspection {
  readonly what: string;
  readonly expected: number;
  readonly code: number;
  readonly output: string;
}

export interface InspectedServer {
  readonly url: string;
  readonly key: string;
  /** This key has every permission, and so sees every tool. */
  readonly agentKey: string;
  /** The Inspector keeps its files in this folder instead of a home directory. */
  readonly home: string;
}

const NOBODY = "00000000-0000-4000-8000-000000000000";

/** Takes the first steps of a person, in both eras of the protocol, with the lint of the tools' schemas switched on. */
export async function inspect({ url, key, agentKey, home }: InspectedServer): Promise<Inspection[]> {
  const found: Inspection[] = [];
  for (const era of ["legacy", "modern"]) {
    const run = async (what: string, expected: number, args: readonly string[], bearer = key) => {
      const header = `Authorization: Bearer ${bearer}`;
      const common = ["--cli", url, "--transport", "http", "--protocol-era", era, "--header", header];
      found.push({ what: `${what} (${era})`, expected, ...(await inspector([...common, ...args], home)) });
    };
    await run("tools/list --strict", 0, ["--method", "tools/list", "--strict"]);
    await run("list_conversations", 0, [
      "--method",
      "tools/call",
      "--tool-name",
      "list_conversations",
      "--tool-arg",
      "limit=5",
    ]);
    const missing = ["--tool-name", "get_conversation", "--tool-arg", `id=${NOBODY}`];
    await run("an unknown conversation", TOOL_ERROR, ["--method", "tools/call", ...missing]);
    await run("tools/list --strict of every tool", 0, ["--method", "tools/list", "--strict"], agentKey);
    const trial = ["recipient=ana@example.test", "subject=Hello", "body=It works.", "dry_run=true"];
    const mail = ["--tool-name", "send_email", ...trial.flatMap((arg) => ["--tool-arg", arg])];
    await run("a dry run of send_email", 0, ["--method", "tools/call", ...mail], agentKey);
    await run("a tool beyond the key's permissions", TOOL_ERROR, ["--method", "tools/call", ...mail]);
    await run("a wrong key", AUTH_REQUIRED, ["--method", "tools/list", "--stored-auth-only"], "wrong");
  }
  return found;
}

function inspector(args: readonly string[], home: string): Promise<Pick<Inspection, "code" | "output">> {
  const options = { timeout: TIMEOUT_MS, env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home } };
  return new Promise((done) => {
    execFile(process.execPath, [INSPECTOR, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? -1);
      done({ code, output: `${stdout}${stderr}`.trim() });
    });
  });
}
