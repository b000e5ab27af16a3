import { nodeText } from "../format/node-text.ts";
import type { ActionNode, JumpNode, Node, TextNode } from "../parse/nodes.ts";
import { type Context, DEAD, nudged } from "./context.ts";
import { escapeBranch } from "./escape-branch.ts";
import { escapeCall } from "./escape-call.ts";
import { EscapeProblem, retold } from "./escape-problem.ts";
import { escapedPipeline, misplacedEscaper } from "./escaped-pipeline.ts";
import { charge, type EscapedNodes, type Escaper } from "./escaper.ts";
import { escapersFor } from "./escaper-choice.ts";
import { editText } from "./text-edit.ts";
import { afterValue, refuseValue } from "./values-in-context.ts";

/** A rewritten node and the context after it. */
interface EscapedNode {
  readonly node: Node;
  readonly context: Context;
}

/** Escapes a list of nodes. Nodes after a break or continue are never reached, so they are left out. */
export function escapeNodes(escaper: Escaper, nodes: readonly Node[], start: Context): EscapedNodes {
  const escaped: Node[] = [];
  let context = start;
  for (const node of nodes) {
    charge(escaper, node.kind === "text" ? node.text.length : 0, node.pos);
    const result = escapeNode(escaper, node, context);
    escaped.push(result.node);
    context = result.context;
    if (context.state === "Dead") break;
  }
  return { nodes: escaped, context };
}

function escapeNode(escaper: Escaper, node: Node, context: Context): EscapedNode {
  switch (node.kind) {
    case "text":
      return escapeText(node, context);
    case "action":
      return escapeAction(escaper, node, context);
    case "template": {
      const call = escapeCall(escaper, node, context, escapeNodes);
      return { node: { ...node, name: call.name }, context: call.context };
    }
    case "break":
    case "continue":
      return escapeJump(escaper, node, context);
    case "if":
    case "with":
    case "range":
      return escapeBranch(escaper, node, context, escapeNodes);
  }
}

function escapeText(node: TextNode, start: Context): EscapedNode {
  const { text, context } = retold(
    () => editText(node.text, start),
    (problem) => new EscapeProblem(problem.message, node.pos + problem.at, problem),
  );
  return { node: { ...node, text }, context };
}

/** A declaration prints nothing, so nothing in it is escaped. */
function escapeAction(escaper: Escaper, node: ActionNode, before: Context): EscapedNode {
  if (node.isSilent) return { node, context: before };
  const context = nudged(before);
  const { expression, pos } = node;
  const isUnquoted = context.state === "Attr" && context.delim === "SpaceOrTagEnd";
  const misplaced = misplacedEscaper(expression, isUnquoted);
  if (misplaced !== undefined) {
    throw new EscapeProblem(`predefined escaper "${misplaced}" disallowed in template`, pos);
  }
  const shown = () => `{{${nodeText(expression, escaper.source.text)}}}`;
  refuseValue(context, shown, pos);
  const names = escapersFor(context, shown, pos);
  const after = afterValue(context, before.state === "AttrName");
  return { node: { ...node, expression: escapedPipeline(expression, names, pos) }, context: after };
}

function escapeJump(escaper: Escaper, node: JumpNode, context: Context): EscapedNode {
  escaper.exits[node.kind].push({ pos: node.pos, context });
  return { node, context: DEAD };
}
