import type {
  BranchNode,
  CallNode,
  CommandNode,
  Expression,
  Node,
  Operand,
} from "../../shared/go-template/parse/nodes.ts";
import { ROOT_ID } from "../../shared/go-template/parse/parse-state.ts";
import type { Template } from "../../shared/go-template/text-template.ts";

/** Describes how a template uses a value of its data. A value without fields and items is printed or compared. */
export interface Shape {
  readonly fields: Map<string, Shape>;
  /** A range or `index` finds this in the value, which is then a list or an object. */
  item?: Shape;
  /** Says whether every rendering prints the value or passes it to a function. */
  isNeeded: boolean;
}

export const newShape = (): Shape => ({ fields: new Map(), isNeeded: false });

/**
 * Describes a value that the template can name. Its use is certain as long as no branch lies between the name and the
 * use.
 */
interface Named {
  readonly shape: Shape | undefined;
  readonly isSure: boolean;
}

interface Scope {
  readonly trees: Template["trees"];
  readonly dot: Named;
  readonly variables: ReadonlyMap<number, Named>;
  /** Lists the enclosing calls, because a template that calls itself would otherwise be followed without end. */
  readonly calls: readonly string[];
}

/** Calls that are nested more deeply are not followed. */
const MOST_CALLS = 40;

/** Adds a template's uses of its data to the shape of the data. */
export function noteShape(root: Shape, { name, trees }: Template): void {
  const dot = { shape: root, isSure: true };
  noteNodes({ trees, dot, variables: new Map([[ROOT_ID, dot]]), calls: [name] }, trees.get(name)?.nodes ?? []);
}

/** Notes the nodes in order. A variable is known in the nodes after the one that declares it. */
function noteNodes(scope: Scope, nodes: readonly Node[]): void {
  let inside = scope;
  for (const node of nodes) {
    if (node.kind === "action")
      inside = withDeclared(inside, node.expression, used(inside, node.expression, !node.isSilent));
    else if (node.kind === "template") noteCall(inside, node);
    else if (node.kind === "range") noteRange(inside, node);
    else if (node.kind === "if" || node.kind === "with") noteBranch(inside, node);
  }
}

function noteCall(scope: Scope, { name, argument }: CallNode): void {
  const shape = argument && used(scope, argument, false);
  if (scope.calls.length > MOST_CALLS || scope.calls.filter((one) => one === name).length > 1) return;
  const isSure = argument?.kind === "dot" ? scope.dot.isSure : isRootSure(scope);
  const dot = { shape, isSure };
  const calls = [...scope.calls, name];
  noteNodes({ ...scope, dot, variables: new Map([[ROOT_ID, dot]]), calls }, scope.trees.get(name)?.nodes ?? []);
}

const isRootSure = ({ variables }: Scope): boolean => variables.get(ROOT_ID)?.isSure ?? false;

function noteBranch(scope: Scope, { kind, expression, body, otherwise }: BranchNode): void {
  const shape = used(scope, expression, false);
  const unsure = withDeclared(unsureIn(scope), expression, shape);
  noteNodes(kind === "with" ? { ...unsure, dot: { shape, isSure: false } } : unsure, body);
  noteNodes(unsure, otherwise ?? []);
}

/** Notes a range. In its body only its own item is certain to be used. */
function noteRange(scope: Scope, { expression, body, otherwise }: BranchNode): void {
  const shape = itemOf(used(scope, expression, false));
  const item = { shape, isSure: true };
  const unsure = unsureIn(scope);
  const declared = expression.kind === "pipeline" ? expression.declared : [];
  const variables = new Map(unsure.variables);
  const [first, second] = declared;
  if (first !== undefined) variables.set(first.id, second === undefined ? item : { shape: undefined, isSure: false });
  if (second !== undefined) variables.set(second.id, item);
  noteNodes({ ...unsure, dot: item, variables }, body);
  noteNodes(unsure, otherwise ?? []);
}

function unsureIn(scope: Scope): Scope {
  const unsure = ({ shape }: Named): Named => ({ shape, isSure: false });
  const variables = new Map([...scope.variables].map(([id, named]) => [id, unsure(named)]));
  return { ...scope, dot: unsure(scope.dot), variables };
}

function withDeclared(scope: Scope, expression: Expression, shape: Shape | undefined): Scope {
  const [variable] = expression.kind === "pipeline" ? expression.declared : [];
  if (variable === undefined) return scope;
  const named = { shape, isSure: isRootSure(scope) };
  return { ...scope, variables: new Map([...scope.variables, [variable.id, named]]) };
}

/** Notes the uses in an expression, and returns the shape of its value if that is a value of the data. */
function used(scope: Scope, expression: Expression, isNeeded: boolean): Shape | undefined {
  if (expression.kind === "command") return usedByCommand(scope, expression);
  if (expression.kind !== "pipeline") return usedOperand(scope, expression, isNeeded);
  const shapes = expression.commands.map((command, i) =>
    used(scope, command, isNeeded || i + 1 < expression.commands.length),
  );
  return shapes.length === 1 ? shapes[0] : undefined;
}

function usedByCommand(scope: Scope, { word, args }: CommandNode): Shape | undefined {
  const called = word.kind === "function" ? word.builtin.name : "";
  if (called === "index") return indexed(scope, args);
  const shapes = args.map((arg) => usedOperand(scope, arg, called !== ""));
  return called === "or" || called === "and" ? shapes[0] : undefined;
}

/** Notes a call of `index`. A text in the template is the name of a field; any other argument finds an item. */
function indexed(scope: Scope, [base, ...keys]: readonly Operand[]): Shape | undefined {
  let shape = base && usedOperand(scope, base, false);
  for (const key of keys) {
    const isName = key.kind === "literal" && typeof key.value === "string";
    shape = isName ? fieldOf(shape, String(key.value), false) : itemOf(shape);
    usedOperand(scope, key, true);
  }
  return shape;
}

function usedOperand(scope: Scope, operand: Operand, isNeeded: boolean): Shape | undefined {
  switch (operand.kind) {
    case "dot":
      return scope.dot.shape;
    case "field":
      return fieldsOf(scope.dot, [operand.name, ...(operand.rest ?? [])], isNeeded);
    case "variable":
      return fieldsOf(scope.variables.get(operand.id), operand.fields ?? [], isNeeded);
    case "paren":
      return used(scope, operand.inner, isNeeded);
    case "chain": {
      // `index` finds one item of many, so its use is not certain.
      return fieldsOf({ shape: usedOperand(scope, operand.base, isNeeded), isSure: false }, operand.fields, isNeeded);
    }
    case "function":
    case "literal":
    case "nil":
      return undefined;
  }
}

function fieldsOf(base: Named | undefined, names: readonly string[], isNeeded: boolean): Shape | undefined {
  const isSure = (base?.isSure ?? false) && isNeeded;
  return names.reduce((shape, name) => fieldOf(shape, name, isSure), base?.shape);
}

function fieldOf(shape: Shape | undefined, name: string, isNeeded: boolean): Shape | undefined {
  if (shape === undefined) return undefined;
  const field = shape.fields.get(name) ?? newShape();
  field.isNeeded ||= isNeeded;
  shape.fields.set(name, field);
  return field;
}

function itemOf(shape: Shape | undefined): Shape | undefined {
  if (shape === undefined) return undefined;
  shape.item ??= newShape();
  return shape.item;
}
