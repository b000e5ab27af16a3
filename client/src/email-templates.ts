import { emailTemplate, emailTemplatePage, emailTemplateVersion, emailTemplateVersionPage } from "./api-checks.ts";
import type { CallOptions, ChangeOptions, Tagged } from "./call.ts";
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

/** Manages the templates of mails. Needs an access token. */
export class EmailTemplates {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists all templates, oldest first. */
  list(options: CallOptions = {}): Promise<EmailTemplate[]> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: PATH }, array(emailTemplate));
  }

  /** Returns one page; `limit` is 1 to 100, by default 25. Continue with the answer's `next_cursor` while there is one. */
  page(query: EmailTemplateQuery = {}, options: CallOptions = {}): Promise<EmailTemplatePage> {
    return this.#transport.json(
      { ...options, ...TOKEN, method: "GET", path: PATH, query: { limit: 25, ...query } },
      emailTemplatePage,
    );
  }

  /** Creates a template as version 1. */
  create(request: EmailTemplateRequest, options: CallOptions = {}): Promise<Tagged<EmailTemplate>> {
    return this.#transport.record({ ...options, ...TOKEN, method: "POST", path: PATH, json: request }, emailTemplate);
  }

  /** Returns one template in its current version. */
  get(id: string, options: CallOptions = {}): Promise<Tagged<EmailTemplate>> {
    return this.#transport.record({ ...options, ...TOKEN, method: "GET", path: at(id) }, emailTemplate);
  }

  /** Replaces every field: what the request leaves out, such as an alias, is removed. */
  replace(id: string, request: EmailTemplateRequest, options: ChangeOptions = {}): Promise<Tagged<EmailTemplate>> {
    return this.#transport.record({ ...options, ...TOKEN, method: "PUT", path: at(id), json: request }, emailTemplate);
  }

  /** Lists the stored versions, newest first, including the current one. Use `versionPage` for long templates. */
  versions(id: string, options: CallOptions = {}): Promise<EmailTemplateVersion[]> {
    const path = `${at(id)}/versions`;
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path }, array(emailTemplateVersion));
  }

  /** Returns one page of versions; `limit` is 1 to 50, by default 10. Continue with the answer's `next_cursor` while there is one. */
  versionPage(
    id: string,
    query: EmailTemplateVersionQuery = {},
    options: CallOptions = {},
  ): Promise<EmailTemplateVersionPage> {
    const page = { path: `${at(id)}/versions`, query: { limit: 10, ...query } };
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", ...page }, emailTemplateVersionPage);
  }

  /** Writes an earlier version once more, as a new version. */
  restore(id: string, version: number, options: CallOptions = {}): Promise<Tagged<EmailTemplate>> {
    const path = `${at(id)}/restore`;
    return this.#transport.record({ ...options, ...TOKEN, method: "POST", path, json: { version } }, emailTemplate);
  }

  /** Deletes the template and its versions. Mails that were accepted before are still sent. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.#transport.nothing({ ...options, ...TOKEN, method: "DELETE", path: at(id) });
  }
}
