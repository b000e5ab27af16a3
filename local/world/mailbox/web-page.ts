import { readFile } from "node:fs/promises";
import { lookFiles } from "../look/look-files.ts";

export interface PageFile {
  contentType: string;
  bytes: Buffer;
}

const FILES: Readonly<Record<string, { file: string; contentType: string }>> = {
  "/": { file: "index.html", contentType: "text/html; charset=utf-8" },
  "/mailbox.js": { file: "mailbox.js", contentType: "text/javascript; charset=utf-8" },
  "/message.js": { file: "message.js", contentType: "text/javascript; charset=utf-8" },
  "/page.js": { file: "page.js", contentType: "text/javascript; charset=utf-8" },
  "/mailbox.css": { file: "mailbox.css", contentType: "text/css; charset=utf-8" },
};

/** The page shows mail, which is hostile input, so nothing may be inline or come from elsewhere. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * A mail's own HTML may run no script, send no request and not reach this page, even when it is opened outside the
 * sandboxed frame.
 */
export const MAIL_HTML_POLICY = "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/** Reads the page's files, by path. */
export async function webPage(): Promise<ReadonlyMap<string, PageFile>> {
  const entries = Object.entries(FILES).map(async ([path, { file, contentType }]) => {
    const bytes = await readFile(new URL(`page/${file}`, import.meta.url));
    return [path, { contentType, bytes }] as const;
  });
  return new Map([...(await lookFiles()), ...(await Promise.all(entries))]);
}
