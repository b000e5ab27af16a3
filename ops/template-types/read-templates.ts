import type { EmailTemplate } from "../../client/src/herald.ts";
import { parse } from "../../shared/go-template/go-template.ts";
import type { JsonObject } from "../../shared/kernel/json-data.ts";
import { allTemplates, samplesOf, type TemplateAccount } from "../templates/service-templates.ts";
import type { TypedTemplate } from "./declarations.ts";

/** The requests are sent one after the other, because the panel's interface has a rate limit. */
export async function readTemplates(account: TemplateAccount, ask: typeof fetch): Promise<readonly TypedTemplate[]> {
  const typed: TypedTemplate[] = [];
  // A template without samples, or one that was deleted meanwhile, is typed by its text alone.
  for (const template of await allTemplates(account, ask))
    typed.push(typedTemplate(template, await samplesOf(account, ask, template.id)));
  return typed;
}

const typedTemplate = ({ id, alias, name, subject, body }: EmailTemplate, samples: JsonObject): TypedTemplate => ({
  reference: alias ?? id,
  name,
  subject: parse(subject),
  body: parse(body),
  samples,
});
