import { invalid } from "../kernel/refusal.ts";
import type { Expected } from "../kernel/revision.ts";
import { IF_MATCH_HEADER } from "./contract/entity-tag.ts";
import type { HttpEvent } from "./request-context.ts";
import { headerOf } from "./request-headers.ts";

/** Matches an entity tag (RFC 9110, 8.8.3) with the separators before and after it; a list may have empty elements (5.6.1). */
const NEXT_TAG = /[ \t,]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?:,[ \t,]*|$)/y;

/** Reads the revisions that a request expects (D50); undefined when it has no `If-Match`. */
export function expectedBy(event: HttpEvent): Expected | undefined {
  const text = headerOf(event, IF_MATCH_HEADER.toLowerCase());
  if (text === undefined) return undefined;
  return text.trim() === "*" ? "any" : revisionsIn(text);
}

/** Returns the revisions of the strong tags. A weak tag never matches in `If-Match` (RFC 9110, 13.1.1). */
function revisionsIn(text: string): readonly string[] {
  const strong: string[] = [];
  let at = 0;
  do {
    NEXT_TAG.lastIndex = at;
    const found = NEXT_TAG.exec(text);
    if (found === null) throw invalid(`${IF_MATCH_HEADER} must be *, or ETags as they were answered, in double quotes`);
    const [all, weak, revision = ""] = found;
    if (weak === undefined) strong.push(revision);
    at += all.length;
  } while (at < text.length);
  return strong;
}
