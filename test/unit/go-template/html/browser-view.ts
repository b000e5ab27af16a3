import vm from "node:vm";
import { defaultTreeAdapter as adapter, type DefaultTreeAdapterTypes, parse as parseHtml } from "parse5";

/** Describes how a browser reads a page that values could have changed. */
export interface BrowserView {
  /** Lists every element with the names of its attributes, and comments. */
  readonly shape: string;
  /** Lists attributes that lead to a script or to a page within a URL. */
  readonly scriptUrls: readonly string[];
  /** Lists scripts and event handlers that call `alert`. */
  readonly alerts: readonly string[];
}

const URL_ATTRIBUTES = new Set([
  ...["href", "src", "action", "formaction", "data", "poster", "background", "cite", "longdesc", "xlink:href"],
  ...["values", "to", "from", "by"],
]);
const RUNS = /^(?:javascript|vbscript):|^data:(?:text\/html|image\/svg|application\/xhtml)/i;
const REFRESH = /^[\s\d.]*[;,\s]\s*(?:url\s*=\s*)?['"]?\s*(?:javascript|vbscript|data):/i;

/** Returns a value after the first steps of the standard's parser of URLs. */
function asUrl(value: string): string {
  return value.replace(/^[\0-\x20]+/, "").replace(/[\t\n\r]/g, "");
}

function isScriptUrl({ tagName, attrs }: DefaultTreeAdapterTypes.Element, name: string, value: string): boolean {
  if (name === "srcdoc") return value !== "";
  if (tagName === "meta" && name === "content") return isRefresh(attrs) && REFRESH.test(value);
  return URL_ATTRIBUTES.has(name) && RUNS.test(asUrl(value));
}

function isRefresh(attrs: DefaultTreeAdapterTypes.Element["attrs"]): boolean {
  return attrs.some(({ name, value }) => name === "http-equiv" && value.toLowerCase() === "refresh");
}

/** Says whether code calls `alert`. A text that is no JavaScript calls nothing. */
function alerts(code: string): boolean {
  if (!code.includes("alert")) return false;
  let called = false;
  const globals = vm.createContext({ alert: () => (called = true), f: () => 1, name: "n" });
  try {
    new vm.Script(`(function(){${code}\n})()`).runInContext(globals, { timeout: 500 });
  } catch {
    // The code of a script may fail after it has called `alert`.
  }
  return called;
}

const JAVASCRIPT = new Set(["", "module", "text/javascript", "application/javascript"]);

function scriptsOf(element: DefaultTreeAdapterTypes.Element): readonly string[] {
  const handlers = element.attrs.filter(({ name }) => name.startsWith("on")).map(({ value }) => value);
  const type =
    element.attrs
      .find(({ name }) => name === "type")
      ?.value.trim()
      .toLowerCase() ?? "";
  if (element.tagName !== "script" || !JAVASCRIPT.has(type)) return handlers;
  return [...handlers, element.childNodes.map((node) => (adapter.isTextNode(node) ? node.value : "")).join("")];
}

function childrenOf(node: DefaultTreeAdapterTypes.ParentNode): readonly DefaultTreeAdapterTypes.ChildNode[] {
  return "content" in node ? (node as DefaultTreeAdapterTypes.Template).content.childNodes : node.childNodes;
}

export function browserView(page: string, scriptingEnabled: boolean): BrowserView {
  const scriptUrls: string[] = [];
  const alerting: string[] = [];
  const shapeOf = (node: DefaultTreeAdapterTypes.ParentNode): readonly unknown[] =>
    childrenOf(node).flatMap((child): readonly unknown[] => {
      if (adapter.isCommentNode(child)) return ["comment"];
      if (!adapter.isElementNode(child)) return [];
      const names = child.attrs.map(({ prefix, name }) => (prefix ? `${prefix}:${name}` : name));
      scriptUrls.push(...names.filter((name, i) => isScriptUrl(child, name, child.attrs[i]?.value ?? "")));
      alerting.push(...scriptsOf(child).filter(alerts));
      return [[child.tagName, names, shapeOf(child)]];
    });
  const shape = JSON.stringify(shapeOf(parseHtml(page, { scriptingEnabled })));
  return { shape, scriptUrls, alerts: alerting };
}
