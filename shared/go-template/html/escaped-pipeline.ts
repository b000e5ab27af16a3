import type { Builtin } from "../functions.ts";
import type { CommandNode, Expression, FunctionNode, Operand, PipelineNode } from "../parse/nodes.ts";
import { ESCAPERS, type EscaperName, evalArgs } from "./escaper-functions.ts";

type Command = Operand | CommandNode;

/** The escapers that an author may name, and only at the end of a pipeline. */
const PREDEFINED: ReadonlySet<string> = new Set(["html", "urlquery"]);

/** Names for each of our escapers the predefined one that can replace it when the author has written it. */
const EQUIVALENTS: Readonly<Partial<Record<string, string>>> = {
  _html_template_attrescaper: "html",
  _html_template_htmlescaper: "html",
  _html_template_rcdataescaper: "html",
  _html_template_urlescaper: "urlquery",
  _html_template_urlnormalizer: "urlquery",
};

/** Lists for each escaper the escapers that would not change its result. */
const REDUNDANT_AFTER: Readonly<Partial<Record<string, readonly string[]>>> = {
  _html_template_commentescaper: ["_html_template_attrescaper", "_html_template_htmlescaper"],
  _html_template_cssescaper: ["_html_template_attrescaper"],
  _html_template_jsregexpescaper: ["_html_template_attrescaper"],
  _html_template_jsstrescaper: ["_html_template_attrescaper"],
  _html_template_jstmpllitescaper: ["_html_template_attrescaper"],
  _html_template_urlescaper: ["_html_template_urlnormalizer"],
};

export function commandsOf(expression: Expression): readonly Command[] {
  return expression.kind === "pipeline" ? expression.commands : [expression];
}

/** Returns the function that a command calls; undefined when the command is a value or a field. */
function functionOf(command: Command | undefined): FunctionNode | undefined {
  const word = command?.kind === "command" ? command.word : command;
  return word?.kind === "function" ? word : undefined;
}

function nameOf(command: Command | undefined): string {
  return functionOf(command)?.builtin.name ?? "";
}

/**
 * Returns the first predefined escaper that is not at the end of the pipeline, or any `html` when `refusesHtml` is
 * true.
 */
export function misplacedEscaper(expression: Expression, refusesHtml: boolean): string | undefined {
  const commands = commandsOf(expression);
  const last = commands.length - 1;
  return commands.map(nameOf).find((name, i) => PREDEFINED.has(name) && (i < last || (refusesHtml && name === "html")));
}

/** Adds escapers to the end of a pipeline, except those that the author or another escaper has made unnecessary. */
export function escapedPipeline(expression: Expression, names: readonly EscaperName[], pos: number): PipelineNode {
  const { commands, escapers } = takenOver(commandsOf(expression), builtinsOf(names), pos);
  const called = new Set(commands.map((command) => equivalentOf(nameOf(command))));
  const all = [...commands];
  for (const builtin of escapers) {
    if (!called.has(equivalentOf(builtin.name))) append(all, builtin, pos);
  }
  return { kind: "pipeline", pos, declared: [], isAssignment: false, commands: all };
}

function builtinsOf(names: readonly EscaperName[]): readonly Builtin[] {
  return names.flatMap((name) => ESCAPERS.get(name) ?? []);
}

function equivalentOf(name: string): string {
  return EQUIVALENTS[name] ?? name;
}

function append(commands: Command[], builtin: Builtin, pos: number): void {
  const isRedundant = REDUNDANT_AFTER[nameOf(commands.at(-1))]?.includes(builtin.name) ?? false;
  if (!isRedundant) commands.push({ kind: "function", pos, builtin });
}

interface TakenOver {
  readonly commands: readonly Command[];
  readonly escapers: readonly Builtin[];
}

/** A predefined escaper at the end of the pipeline replaces an equivalent one of ours, at that one's position. */
function takenOver(commands: readonly Command[], escapers: readonly Builtin[], pos: number): TakenOver {
  const last = functionOf(commands.at(-1))?.builtin;
  if (last === undefined || !PREDEFINED.has(last.name)) return { commands, escapers };
  const plain = withoutOperands(commands, last, pos);
  const isOurs = ({ name }: Builtin) => equivalentOf(name) === last.name;
  if (!escapers.some(isOurs)) return { commands: plain, escapers };
  return { commands: plain.slice(0, -1), escapers: escapers.map((each) => (isOurs(each) ? last : each)) };
}

/** Turns `html .a .b` into `_eval_args_ .a .b | html`. */
function withoutOperands(commands: readonly Command[], last: Builtin, pos: number): readonly Command[] {
  const [only, ...others] = commands;
  if (only?.kind !== "command" || others.length > 0) return commands;
  const word: FunctionNode = { kind: "function", pos: only.word.pos, builtin: evalArgs };
  return [
    { ...only, word },
    { kind: "function", pos, builtin: last },
  ];
}
