import { emailTemplate, emailTemplatePage, emailTemplateVersion, emailTemplateVersionPage } from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import { array } from "./check.ts";
import type { Transport } from "./transport.ts";
import type {
  EmailTemplate,
  EmailTemplatePage,
  EmailTemplateQuery,
  EmailTemplateRequest,
  EmailTemplateVersion,
  EmailTemplateVersionPage,
  EmailTemplateVersionQuery,
} from "./types.ts";

const PATH = "/api/v1/templates";
const TOKEN = { credential: "access-token" } as const;
const at = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

/** Needs an access token. */
export class EmailTemplates {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All of them, oldest first. */
  list(options: CallOptions = {}): Promise<EmailTemplate[]> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: PATH }, array(emailTemplate));
  }

  /** `limit` is 1 to 100, 25 when left out. While there are more, the answer's `next_cursor` is the next call's `cursor`. */
  page(query: EmailTemplateQuery = {}, options: CallOptions = {}): Promise<EmailTemplatePage> {
    return this.#transport.json(
      { ...options, ...TOKEN, method: "GET", path: PATH, query: { limit: 25, ...query } },
      emailTemplatePage,
    );
  }

  /** Version 1 of a new template. */
  create(request: EmailTemplateRequest, options: CallOptions = {}): Promise<EmailTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path: PATH, json: request }, emailTemplate);
  }

  /** One template, in its present version. */
  get(id: string, options: CallOptions = {}): Promise<EmailTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: at(id) }, emailTemplate);
  }

  /** Replaces every field: what is left out, an alias for one, is gone. */
  replace(id: string, request: EmailTemplateRequest, options: CallOptions = {}): Promise<EmailTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "PUT", path: at(id), json: request }, emailTemplate);
  }

  /** The kept versions, the present one among them, newest first. Long ones need `versionPage`. */
  versions(id: string, options: CallOptions = {}): Promise<EmailTemplateVersion[]> {
    const path = `${at(id)}/versions`;
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path }, array(emailTemplateVersion));
  }

  /** `limit` is 1 to 50, 10 when left out. While there are older ones, the answer's `next_cursor` is the next call's `cursor`. */
  versionPage(
    id: string,
    query: EmailTemplateVersionQuery = {},
    options: CallOptions = {},
  ): Promise<EmailTemplateVersionPage> {
    const page = { path: `${at(id)}/versions`, query: { limit: 10, ...query } };
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", ...page }, emailTemplateVersionPage);
  }

  /** Makes the template again what an earlier version of it was, as a new version. */
  restore(id: string, version: number, options: CallOptions = {}): Promise<EmailTemplate> {
    const path = `${at(id)}/restore`;
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path, json: { version } }, emailTemplate);
  }

  /** With its versions. Mails that were accepted are sent all the same. */
  delete(id: string, options: CallOptions = {}): Promise<void> {
    return this.#transport.nothing({ ...options, ...TOKEN, method: "DELETE", path: at(id) });
  }
}
