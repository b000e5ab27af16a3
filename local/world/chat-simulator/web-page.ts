import { readFile } from "node:fs/promises";
import { lookFiles } from "../look/look-files.ts";
import { errorReply, type Reply } from "./http/reply.ts";

interface PageFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

const FILES: Readonly<Record<string, readonly [file: string, contentType: string]>> = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/telephone.js": ["telephone.js", "text/javascript; charset=utf-8"],
  "/thread.js": ["thread.js", "text/javascript; charset=utf-8"],
  "/compose.js": ["compose.js", "text/javascript; charset=utf-8"],
  "/page.js": ["page.js", "text/javascript; charset=utf-8"],
  "/telephone.css": ["telephone.css", "text/css; charset=utf-8"],
};

/** The page shows messages from outside, so nothing may be inline or come from elsewhere. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export type WebPage = ReadonlyMap<string, PageFile>;

/** Reads the telephone's files, by path. */
export async function webPage(): Promise<WebPage> {
  const entries = Object.entries(FILES).map(async ([path, [file, contentType]]) => {
    const bytes = await readFile(new URL(`page/${file}`, import.meta.url));
    return [path, { contentType, bytes }] as const;
  });
  return new Map([...(await lookFiles()), ...(await Promise.all(entries))]);
}

export function answerPage(page: WebPage, { method, url }: { method: string; url: URL }): Reply {
  const file = page.get(url.pathname);
  if (!file) return errorReply(404, "not found");
  if (method !== "GET") return errorReply(405, "method not allowed", { allow: "GET, HEAD" });
  const headers = { "content-type": file.contentType, "content-security-policy": PAGE_POLICY };
  return { status: 200, headers, body: file.bytes };
}
