import type { Braces, Context } from "./context.ts";
import { PROTOCOL_START } from "./protocols.ts";

function braceList(braces: Braces | undefined): string {
  const open: number[] = [];
  for (let at = braces; at !== undefined; at = at.outer) open.push(at.open);
  return `[${open.reverse().join(" ")}]`;
}

/** As Go prints a context in its messages. */
export function contextText(context: Context): string {
  const { state, delim, urlPart, slash, attr, element } = context;
  const start = `state${state} delim${delim} urlPart${urlPart} jsCtx${slash}`;
  return `{${start} ${braceList(context.braces)} attr${attr} element${element} <nil>}`;
}

/** Templates are derived under names with this mark; no name of an author may have it. */
export const DERIVED_MARK = "$htmltemplate_";

/** The name of a template as called in a context: its own in text, another one elsewhere. */
export function derivedName(name: string, context: Context): string {
  if (context.state === "Text" && context.marks === 0) return name;
  const { state, delim, slash, braces, attr, element } = context;
  const parts = [
    `state${state}`,
    delim === "None" ? "" : `delim${delim}`,
    urlText(context),
    slash === "Regexp" ? "" : `jsCtx${slash}`,
    braces === undefined ? "" : `jsBraceDepth(${braceList(braces)})`,
    attr === "None" ? "" : `attr${attr}`,
    element === "None" ? "" : `element${element}`,
    context.marks === 0 ? "" : `marks${context.marks}`,
  ];
  return name + DERIVED_MARK + parts.filter((part) => part !== "").join("_");
}

/** Go's words, and the protocol where it is not the usual one. */
function urlText({ state, urlPart, protocol }: Context): string {
  const part = urlPart === "None" ? "" : `urlPart${urlPart}`;
  const usual = state === "URL" && urlPart === "None" ? PROTOCOL_START : 0;
  return protocol === usual ? part : `${part}protocol${protocol}`;
}

/** The words of a refusal about branches that end in different places. */
export function branchesDiffer(kind: string, a: Context, b: Context): string {
  return `{{${kind}}} branches end in different contexts: ${contextText(a)}, ${contextText(b)}`;
}
