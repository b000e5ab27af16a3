import type { Braces, Context } from "./context.ts";
import { PROTOCOL_START } from "./protocols.ts";

function braceList(braces: Braces | undefined): string {
  const open: number[] = [];
  for (let at = braces; at !== undefined; at = at.outer) open.push(at.open);
  return `[${open.reverse().join(" ")}]`;
}

/** Writes a context as Go's messages show it. */
export function contextText(context: Context): string {
  const { state, delim, urlPart, slash, attr, element } = context;
  const start = `state${state} delim${delim} urlPart${urlPart} jsCtx${slash}`;
  return `{${start} ${braceList(context.braces)} attr${attr} element${element} <nil>}`;
}

/** Derived templates have this mark in their names, so an author's template must not have it. */
export const DERIVED_MARK = "$htmltemplate_";

/**
 * Returns the name of a template for the context where it is called: a template that is called in text keeps its own
 * name, and elsewhere gets a derived name.
 */
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

/** Uses Go's words, and adds the protocol where it differs from the usual one. */
function urlText({ state, urlPart, protocol }: Context): string {
  const part = urlPart === "None" ? "" : `urlPart${urlPart}`;
  const usual = state === "URL" && urlPart === "None" ? PROTOCOL_START : 0;
  return protocol === usual ? part : `${part}protocol${protocol}`;
}

/** Words the error about branches that end in different contexts. */
export function branchesDiffer(kind: string, a: Context, b: Context): string {
  return `{{${kind}}} branches end in different contexts: ${contextText(a)}, ${contextText(b)}`;
}
