/** Node defines `process`; a browser does not. */
declare const process: { readonly env?: Readonly<Record<string, string | undefined>> } | undefined;

type Name = "HERALD_URL" | "HERALD_API_KEY" | "HERALD_ACCESS_TOKEN" | "HERALD_MAILBOX_URL";

/** Reads a variable of the environment; undefined in a browser, and when it is empty. */
export function variable(name: Name): string | undefined {
  return typeof process === "undefined" ? undefined : process.env?.[name] || undefined;
}
