import { quote } from "../format/quote.ts";
import { LIMITS } from "../limits.ts";
import type { CallNode, Tree } from "../parse/nodes.ts";
import { type Context, isSameContext } from "./context.ts";
import { DERIVED_MARK, derivedName } from "./context-text.ts";
import { EscapeProblem, limitProblem } from "./escape-problem.ts";
import { closeLevel, type EscapeNodes, type Escaper, openLevel } from "./escaper.ts";

/** A template that is being read from a certain context. */
interface Call {
  readonly key: string;
  readonly tree: Tree;
  readonly start: Context;
}

/** Returns the name of the template as rewritten for the context of its call, and the context after the call. */
export function escapeCall(
  escaper: Escaper,
  node: Pick<CallNode, "name" | "pos">,
  start: Context,
  escapeNodes: EscapeNodes,
): { name: string; context: Context } {
  const { name, pos } = node;
  if (name.includes(DERIVED_MARK)) throw new EscapeProblem(`template name ${quote(name)} is reserved`, pos);
  const key = derivedName(name, start);
  const known = escaper.outputs.get(key);
  if (known !== undefined) {
    if (!escaper.derived.has(key)) escaper.recursive.add(key);
    return { name: key, context: known };
  }
  const tree = escaper.source.trees.get(name);
  if (tree === undefined) throw new EscapeProblem(`no such template ${quote(name)}`, pos);
  return { name: key, context: enter(escaper, { key, tree, start }, pos, escapeNodes) };
}

function enter(escaper: Escaper, call: Call, pos: number, escapeNodes: EscapeNodes): Context {
  if (++escaper.calls > LIMITS.templateCalls) {
    throw limitProblem(`exceeded maximum template depth (${LIMITS.templateCalls})`, pos);
  }
  const { exits } = escaper;
  openLevel(escaper, pos);
  const context = settle(escaper, call, pos, escapeNodes);
  closeLevel(escaper);
  escaper.exits = exits;
  escaper.calls--;
  return context;
}

/**
 * A template that calls itself is read under an assumption about the context where it ends. The first assumption is the
 * context where it starts, the second is the context where the first reading ended.
 */
function settle(escaper: Escaper, call: Call, pos: number, escapeNodes: EscapeNodes): Context {
  const first = attempt(escaper, call, call.start, escapeNodes);
  if (first.holds) return first.context;
  const second = attempt(escaper, call, first.context, escapeNodes);
  if (second.holds) return second.context;
  throw new EscapeProblem(`cannot compute output context for template ${call.key}`, pos);
}

function attempt(escaper: Escaper, { key, tree, start }: Call, assumed: Context, escapeNodes: EscapeNodes) {
  const { outputs, recursive, derived, finished } = escaper;
  const finishedBefore = finished.length;
  outputs.set(key, assumed);
  recursive.delete(key);
  const { nodes, context } = escapeNodes(escaper, tree.nodes, start);
  const holds = !recursive.has(key) || isSameContext(context, assumed);
  if (holds) {
    outputs.set(key, context);
    derived.set(key, { name: key, nodes });
    finished.push(key);
  } else forgetSince(escaper, finishedBefore);
  return { holds, context };
}

/** Drops the templates that were read under an assumption that turned out wrong. */
function forgetSince({ outputs, derived, finished }: Escaper, count: number): void {
  for (const key of finished.splice(count)) {
    derived.delete(key);
    outputs.delete(key);
  }
}
