import type { CallNode, Expression, Operand, PipelineNode } from "../parse/nodes.ts";
import { quote } from "./quote.ts";

/**
 * Writes a node as Go's messages show it. Literals are copied from the template's text; all else is written from the
 * node's parts.
 */
export function nodeText(node: Expression | CallNode, source: string): string {
  switch (node.kind) {
    case "pipeline":
      return declarationText(node) + node.commands.map((command) => nodeText(command, source)).join(" | ");
    case "command":
      return [node.word, ...node.args].map((arg) => operandText(arg, source)).join(" ");
    case "template":
      return callText(node, source);
    case "dot":
    case "nil":
    case "literal":
    case "field":
    case "variable":
    case "function":
    case "chain":
    case "paren":
      return operandText(node, source);
  }
}

function callText(node: CallNode, source: string): string {
  const argument = node.argument === undefined ? "" : ` ${nodeText(node.argument, source)}`;
  return `{{template ${quote(node.name)}${argument}}}`;
}

function declarationText({ declared, isAssignment }: PipelineNode): string {
  if (declared.length === 0) return "";
  return `${declared.map(({ name }) => name).join(", ")} ${isAssignment ? "=" : ":="} `;
}

export function operandText(node: Operand, source: string): string {
  switch (node.kind) {
    case "dot":
      return ".";
    case "nil":
      return "nil";
    case "literal":
      return source.slice(node.pos, node.end);
    case "field":
      return `.${[node.name, ...(node.rest ?? [])].join(".")}`;
    case "variable":
      return [node.name, ...(node.fields ?? [])].join(".");
    case "function":
      return node.builtin.name;
    case "chain":
      return `${operandText(node.base, source)}.${node.fields.join(".")}`;
    case "paren":
      return `(${nodeText(node.inner, source)})`;
  }
}
