import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DECISIONS_PAGE, GUIDES_PAGE } from "../../../ops/specification/contents-pages.ts";
import { EXPLANATIONS_PAGE } from "../../../ops/specification/explanations-page.ts";
import { LIFECYCLE_PAGE } from "../../../ops/specification/lifecycle-page.ts";
import { printedPageProblems, withPrinted } from "../../../ops/specification/printed-page.ts";
import { problemsOf } from "../../../ops/specification/problems.ts";
import { projectFiles } from "../../../ops/specification/project-files.ts";
import { rulesIn } from "../../../ops/specification/rules.ts";
import { traceability } from "../../../ops/specification/traceability.ts";

/** Planted names contain a dot, so that the check of this repository does not take them for citations. */
const named = (text: string) => text.replaceAll("·", "");
const rule = (name: string, text = "It is promised.") => `### ${name}\n\n${text}\n\n`;
const testOf = (names: string) => `it("keeps what is promised (${names})", () => {});\n`;

const GOOD: Readonly<Record<string, string>> = {
  "docs/specification/decisions.md": `# Decisions\n\n## HTTP\n\n${rule("D·1")}${rule("D·2", "Not built.\n\nLater.")}`,
  "docs/specification/interface.md": `# Interface\n\n## Limits\n\n| Rule | Limit |\n|---|---|\n| L·-body | 1 MiB |\n`,
  "docs/specification/whatsapp.md": `# Provider\n\n${rule("W·1.2")}`,
  "docs/limits.md": "# Limits\n\nOne mebibyte (L·-body).\n",
  "shared/anything/deep/code.ts": "/** D·1, and the provider's W·1.2. */\nexport const a = 1;\n",
  "test/unit/code.test.ts": testOf("D·1, L·-body"),
  "node_modules/a/b.ts": `/** D·99 */\n`,
  ".gitignore": "node_modules/\n/made.ts\npanel/dist/\n",
  "made.ts": `/** D·99 */\n`,
  "panel/dist/x.js": `/** D·99 */\n`,
};

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "herald-specification-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), named(text));
  }
}
/** Returns the problems of a small repository with these files beside the good ones. */
function problems(planted: Readonly<Record<string, string>> = {}): readonly string[] {
  write({ ...GOOD, ...planted });
  return problemsOf(projectFiles(folder));
}
const expectProblems = (planted: Readonly<Record<string, string>>, expected: readonly string[]) =>
  expect(problems(planted)).toEqual(expected.map(named));

describe("the check of the specification", () => {
  it("has nothing against a repository in order, nor against what git ignores", () => {
    expect(problems()).toEqual([]);
  });

  it.each(["shared/x.ts", "test/unit/x.test.ts", "panel/src/x.tsx", "lib/edge.js", "docs/x.md"])(
    "names an unknown rule in %s with its line",
    (path) => {
      const text = `# Title\n\n// of D·99\n`;
      expectProblems({ [path]: text }, [`${path}:3: D·99 is no rule of docs/specification`]);
    },
  );

  it.each(["L·-nothing", "W·9.9", "F·-999", "C·7", "D·1z"])("knows %s for a name, and not for a rule", (name) => {
    expectProblems({ "shared/x.ts": `// ${name}\n` }, [`shared/x.ts:1: ${name} is no rule of docs/specification`]);
  });

  it("takes nothing else for a name: hashes, curves, numbers, escapes, quotas", () => {
    const text = `// P-256, A-17, SHA-1, %C3%A9, \\u00e9, #D9, E164, RFC 9112, x-request-id, L-8A5B8E43, U+D9\n`;
    expectProblems({ "shared/x.ts": text }, []);
  });

  it("reads a range of rules", () => {
    const rules = { "docs/specification/more.md": `# More\n\n${rule("E·1")}${rule("E·2")}${rule("E·3")}` };
    expectProblems({ ...rules, "test/unit/x.test.ts": testOf("E·1 to E·3") }, []);
    expectProblems({ ...rules, "test/unit/x.test.ts": testOf(`E·1 to E·4`) }, [
      `test/unit/x.test.ts:1: E·4 is no rule of docs/specification`,
    ]);
  });

  it("names a rule that is built and has no test, and does not count what tests are built from", () => {
    const missing = { "docs/specification/more.md": `# More\n\n${rule("D·3", "Built in part: a half.")}` };
    const expected = ["docs/specification/more.md:3: no test cites D·3"];
    expectProblems(missing, expected);
    expectProblems({ ...missing, "test/support/help.ts": "// D·3\nexport const help = 1;\n" }, expected);
    expectProblems({ ...missing, "test/unit/more.test.ts": testOf("D·3") }, []);
  });

  it("counts a test whose table has a type", () => {
    const missing = { "docs/specification/more.md": `# More\n\n${rule("D·3")}` };
    const typed = `it.each<readonly [string, () => void]>([])("D·3: %s", () => {});\n`;
    expectProblems({ ...missing, "test/unit/more.test.ts": typed }, []);
  });

  it("names a mark that is out of date: a test cites what is said not to be built", () => {
    expectProblems({ "test/unit/x.test.ts": testOf("D·2") }, [
      "docs/specification/decisions.md:9: D·2 is marked as not built, and test/unit/x.test.ts cites it",
    ]);
  });

  it("names a rule that is there twice", () => {
    expectProblems({ "docs/specification/more.md": `# More\n\n${rule("D·1")}` }, [
      "docs/specification/more.md:3: D·1 is the name of a rule already, at docs/specification/decisions.md:5",
    ]);
  });

  it("names pages that are not in the repository, wherever a comment names them", () => {
    const text = [
      "/·** See interface.md, docs/limits.md and ../../README.md. */",
      'const page = "nowhere.md"; /·/ reference/nowhere.md',
      "/·*",
      " * nowhere.md",
      " */",
    ].join("\n");
    expectProblems({ "README.md": "# Read me\n", "shared/x/y.ts": text }, [
      "shared/x/y.ts:2: reference/nowhere.md is no file of the repository",
      "shared/x/y.ts:4: nowhere.md is no file of the repository",
    ]);
  });

  it.each([
    "email ·rule 9",
    "Chat ·rules 5",
    "specification, ·Limits",
    "reference, ·section 7",
    "interface.md, ·Errors",
  ])("asks for a name in the place of %j", (words) => {
    expectProblems({ "shared/x.ts": `/**\n * By the book: ${words}.\n */\n` }, [
      `shared/x.ts:2: "${words}" cites the specification in words; cite the rule's name`,
    ]);
  });
});

