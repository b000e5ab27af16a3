import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as z from "zod";

const ROOT = join(import.meta.dirname, "../..");
const LINTER = join(ROOT, "node_modules/oxlint/bin/oxlint");
/** The linter takes a second on an idle machine. */
export const LINT_TIMEOUT_MS = 400_000;

const reportSchema = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

/** Returns the name of the rule, in which `typescript(no-floating-promises)` and `eslint-js/no-restricted-syntax` both end. */
const ruleOf = (code: string): string => code.replace(/^[^(]*\(|\)$/g, "").replace(/^.*\//, "");

const topOf = (name: string): string => name.split("/")[0] ?? name;

/** Lints a small tree of files in one run with the project's configuration, and returns the rules that each file breaks. */
export async function lintFiles(files: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), "herald-lint-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), `${text}\nexport {};\n`);
    }
    for (const name of ["oxlint.config.ts", "bin/adapter-folders.json", "tsconfig.json", "package.json"])
      await cp(join(ROOT, name), join(folder, name));
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const broken = new Map<string, string[]>(Object.keys(files).map((name) => [name, []]));
    for (const { code, filename } of reportSchema.parse(
      JSON.parse(await reportOn(folder, [...new Set(Object.keys(files).map(topOf))])),
    ).diagnostics)
      broken.get(filename)?.push(ruleOf(code));
    return broken;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the linter, which exits with 1 if it finds something and still prints its report. */
const reportOn = (folder: string, paths: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [LINTER, "-f", "json", ...paths],
      { cwd: folder, timeout: LINT_TIMEOUT_MS },
      (error, stdout) => {
        if (stdout.startsWith("{")) resolve(stdout);
        else reject(error ?? new Error(stdout));
      },
    );
  });
