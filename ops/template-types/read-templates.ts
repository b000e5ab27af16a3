import { type EmailTemplate, Herald } from "../../client/src/herald.ts";
import { parse } from "../../shared/go-template/go-template.ts";
import type { TemplateAccount } from "./account.ts";
import type { TypedTemplate } from "./declarations.ts";

const PAGE = 100;
/** An owner may have far fewer templates than this allows. */
const MAX_PAGES = 100;

export async function readTemplates(account: TemplateAccount, ask: typeof fetch): Promise<readonly TypedTemplate[]> {
  const { emailTemplates } = new Herald({ ...account, fetch: ask });
  const templates: EmailTemplate[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await emailTemplates.page({ limit: PAGE, ...(cursor !== undefined && { cursor }) });
    templates.push(...page.templates);
    cursor = page.next_cursor;
    if (cursor === undefined) return templates.map(typedTemplate);
  }
  throw new Error("the list of email templates does not end");
}

const typedTemplate = ({ id, alias, name, subject, body }: EmailTemplate): TypedTemplate => ({
  reference: alias ?? id,
  name,
  subject: parse(subject),
  body: parse(body),
});
