import { type Block, isOtherTab } from "./blocks.ts";
import { showsSomething } from "./shown.ts";

/** A block that is not run gives one of these reasons; any other is a slip of the pen. */
const REASONS: ReadonlySet<string> = new Set([
  "needs-aws",
  "needs-a-deployment",
  "needs-claude-code",
  "runs-until-stopped",
  "takes-minutes",
  "destroys-data",
  "changes-your-shell",
]);
const SHELLS: ReadonlySet<string> = new Set(["sh", "bash"]);
const PROGRAMS: ReadonlySet<string> = new Set(["ts", "js", "python", "go"]);
/** A test runs `run` blocks, and `each` line by line. `file=` saves one to run later; the block before prints `output`; `tab=` is a tab. */
const MARKS: ReadonlySet<string> = new Set(["run", "each", "needs", "file", "no-run", "output", "tab"]);

/** A line marked `each` may need these; where one is missing, the tests skip the line. Any other word is a slip of the pen. */
const TOOLS: ReadonlySet<string> = new Set(["bash", "curl", "npx", "npm", "node", "python3", "go"]);

/** It says, a sentence each, which flaws keep a page's blocks from running. */
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

/** These constructs would hide that a command has failed, or fail only on a reader's machine. */
function careless({ language, marks, text }: Block): string[] {
  if (!(SHELLS.has(language) && marks.has("run"))) return [];
  const count = (part: RegExp) => text.match(part)?.length ?? 0;
  const isUnchecked = count(/\bcurl\s/g) > count(/--fail\b/g);
  return [
    ...(isUnchecked ? ["a curl without --fail succeeds whatever it is answered"] : []),
    // A reader's Node may be 20, which runs no TypeScript.
    ...(/(?<!npx )\bnode \S+\.m?ts\b/.test(text) ? ["TypeScript is for npx node, the project's own"] : []),
  ];
}

/** An output that leaves something out is only shown; all other JSON must be valid, since readers paste it. */
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

/** Output stands right behind the block that prints it, with its tabs, or behind more of its output. */
function poorOutput(text: string, before: Block | undefined): string[] {
  const isPrinted = before?.marks.has("run") || before?.marks.has("output");
  return [...(isPrinted ? [] : ["is the output of nothing"]), ...(showsSomething(text) ? [] : ["shows nothing"])];
}
