import { answerOf, type RepeatableApi, type Schemas } from "../../api/client.ts";

/** An owner may have far fewer templates than this many pages hold. */
const MAX_PAGES = 100;

/** Loads page by page, so that no answer exceeds a few megabytes even with many long templates. */
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
