import * as z from "zod";
import { type EmailTemplate, Herald } from "../../client/src/herald.ts";
import { isJsonObject, type JsonObject } from "../../shared/kernel/json-data.ts";
import { patiently } from "../shell/patiently.ts";

/** The service and an access token of the templates' owner. */
export interface TemplateAccount {
  readonly baseUrl: string;
  readonly accessToken: string;
}

const PAGE = 100;
/** The most pages that are read. An owner may have far fewer templates than these pages hold. */
const MAX_PAGES = 100;

export async function allTemplates(account: TemplateAccount, ask: typeof fetch): Promise<readonly EmailTemplate[]> {
  const { emailTemplates } = new Herald({ ...account, fetch: ask });
  const templates: EmailTemplate[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await emailTemplates.page({ limit: PAGE, ...(cursor !== undefined && { cursor }) });
    templates.push(...page.templates);
    cursor = page.next_cursor;
    if (cursor === undefined) return templates;
  }
  throw new Error("the list of email templates does not end");
}

const TIMEOUT_MS = 10_000;
const samplesAnswer = z.object({ samples: z.custom<JsonObject>(isJsonObject) });

/** Returns the samples of a template; none if it was deleted meanwhile. */
export async function samplesOf(account: TemplateAccount, ask: typeof fetch, id: string): Promise<JsonObject> {
  const answer = await patiently(() => ask(...samplesRequest(account, id)));
  if (answer.status === 404) return {};
  if (!answer.ok) throw new Error(`the samples of a template cannot be read: HTTP ${answer.status}`);
  return samplesAnswer.parse(await answer.json()).samples;
}

interface KeptSamples {
  readonly id: string;
  readonly samples: JsonObject;
}

export async function keepSamples(
  account: TemplateAccount,
  ask: typeof fetch,
  { id, samples }: KeptSamples,
): Promise<void> {
  const answer = await patiently(() => {
    const [address, { headers, ...init }] = samplesRequest(account, id);
    const json = { ...headers, "content-type": "application/json" };
    return ask(address, { ...init, method: "PUT", headers: json, body: JSON.stringify({ samples }) });
  });
  if (!answer.ok) throw new Error(`its samples cannot be kept: HTTP ${answer.status} ${await answer.text()}`);
}

const samplesRequest = ({ baseUrl, accessToken }: TemplateAccount, id: string) =>
  [
    `${baseUrl.replace(/\/+$/, "")}/panel/api/templates/${id}/samples`,
    { headers: { authorization: `Bearer ${accessToken}` }, signal: AbortSignal.timeout(TIMEOUT_MS) },
  ] as const;
