import { answerOf, type RepeatableApi, type Schemas } from "../../api/client.ts";

/** Far above what one owner may have. */
const MAX_PAGES = 100;

/** Page by page: each of them is an answer of a few megabytes at most, also where templates are many and long. */
export async function allTemplates(api: RepeatableApi): Promise<readonly Schemas["EmailTemplate"][]> {
  const all: Schemas["EmailTemplate"][] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
    const listed = await answerOf(api.GET("/api/v1/templates", { params: { query } }));
    if (Array.isArray(listed)) return listed;
    all.push(...listed.templates);
    cursor = listed.next_cursor;
    if (cursor === undefined) return all;
  }
  throw new Error("the list of email templates does not end");
}
