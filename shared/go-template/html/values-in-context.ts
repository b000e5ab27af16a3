import { marksOfLongerName } from "./attribute-names.ts";
import type { Context } from "./context.ts";
import { EscapeProblem } from "./escape-problem.ts";
import { has, isInOddElement, Mark } from "./marks.ts";
import { isBegun, protocolAfterValue, runs } from "./protocols.ts";
import { refuseSpecialTag } from "./tag-transitions.ts";

/**
 * Refuses values in places where a browser might run them however they are escaped.
 * @throws EscapeProblem
 */
export function refuseValue(context: Context, shown: () => string, pos: number): void {
  refuseSpecialTag(context.marks, pos);
  const place = context.delim === "None" ? contentDoubt(context) : attributeDoubt(context);
  if (place !== undefined) throw new EscapeProblem(`${shown()} appears ${place}`, pos);
}

function contentDoubt({ element, marks }: Context): string | undefined {
  const isCode = element === "Script" || element === "Style";
  return isCode && isInOddElement(marks) ? "in a script or a style that may be read as markup" : undefined;
}

function attributeDoubt({ marks, protocol }: Context): string | undefined {
  if (has(marks, Mark.otherName)) return "in an attribute that may have another name";
  if (has(marks, Mark.takesNoValue)) return "in an attribute that takes no value";
  if (runs(protocol)) return "in a URL that runs what it holds";
  return isBegun(protocol) ? "in what may be the protocol of a URL" : undefined;
}

/** Returns the context after a value. A slash in JavaScript divides there, and a name may continue. */
export function afterValue(context: Context, isLongerName: boolean): Context {
  const { state, attr, marks } = context;
  if (state === "JS") return { ...context, slash: "DivOp" };
  if (state === "AttrName") return { ...context, marks: afterName(context, isLongerName) };
  const inMeta = state === "MetaContent" ? Mark.metaValue : 0;
  const inType = attr === "ScriptType" ? Mark.pieces : 0;
  return {
    ...context,
    marks: (marks & ~Mark.emptyValue) | inMeta | inType,
    protocol: protocolAfterValue(context.protocol),
  };
}

function afterName(context: Context, isLongerName: boolean): number {
  return isLongerName ? marksOfLongerName(context, undefined) : context.marks | Mark.openName;
}
