import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import extractConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const read = (page: string): string => readFileSync(join(ROOT, page), "utf8");
const CONTRIBUTING = read("CONTRIBUTING.md");

/** These folders serve every capability, or join them all; rules of their own say what they import. */
const OTHERS = ["go-template", "edge", "aws", "kernel", "composition"];
const GROUND = ["edge", "aws", "kernel"];

/** Returns what each capability imports, as the table of the page has it. */
function tabled(page: string): ReadonlyMap<string, readonly string[]> {
  const rows = page.split("| folder of `shared/` |")[1]?.split("\n\n")[0]?.split("\n").slice(2) ?? [];
  return new Map(
    rows.flatMap((row) => {
      const [, names = "", , imports = ""] = row.split("|");
      const below = imports.split(",").map((name) => name.trim());
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => [name, below.filter(Boolean).sort()] as const);
    }),
  );
}

/** Returns what each capability imports, as the rules have it. */
async function ruled(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { forbidden = [] } = await extractConfig(join(ROOT, ".dependency-cruiser.cjs"));
  return new Map(
    forbidden.flatMap((rule) => {
      const { name = "" } = rule;
      const pathNot = "to" in rule ? rule.to.pathNot : undefined;
      const capability = /^(.+)-points-down$/.exec(name)?.[1];
      if (capability === undefined || capability.endsWith("-wiring")) return [];
      const known = /^\^shared\/\(([^)]+)\)\/$/.exec(String(pathNot))?.[1]?.split("|") ?? [];
      return [[capability, known.filter((one) => ![capability, ...GROUND].includes(one)).sort()] as const];
    }),
  );
}

describe("the map of the folders of shared", () => {
  it("has a row for each folder, and for no other", () => {
    const folders = readdirSync(join(ROOT, "shared"), { withFileTypes: true }).filter((one) => one.isDirectory());
    expect([...tabled(CONTRIBUTING).keys()].sort()).toEqual(folders.map(({ name }) => name).sort());
  });

  it("says of every capability what its rule says", async () => {
    const rules = await ruled();
    expect(rules.get("webhooks")).toEqual(["events"]);
    const capabilities = [...tabled(CONTRIBUTING)].filter(([name]) => !OTHERS.includes(name));
    expect(Object.fromEntries(capabilities)).toEqual(Object.fromEntries(rules));
  });

  it("would be seen to differ", () => {
    const changed = CONTRIBUTING.replace(/(\| `webhooks` \|[^|]*\|) events \|/, "$1 events, mcp |");
    expect(tabled(changed).get("webhooks")).toEqual(["events", "mcp"]);
  });
});

/** Files that only some clones have, or that stand for many. */
const isExample = (path: string): boolean => /[<*…]/.test(path);
const pathsIn = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /`((?:bin|config|docs|functions|lib|local|ops|panel|rehearsal|shared|test|client|bench)\/[^`\s]*)`/g,
    ),
  ]
    .map(([, path = ""]) => path)
    .filter((path) => !isExample(path));

describe("a path that a page names to contributors", () => {
  it("exists", () => {
    const decisions = readdirSync(join(ROOT, "docs/decisions")).map((name) => `docs/decisions/${name}`);
    const pages = ["README.md", "CONTRIBUTING.md", "docs/mutation.md", "docs/contributing.md", ...decisions];
    const missing = pages.flatMap((page) =>
      pathsIn(read(page)).flatMap((path) => (existsSync(join(ROOT, path)) ? [] : [`${page}: ${path}`])),
    );
    expect(missing).toEqual([]);
  });

  it("is looked for", () => {
    expect(pathsIn(CONTRIBUTING).length).toBeGreaterThan(60);
    expect(pathsIn("in `shared/edge/contract/openapi.ts`, or `functions/http/<group>.ts`")).toEqual([
      "shared/edge/contract/openapi.ts",
    ]);
  });
});
