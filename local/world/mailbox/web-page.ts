import { readFile } from "node:fs/promises";

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

/** Nothing inline and nothing from elsewhere: mail is hostile input, and this page shows it. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A mail's own HTML: no script, no request, no access to this page, even when it is opened outside the sandboxed frame. */
export const MAIL_HTML_POLICY = "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/** The page's files by path, read once. */
export async function webPage(): Promise<ReadonlyMap<string, PageFile>> {
  const entries = Object.entries(FILES).map(async ([path, { file, contentType }]) => {
    const bytes = await readFile(new URL(`page/${file}`, import.meta.url));
    return [path, { contentType, bytes }] as const;
  });
  return new Map(await Promise.all(entries));
}
