import { type Context, type Element, isComment, isScriptLiteral } from "./context.ts";
import { EscapeProblem } from "./escape-problem.ts";
import { isInRawElement } from "./marks.ts";

/**
 * An element with one of these names ends at its end tag, even if the end tag stands in the middle of another tag, a
 * script or a style within the element.
 */
const RAW_END = /<\/(?:noscript|xmp|iframe|noembed|noframes)/gi;

/** A text and the position of the next match of `RAW_END` in it. */
interface RawEnds {
  readonly text: string;
  next: number;
}

export function newRawEnds(text: string): RawEnds {
  return { text, next: -1 };
}

interface Piece {
  readonly from: number;
  readonly end: number;
}

/**
 * Refuses the end tag of an open element in a place where Go sees none.
 * @throws EscapeProblem
 */
export function refuseRawEnd(ends: RawEnds, context: Context, { from, end }: Piece): void {
  if (context.state === "Text" || !isInRawElement(context.marks) || isDroppedComment(context)) return;
  if (ends.next < from) ends.next = indexOfRawEnd(ends.text, from);
  if (ends.next < end) throw new EscapeProblem("an end tag in a tag, a script or a style", ends.next);
}

function indexOfRawEnd(text: string, from: number): number {
  RAW_END.lastIndex = from;
  return RAW_END.exec(text)?.index ?? text.length;
}

function isDroppedComment(context: Context): boolean {
  return isComment(context) && context.delim === "None";
}

/**
 * Cut end tags in strings are escaped. A regular expression cannot contain such a tag: the slash after `<` would have
 * begun the expression.
 */
function isLiteral(context: Context): boolean {
  return isScriptLiteral(context) && context.state !== "JSRegexp";
}

const CUT_END = /<\/([a-z]*)$/i;
const CONTENT_ENDS: Readonly<Partial<Record<Element, string>>> = { Script: "script", Style: "style" };
const RAW_ENDS: readonly string[] = ["noscript", "xmp", "iframe", "noembed", "noframes"];

/**
 * Refuses the beginning of an end tag that a value or a branch may complete.
 * @throws EscapeProblem
 */
export function refuseCutEnd(text: string, context: Context): void {
  if (context.state === "Text" || isDroppedComment(context) || isLiteral(context)) return;
  const cut = CUT_END.exec(text.slice(-LONGEST_END));
  if (cut === null) return;
  const begun = (cut[1] ?? "").toLowerCase();
  if (endsOf(context).some((name) => name.startsWith(begun))) {
    throw new EscapeProblem("an end tag that is not complete", text.length - cut[0].length);
  }
}

const LONGEST_END = "</noscript".length;

function endsOf({ element, delim, marks }: Context): readonly string[] {
  const own = delim === "None" ? CONTENT_ENDS[element] : undefined;
  return [...(own === undefined ? [] : [own]), ...(isInRawElement(marks) ? RAW_ENDS : [])];
}
