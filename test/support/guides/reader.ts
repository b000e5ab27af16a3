import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { freePort } from "../free-port.ts";
import type { Step } from "./programs.ts";
import { hasShown } from "./shown.ts";

const ROOT = join(import.meta.dirname, "../../..");
const TIMEOUT_MS = 400_000;
/** This character is printed before the output of each step; no command of a page prints it. */
const SEPARATOR = "\u001e";
/**
 * Replaces npm's `npx` for the two programs that the pages call, to save the second in which npm reads every package.
 * For any other program, the script calls npm's own `npx`.
 */
const QUICK_NPX = (folder: string): string => `#!/bin/sh
case "$1" in
herald) shift; exec node "${folder}/bin/herald.mjs" "$@" ;;
node) shift; exec node "$@" ;;
esac
PATH="\${PATH#*:}" exec npx "$@"
`;
/** npm and the build of the client write to these files, so each reader gets a copy of them. */
const OWN = new Set(["package.json", "package-lock.json", "client"]);

/** Plays a newcomer with a terminal in a copy of the repository, beside a running stack. */
export class Reader {
  readonly #home: string;
  readonly #folder: string;
  readonly #timeoutMs: number;
  readonly #port: number;

  private constructor(home: string, timeoutMs: number, port: number) {
    this.#home = home;
    this.#folder = join(home, "herald");
    this.#timeoutMs = timeoutMs;
    this.#port = port;
  }

  static async begin(dataDir: string, timeoutMs = TIMEOUT_MS): Promise<Reader> {
    const reader = new Reader(await mkdtemp(join(tmpdir(), "herald-reader-")), timeoutMs, await freePort());
    await reader.#copy(dataDir);
    const programs = join(reader.#home, "programs");
    await mkdir(programs);
    await writeFile(join(programs, "npx"), QUICK_NPX(reader.#folder), { mode: 0o755 });
    return reader;
  }

  end(): Promise<void> {
    return rm(this.#home, { recursive: true, force: true });
  }

  /**
   * Makes the reader's copy of the repository, with links to everything that does not change, so that a copy takes
   * milliseconds.
   */
  async #copy(dataDir: string): Promise<void> {
    await mkdir(this.#folder);
    const shared = (await readdir(ROOT)).filter((name) => !(OWN.has(name) || name.startsWith(".")));
    await Promise.all(shared.map((name) => symlink(join(ROOT, name), join(this.#folder, name))));
    await symlink(dataDir, join(this.#folder, ".herald"));
    const source = (path: string) => !/\/(?:dist|node_modules)$/.test(path);
    await cp(join(ROOT, "client"), join(this.#folder, "client"), { recursive: true, filter: source });
    await writeFile(join(this.#folder, "package.json"), await scriptsAlone());
  }

  /**
   * Runs the steps in one terminal. Fails at the first step that fails or prints something else than the page shows.
   * The steps call npm's own `npx` if `hasOwnNpx` is true, and otherwise the faster script `QUICK_NPX`.
   */
  async follow(steps: readonly Step[], { hasOwnNpx = false }: { readonly hasOwnNpx?: boolean } = {}): Promise<void> {
    const program = steps.map(({ script }) => `printf '${SEPARATOR}'\n${script}`).join("\n");
    const { error, stdout, stderr } = await this.#bash(program, hasOwnNpx);
    const printed = stdout.split(SEPARATOR).slice(1);
    if (error) throw new Error(`${error}:\n${steps[printed.length - 1]?.script}\n${printed.at(-1)}\n${stderr}`);
    if (printed.length < steps.length) throw new Error(`ended too early:\n${steps[printed.length - 1]?.script}`);
    for (const [i, { script, shown }] of steps.entries())
      for (const part of shown)
        if (!hasShown(printed[i] ?? "", part))
          throw new Error(`this is not printed:\n${part}\nbut this is:\n${printed[i]}\nby:\n${script}`);
  }

  async #bash(
    program: string,
    hasOwnNpx: boolean,
  ): Promise<{ error: string | undefined; stdout: string; stderr: string }> {
    const child = spawn("bash", ["-euo", "pipefail", "-c", program], {
      cwd: this.#folder,
      env: this.#environment(hasOwnNpx),
      stdio: ["ignore", "pipe", "pipe"],
      // The process leads its own group, so that everything that it has started ends with it.
      detached: true,
    });
    let isLate = false;
    const end = setTimeout(() => {
      isLate = true;
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, this.#timeoutMs);
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    clearTimeout(end);
    const error = isLate ? `not within ${this.#timeoutMs} ms` : `ended with ${code}`;
    return { error: code === 0 && !isLate ? undefined : error, stdout, stderr };
  }

  #environment(hasOwnNpx: boolean): NodeJS.ProcessEnv {
    const programs = hasOwnNpx ? [] : [join(this.#home, "programs")];
    return {
      PATH: [...programs, dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: this.#home,
      npm_config_offline: "true",
      npm_config_update_notifier: "false",
      // The port that a page's program would use may be taken on this machine, so the program gets a free port.
      PORT: String(this.#port),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      // All readers share the cache of the Go compiler, so that it does not compile everything again.
      GOCACHE: join(ROOT, "node_modules/.cache/go-build"),
    };
  }
}

/**
 * Returns a `package.json` without the scripts that npm runs before others (`pre…`), so that nothing is installed while
 * tests run.
 */
async function scriptsAlone(): Promise<string> {
  const { name, type, bin, scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const kept = Object.entries(scripts).filter(([script]) => !script.startsWith("pre"));
  return JSON.stringify({ name, private: true, type, bin, scripts: Object.fromEntries(kept) });
}

/** Returns the programs that this machine lacks. */
export function missingOf(tools: readonly string[]): readonly string[] {
  // `go` and `openssl` print their version for `version`, not for `--version`.
  const word = (tool: string) => (tool === "go" || tool === "openssl" ? "version" : "--version");
  return tools.filter((tool) => spawnSync(tool, [word(tool)], { stdio: "ignore" }).status !== 0);
}
