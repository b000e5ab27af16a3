import { type Block, isOtherTab } from "./blocks.ts";
import { showsSomething } from "./shown.ts";

/** The reasons that a block may give for not being run; any other is a mistake. */
const REASONS: ReadonlySet<string> = new Set([
  "needs-aws",
  "needs-a-deployment",
  "needs-an-access-token",
  "needs-a-template-of-its-own",
  "needs-claude-code",
  "runs-until-stopped",
  "takes-minutes",
  "destroys-data",
  "changes-your-shell",
  "is-part-of-an-example",
]);
const SHELLS: ReadonlySet<string> = new Set(["sh", "bash"]);
const PROGRAMS: ReadonlySet<string> = new Set(["ts", "js", "python", "go"]);
/** Tests run a `run` block, and an `each` block line by line. `file=` saves a block, `output` shows what the last one prints, `tab=` names a tab. */
const MARKS: ReadonlySet<string> = new Set(["run", "each", "needs", "file", "no-run", "output", "tab"]);

/** The tools that a line marked `each` may need; tests skip a line whose tool is missing. Any other word is a mistake. */
const TOOLS: ReadonlySet<string> = new Set(["bash", "curl", "npx", "npm", "node", "python3", "go"]);

/** Returns one sentence for each mistake that keeps a page's blocks from running. */
export function problemsOf(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block, i) =>
    [...unknownMarks(block), ...unmarked(block), ...careless(block), ...broken(block), ...idle(block, blocks, i)].map(
      (problem) => `${problem}: ${block.text.split("\n", 1)[0]}`,
    ),
  );
}

function unknownMarks({ marks }: Block): string[] {
  const reason = marks.get("no-run");
  const unknown = [...marks.keys()].filter((mark) => !MARKS.has(mark)).map((mark) => `the mark ${mark} is not known`);
  return reason === undefined || REASONS.has(reason) ? unknown : [...unknown, `${reason} is no reason not to run`];
}

function unmarked({ language, marks }: Block): string[] {
  if (SHELLS.has(language) && marks.has("run") === marks.has("no-run"))
    return ["must be marked run or no-run=<reason>"];
  if (PROGRAMS.has(language) && marks.has("file") === marks.has("no-run"))
    return ["must be marked file=<path> or no-run=<reason>"];
  return [];
}

/** Finds constructs that would hide the failure of a command, or fail only on a reader's machine. */
function careless({ language, marks, text }: Block): string[] {
  if (!(SHELLS.has(language) && marks.has("run"))) return [];
  const count = (part: RegExp) => text.match(part)?.length ?? 0;
  const isUnchecked = count(/\bcurl\s/g) > count(/--fail\b/g);
  return [
    ...(isUnchecked ? ["a curl without --fail succeeds whatever it is answered"] : []),
    // A reader may have Node 20, which cannot run TypeScript.
    ...(/(?<!npx )\bnode \S+\.m?ts\b/.test(text) ? ["TypeScript is for npx node, the project's own"] : []),
  ];
}

/** Finds JSON that is invalid although readers paste it. An output in which something is left out is not checked. */
function broken({ language, marks, text }: Block): string[] {
  if (language !== "json" || marks.has("output")) return [];
  try {
    JSON.parse(text);
    return [];
  } catch {
    return ["is no JSON"];
  }
}

function idle({ marks, text }: Block, blocks: readonly Block[], i: number): string[] {
  const isRun = (block: Block) => block.marks.has("run");
  const path = marks.get("file");
  const isNamed = blocks.slice(i + 1).some((block) => isRun(block) && block.text.includes(path ?? ""));
  const unknown = marks.has("each") ? text.split("\n").filter((line) => !TOOLS.has(firstWord(line))) : [];
  return [
    ...(path === undefined || isNamed ? [] : ["is saved and never run"]),
    ...unknown.map((line) => `${firstWord(line)} is no program that the tests know`),
    ...(marks.has("output")
      ? poorOutput(
          text,
          blocks.slice(0, i).findLast((block) => !isOtherTab(block)),
        )
      : []),
  ];
}

const firstWord = (line: string): string => line.split(" ", 1)[0] ?? "";

/** Checks that an output block stands after the block that prints it, after that block's tabs, or after more of its output. */
function poorOutput(text: string, before: Block | undefined): string[] {
  const isPrinted = before?.marks.has("run") || before?.marks.has("output");
  return [...(isPrinted ? [] : ["is the output of nothing"]), ...(showsSomething(text) ? [] : ["shows nothing"])];
}