describe("traceability()", () => {
  const traced = (...names: string[]) => {
    write(GOOD);
    return traceability(projectFiles(folder), names.map(named)).split("\n");
  };
  const code = "  code  shared/anything/deep/code.ts";
  const test = "  test  test/unit/code.test.ts";

  it("leads from each rule to code and tests, and counts them", () => {
    const expected = [
      "D·1  docs/specification/decisions.md:5",
      code,
      test,
      "D·2 (not built)  docs/specification/decisions.md:9",
      "L·-body  docs/specification/interface.md:7",
      test,
      "W·1.2  docs/specification/whatsapp.md:3",
      code,
      "3 rules, 1 cited in code, 2 in tests; 1 are not built, 0 in part. 1 facts of the provider and the cloud stand beside them.",
    ];
    expect(traced()).toEqual(expected.map(named));
  });

  it("tells of the rules that are asked for alone", () => {
    expect(traced("L·-body")).toEqual([named("L·-body  docs/specification/interface.md:7"), test]);
  });
});

describe("the printed pages", () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, "../../..", path), "utf8");
  const page = read(LIFECYCLE_PAGE.path);
  const outOfDate = [`${LIFECYCLE_PAGE.path}: out of date; renew it with: npm run specification -- --write`];
  const problemsOfPage = (text: string) => printedPageProblems(LIFECYCLE_PAGE, [{ path: LIFECYCLE_PAGE.path, text }]);

  it.each([
    [LIFECYCLE_PAGE, ["pending --> processing: claimed\n", "| `redriven` |"]],
    [EXPLANATIONS_PAGE, ["| `mailbox_not_found` |", "| `partly_delivered` |"]],
    [
      GUIDES_PAGE,
      ["- **Email**: [Email](email.md) · [Email templates](email-templates.md)", "(specification/README.md)"],
    ],
    [DECISIONS_PAGE, ["- [Frequent calls of the tables skip the SDK's chain of steps](direct-calls.md)\n"]],
  ])("print the table as it is: $path", (printed, parts) => {
    const text = read(printed.path);
    expect(printedPageProblems(printed, [{ path: printed.path, text }])).toEqual([]);
    for (const part of parts) expect(text).toContain(part);
  });

  it("are refused when out of date, without a place for the table, or not there, with the command that renews them", () => {
    const old = page.replace("pending --> processing: claimed", "pending --> sent: claimed");
    expect(problemsOfPage(old)).toEqual(outOfDate);
    expect(problemsOfPage(withPrinted(LIFECYCLE_PAGE, old))).toEqual([]);
    expect(() => problemsOfPage("# The life of a notification\n")).toThrow("no place for the lifecycle");
    expect(printedPageProblems(LIFECYCLE_PAGE, [])).toEqual(outOfDate);
  });
});

describe("docs/specification", () => {
  const files = projectFiles(join(import.meta.dirname, "../../.."));

  it("has every family of names, and no rule twice", () => {
    const names = rulesIn(files).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const families = new Set(names.map((name) => name[0]));
    expect([...families].sort().join("")).toBe("ACDEFGLMPRSTVW");
  });
});
