import { Herald } from "../../client/src/herald.ts";
import { filed } from "./filed-template.ts";
import type { TemplateService } from "./push-templates.ts";
import { allTemplates, keepSamples, samplesOf, type TemplateAccount } from "./service-templates.ts";

/** Reaches the templates of an account over HTTP. */
export function templateService(account: TemplateAccount, ask: typeof fetch): TemplateService {
  return {
    emailTemplates: new Herald({ ...account, fetch: ask }).emailTemplates,
    // The requests are sent one after the other, because the panel's interface has a rate limit.
    async all() {
      const found = [];
      for (const one of await allTemplates(account, ask))
        found.push({ id: one.id, template: filed(one, await samplesOf(account, ask, one.id)) });
      return found;
    },
    samplesOf: (id) => samplesOf(account, ask, id),
    keepSamples: (id, samples) => keepSamples(account, ask, { id, samples }),
  };
}
