import * as z from "zod";
import { type EmailTemplate, Herald } from "../../client/src/herald.ts";
import { parse } from "../../shared/go-template/go-template.ts";
import { isJsonObject, type JsonObject } from "../../shared/kernel/json-data.ts";
import type { TemplateAccount } from "./account.ts";
import type { TypedTemplate } from "./declarations.ts";

const PAGE = 100;
/** An owner may have far fewer templates than this many pages hold. */
const MAX_PAGES = 100;

export async function readTemplates(account: TemplateAccount, ask: typeof fetch): Promise<readonly TypedTemplate[]> {
  const { emailTemplates } = new Herald({ ...account, fetch: ask });
  const templates: EmailTemplate[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await emailTemplates.page({ limit: PAGE, ...(cursor !== undefined && { cursor }) });
    templates.push(...page.templates);
    cursor = page.next_cursor;
    if (cursor === undefined) return withSamples(account, ask, templates);
  }
  throw new Error("the list of email templates does not end");
}

/** Reads the samples one after the other, because the panel's interface limits requests. */
async function withSamples(
  account: TemplateAccount,
  ask: typeof fetch,
  templates: readonly EmailTemplate[],
): Promise<readonly TypedTemplate[]> {
  const typed: TypedTemplate[] = [];
  for (const template of templates) typed.push(typedTemplate(template, await samplesOf(account, ask, template.id)));
  return typed;
}

const typedTemplate = ({ id, alias, name, subject, body }: EmailTemplate, samples: JsonObject): TypedTemplate => ({
  reference: alias ?? id,
  name,
  subject: parse(subject),
  body: parse(body),
  samples,
});

const SAMPLES_TIMEOUT_MS = 10_000;
const samplesAnswer = z.object({ samples: z.custom<JsonObject>(isJsonObject) });

/**
 * Returns the samples of a template. Without samples, or if it was deleted in the meantime, the template is typed by
 * its text alone.
 */
async function samplesOf(
  { baseUrl, accessToken }: TemplateAccount,
  ask: typeof fetch,
  id: string,
): Promise<JsonObject> {
  const answer = await ask(`${baseUrl}/panel/api/templates/${id}/samples`, {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(SAMPLES_TIMEOUT_MS),
  });
  if (answer.status === 404) return {};
  if (!answer.ok) throw new Error(`the samples of a template cannot be read: HTTP ${answer.status}`);
  return samplesAnswer.parse(await answer.json()).samples;
}
