import type { Unsubscription } from "./email-content.ts";

/** Returns the headers of RFC 8058, by which a mail client unsubscribes with one click. Nothing but the link stands in the first. */
export const unsubscribeHeaders = (unsubscribe: Unsubscription | undefined): Readonly<Record<string, string>> =>
  unsubscribe === undefined
    ? {}
    : { "List-Unsubscribe": `<${unsubscribe.url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
