import { type Block, isOtherTab } from "./blocks.ts";

/** A step runs or saves one block of code, and has the output that the page shows for the block. */
export interface Step {
  readonly script: string;
  readonly shown: readonly string[];
}

/** Steps that a reader pastes into the same terminal. */
export interface Program {
  readonly title: string;
  /** The programs that the machine must have. */
  readonly needs: readonly string[];
  readonly steps: readonly Step[];
}

interface MarkedStep extends Step {
  readonly marks: ReadonlyMap<string, string>;
}

/** Makes one program of a page, and one more of every line of a block marked `each`, after the blocks before it. */
export function programsOf(page: string, blocks: readonly Block[]): readonly Program[] {
  const steps = stepsOf(blocks);
  if (steps.length === 0) return [];
  const whole = steps.filter(({ marks }) => !marks.has("each"));
  const needs = ["bash", "curl", ...whole.flatMap(({ marks }) => marks.get("needs") ?? [])];
  const lines = steps.flatMap(({ marks, script, shown }, i) => {
    if (!marks.has("each")) return [];
    const before = steps.slice(0, i).filter((step) => !step.marks.has("each"));
    const needed = before.flatMap((step) => step.marks.get("needs") ?? []);
    return script.split("\n").map((line) => ({
      title: `${page}: ${line}`,
      needs: ["bash", "curl", ...needed, line.split(" ", 1)[0] ?? ""],
      steps: [...before, { script: line, shown }],
    }));
  });
  return [{ title: page, needs, steps: whole }, ...lines];
}

function stepsOf(blocks: readonly Block[]): readonly MarkedStep[] {
  const steps: (MarkedStep & { shown: string[] })[] = [];
  for (const { marks, text } of blocks) {
    const path = marks.get("file");
    if (path !== undefined)
      steps.push({ marks, script: `cat > ${path} <<'END OF FILE'\n${text}\nEND OF FILE`, shown: [] });
    else if (marks.has("run")) steps.push({ marks, script: text, shown: [] });
    else if (marks.has("output")) steps.findLast((step) => !isOtherTab(step))?.shown.push(text);
  }
  return steps;
}
