import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import { afterEach, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
let folder = "";
const before = process.cwd();
afterEach(async () => {
  process.chdir(before);
  await rm(folder, { recursive: true, force: true });
});

/** The rules that a small tree of files breaks, judged by the project's own configuration. */
async function brokenRules(files: Readonly<Record<string, string>>): Promise<string[]> {
  folder = await mkdtemp(join(tmpdir(), "herald-layers-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  for (const name of [".dependency-cruiser.cjs", "tsconfig.json"]) await cp(join(ROOT, name), join(folder, name));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  process.chdir(folder);
  const { options = {}, ...ruleSet } = await extractConfig(join(folder, ".dependency-cruiser.cjs"));
  const { output } = await cruise(
    ["shared", "functions"].filter((name) => existsSync(name)),
    { ...options, ruleSet, validate: true },
  );
  return (output as ICruiseResult).summary.violations.map((violation) => violation.rule.name);
}

describe("the layer rules", () => {
  const adapter = { "shared/adapters/dynamo/store.ts": "export const store = 1;\n" };

  it.each([
    [
      "domain-is-alone",
      {
        "shared/notifications/domain/notification.ts":
          'import { store } from "../adapters/dynamo/store.ts";\nexport const a = store;\n',
        ...adapter,
      },
    ],
    [
      "use-cases-inward",
      {
        "shared/use-cases/submit.ts": 'import { store } from "../adapters/dynamo/store.ts";\nexport const a = store;\n',
        ...adapter,
      },
    ],
    [
      "functions-are-thin",
      {
        "functions/http/x/handler.ts":
          'import { store } from "../../../shared/adapters/dynamo/store.ts";\nexport const a = store;\n',
        ...adapter,
      },
    ],
    ["domain-no-packages", { "shared/domain/money.ts": 'import * as z from "zod";\nexport const a = z.string();\n' }],
    [
      "domain-no-io",
      { "shared/domain/clock.ts": 'import { hrtime } from "node:process";\nexport const a = hrtime;\n' },
    ],
    [
      "functions-are-strangers",
      {
        "functions/http/a/handler.ts": 'import { b } from "../b/handler.ts";\nexport const a = b;\n',
        "functions/http/b/handler.ts": "export const b = 1;\n",
      },
    ],
    [
      "no-cycles",
      {
        "shared/domain/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;\n',
        "shared/domain/b.ts": 'import { a } from "./a.ts";\nexport const b = () => a;\n',
      },
    ],
  ])("catch a planted violation: %s", async (rule, files) => {
    expect(await brokenRules(files)).toContain(rule);
  });

  it("have nothing against what is allowed", async () => {
    expect(
      await brokenRules({
        "shared/domain/a.ts": "export const a = 1;\n",
        "shared/use-cases/b.ts": 'import { a } from "../domain/a.ts";\nexport const b = a;\n',
      }),
    ).toEqual([]);
  });
});

describe("README", () => {
  it("follows a notification through five files that exist", () => {
    const section =
      readFileSync(join(ROOT, "README.md"), "utf8").split("## A notification in five files")[1]?.split("\n## ")[0] ??
      "";
    const paths = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map((match) => match[1] ?? "");
    expect(paths).toEqual([
      "functions/http/notifications/create-notification.ts",
      "shared/notifications/submit-notification.ts",
      "functions/queue/deliver-notification/handler.ts",
      "shared/notifications/deliver-notification.ts",
      "shared/notifications/domain/notification.ts",
    ]);
    for (const path of paths) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
  });
});
