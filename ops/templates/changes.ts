import { diff } from "node:util";
import { shownText } from "../shell/shown-text.ts";
import { type FiledTemplate, textsOf } from "./filed-template.ts";

/** The change of one template that is needed so that both sides have the same. */
export interface Change {
  readonly reference: string;
  readonly kind: "create" | "change" | "delete";
  readonly before?: FiledTemplate | undefined;
  readonly after?: FiledTemplate | undefined;
}

interface Sides {
  readonly before: readonly FiledTemplate[];
  readonly after: readonly FiledTemplate[];
  /** Whether a template that is in `before` but not in `after` is deleted. */
  readonly deletes: boolean;
}

/** Compares two sides, in the order of the references. */
export function changesBetween({ before, after, deletes }: Sides): readonly Change[] {
  const [old, wanted] = [byReference(before), byReference(after)];
  return [...new Set([...old.keys(), ...wanted.keys()])].sort().flatMap((reference) => {
    const change = changeOf(reference, old.get(reference), wanted.get(reference));
    return change === undefined || (change.kind === "delete" && !deletes) ? [] : [change];
  });
}

const byReference = (templates: readonly FiledTemplate[]) => new Map(templates.map((one) => [one.reference, one]));

/** Returns what has to be done with a template; undefined where nothing has to be done. */
export function changeOf(
  reference: string,
  before: FiledTemplate | undefined,
  after: FiledTemplate | undefined,
): Change | undefined {
  if (before === undefined) return { reference, kind: "create", after };
  if (after === undefined) return { reference, kind: "delete", before };
  return isSame(before, after) ? undefined : { reference, kind: "change", before, after };
}

const isSame = (a: FiledTemplate, b: FiledTemplate): boolean =>
  JSON.stringify(textsOf(a)) === JSON.stringify(textsOf(b));

/** The number of unchanged lines that are shown before and after a change. */
const AROUND = 3;
/** The comparison of two texts takes the product of their lines; longer ones are shown as replaced. */
const MOST_LINES = 4000;

/** Shows a change as the differences of its files. */
export function shownChange({ reference, kind, before, after }: Change): string {
  const [old, wanted] = [before ? textsOf(before) : {}, after ? textsOf(after) : {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(wanted)])];
  const files = names.flatMap((name) => {
    const lines = differenceOf(old[name] ?? "", wanted[name] ?? "");
    return lines.length === 0 ? [] : [`--- ${reference}/${name}`, ...lines];
  });
  return [`${kind} ${reference}`, ...(kind === "change" ? files : [])].join("\n");
}

/** The changed lines with `-` and `+`, and some around them; `…` stands for left out ones. */
function differenceOf(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const lines = entriesOf(linesOf(before), linesOf(after));
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(([mark]) => mark !== " "),
  );
  return lines.flatMap(([mark, line], at) => {
    if (isNear[at]) return [`${mark}${line.split("\t").map(shownText).join("\t")}`.trimEnd()];
    return at === 0 || isNear[at - 1] ? ["…"] : [];
  });
}

/** A missing line break at the end is a difference, too. */
const linesOf = (text: string): readonly string[] => (text === "" ? [] : text.split("\n"));

type Entry = readonly [mark: "-" | " " | "+", line: string];

function entriesOf(before: readonly string[], after: readonly string[]): readonly Entry[] {
  if (before.length + after.length > MOST_LINES)
    return [...before.map((line): Entry => ["-", line]), ...after.map((line): Entry => ["+", line])];
  return diff(before, after).map(([op, line]): Entry => [op === 0 ? " " : op > 0 ? "-" : "+", line]);
}
