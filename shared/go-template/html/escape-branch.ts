import type { BranchNode } from "../parse/nodes.ts";
import { type Context, isSameContext, joined } from "./context.ts";
import { branchesDiffer } from "./context-text.ts";
import { EscapeProblem, retold } from "./escape-problem.ts";
import {
  closeLevel,
  type EscapedNodes,
  type EscapeNodes,
  type Escaper,
  type Exit,
  newExits,
  openLevel,
} from "./escaper.ts";

/** Escapes an if, with or range. What follows has to be in the same context whichever branch runs. */
export function escapeBranch(
  escaper: Escaper,
  node: BranchNode,
  start: Context,
  escapeNodes: EscapeNodes,
): { node: BranchNode; context: Context } {
  openLevel(escaper, node.pos);
  const read = node.kind === "range" ? escapeLoop : escapeBody;
  const body = read(escaper, node, start, escapeNodes);
  const otherwise = node.otherwise === undefined ? undefined : escapeNodes(escaper, node.otherwise, start);
  closeLevel(escaper);
  const context = join(node.kind, { pos: node.pos, context: body.context }, otherwise?.context ?? start);
  return { node: { ...node, body: body.nodes, otherwise: otherwise?.nodes }, context };
}

function escapeBody(escaper: Escaper, node: BranchNode, start: Context, escapeNodes: EscapeNodes): EscapedNodes {
  return escapeNodes(escaper, node.body, start);
}

function join(kind: BranchNode["kind"], { pos, context: a }: Exit, b: Context): Context {
  return joined(a, b) ?? fail(branchesDiffer(kind, a, b), pos);
}

function fail(message: string, pos: number): never {
  throw new EscapeProblem(message, pos);
}

/**
 * The body of a range runs repeatedly, so reading it a second time has to end in the same context as the first time.
 */
function escapeLoop(escaper: Escaper, node: BranchNode, start: Context, escapeNodes: EscapeNodes): EscapedNodes {
  const outer = escaper.exits;
  const first = escapeTurn(escaper, node, start, escapeNodes);
  // A second reading from the same start would end in the same context, so it is left out.
  const isSame = isSameContext(first.context, start);
  const context = isSame ? first.context : escapeSecondTurn(escaper, node, first.context, escapeNodes);
  escaper.exits = outer;
  return { nodes: first.nodes, context };
}

function escapeTurn(escaper: Escaper, node: BranchNode, start: Context, escapeNodes: EscapeNodes): EscapedNodes {
  escaper.exits = newExits();
  const { nodes, context } = escapeNodes(escaper, node.body, start);
  return { nodes, context: withExits(escaper, context) };
}

function escapeSecondTurn(escaper: Escaper, node: BranchNode, start: Context, escapeNodes: EscapeNodes): Context {
  escaper.exits = newExits();
  const again = retold(
    () => join("range", { pos: node.pos, context: start }, escapeNodes(escaper, node.body, start).context),
    (problem) => new EscapeProblem(`on range loop re-entry: ${problem.message}`, problem.at, problem),
  );
  return withExits(escaper, again);
}

/**
 * A break or continue leads to the same place as the end of the body: the next iteration, or what follows the range.
 */
function withExits({ exits }: Escaper, end: Context): Context {
  const afterBreaks = exits.break.reduce((context, exit) => joinExit("break", context, exit), end);
  return exits.continue.reduce((context, exit) => joinExit("continue", context, exit), afterBreaks);
}

function joinExit(kind: "break" | "continue", context: Context, exit: Exit): Context {
  const met = joined(context, exit.context);
  return met ?? fail(`at range loop ${kind}: ${branchesDiffer("range", context, exit.context)}`, exit.pos);
}
