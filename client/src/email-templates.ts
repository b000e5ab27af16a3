import { emailTemplate, emailTemplatePage } from "./api-checks.ts";
import { array } from "./check.ts";
import type { CallOptions, Transport } from "./transport.ts";
import type { EmailTemplate, EmailTemplatePage, EmailTemplateQuery, EmailTemplateRequest } from "./types.ts";

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

  create(request: EmailTemplateRequest, options: CallOptions = {}): Promise<EmailTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path: PATH, json: request }, emailTemplate);
  }

  get(id: string, options: CallOptions = {}): Promise<EmailTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: at(id) }, emailTemplate);
  }

  /** Replaces all four fields. */
  replace(id: string, request: EmailTemplateRequest, options: CallOptions = {}): Promise<EmailTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "PUT", path: at(id), json: request }, emailTemplate);
  }

  delete(id: string, options: CallOptions = {}): Promise<void> {
    return this.#transport.nothing({ ...options, ...TOKEN, method: "DELETE", path: at(id) });
  }
}
