import type { Builtin } from "../functions.ts";
import type { Value } from "../values.ts";

/**
 * Positions are offsets into the template's text in UTF-16 units. Lines and columns are computed only when they are
 * needed.
 */
interface Placed {
  readonly pos: number;
}

export interface DotNode extends Placed {
  readonly kind: "dot";
}
export interface NilNode extends Placed {
  readonly kind: "nil";
}
/** A string, a number or a bool. `end` marks the end of its text; `overflow` says that the number exceeds int64. */
export interface LiteralNode extends Placed {
  readonly kind: "literal";
  readonly end: number;
  readonly value: Value;
  readonly overflow: boolean;
}
/** A field such as `.name` or `.name.rest.rest`. */
export interface FieldNode extends Placed {
  readonly kind: "field";
  readonly name: string;
  readonly rest: readonly string[] | undefined;
}
/** A variable such as `$name` or `$name.field.field`. */
export interface VariableNode extends Placed {
  readonly kind: "variable";
  readonly id: number;
  readonly name: string;
  readonly fields: readonly string[] | undefined;
}
export interface FunctionNode extends Placed {
  readonly kind: "function";
  readonly builtin: Builtin;
}
/** Fields of a result: `(pipeline).field` or `function.field`. */
export interface ChainNode extends Placed {
  readonly kind: "chain";
  readonly base: Operand;
  readonly fields: readonly string[];
}
export interface ParenNode extends Placed {
  readonly kind: "paren";
  readonly inner: Expression;
}
export type Operand = DotNode | NilNode | LiteralNode | FieldNode | VariableNode | FunctionNode | ChainNode | ParenNode;

/** Two or more operands. They are a call, or else a mistake that is found when they are evaluated. */
export interface CommandNode extends Placed {
  readonly kind: "command";
  readonly word: Operand;
  readonly args: readonly Operand[];
}
/** Several commands, or declared variables. A pipeline of one plain command is stored as that command. */
export interface PipelineNode extends Placed {
  readonly kind: "pipeline";
  readonly declared: readonly VariableNode[];
  readonly isAssignment: boolean;
  readonly commands: readonly (Operand | CommandNode)[];
}
export type Expression = Operand | CommandNode | PipelineNode;

export interface TextNode extends Placed {
  readonly kind: "text";
  readonly text: string;
}
export interface ActionNode extends Placed {
  readonly kind: "action";
  readonly expression: Expression;
  /** An action that declares or assigns prints nothing. */
  readonly isSilent: boolean;
}
/** The position of a branch is where its pipeline begins. */
export interface BranchNode extends Placed {
  readonly kind: "if" | "with" | "range";
  readonly expression: Expression;
  readonly body: readonly Node[];
  readonly otherwise: readonly Node[] | undefined;
}
export interface CallNode extends Placed {
  readonly kind: "template";
  readonly name: string;
  readonly argument: Expression | undefined;
}
export interface JumpNode extends Placed {
  readonly kind: "break" | "continue";
}
export type Node = TextNode | ActionNode | BranchNode | CallNode | JumpNode;

/** A template that is defined in the text, including the main one. */
export interface Tree {
  readonly name: string;
  readonly nodes: readonly Node[];
}

/**
 * Tells whether a definition holds nothing but white space in the sense of Go's unicode.IsSpace. Such a definition may
 * be replaced.
 */
export function isEmptyTree(tree: Tree): boolean {
  return tree.nodes.every((node) => node.kind === "text" && !NOT_SPACE.test(node.text));
}

const NOT_SPACE = /[^\t\n\v\f\r \x85\xa0\p{Zs}\u2028\u2029]/u;
