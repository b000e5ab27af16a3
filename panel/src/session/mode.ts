/** The mode of a person's work: on live data, or on the separate data of test mode. */
export type Mode = "live" | "test";

const isMode = (text: string | null): text is Mode => text === "live" || text === "test";

/** The key under which the tab stores its mode, so that a reload stays in it. Signing out removes it. */
const PLACE = "herald.mode";
/** An address may name the mode, so that a link of test mode opens in test mode in a new tab too. */
const PARAMETER = "mode";

/** The part of `Storage` that this file uses. */
interface TabStorage {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
}

/** Returns the mode in which a tab begins: that of its address, else the tab's own, else live. */
export function beginningMode(search: string, storage: TabStorage): Mode {
  const [named, kept] = [new URLSearchParams(search).get(PARAMETER), storage.getItem(PLACE)];
  const mode = [named, kept].find(isMode) ?? "live";
  keepMode(mode, storage);
  return mode;
}

export const keepMode = (mode: Mode, storage: TabStorage): void => storage.setItem(PLACE, mode);

/** Returns the query of an address without the mode. */
export function withoutMode(search: string): string {
  const parameters = new URLSearchParams(search);
  if (!parameters.has(PARAMETER)) return search;
  parameters.delete(PARAMETER);
  const text = parameters.toString();
  return text && `?${text}`;
}

/** Returns an address of the panel that opens in test mode in any tab. */
export function inTestMode(href: string): string {
  const [beforeHash = "", ...hash] = href.split("#");
  const named = `${beforeHash}${beforeHash.includes("?") ? "&" : "?"}${PARAMETER}=test`;
  return [named, ...hash].join("#");
}

/** The routes below these paths have two modes. */
const WITH_MODES = ["/api/v1/", "/panel/api/"];

/** Returns the header that puts a request into test mode. */
export const modeHeaders = (mode: Mode, path: string): { readonly "Herald-Mode"?: Mode } =>
  mode === "test" && WITH_MODES.some((prefix) => path.startsWith(prefix)) ? { "Herald-Mode": "test" } : {};

/** Returns a name for what the tab stores of one person: each mode has a place of its own. */
export const placeOf = (sub: string, mode: Mode): string => (mode === "test" ? `test:${sub}` : sub);
