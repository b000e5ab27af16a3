import type { CallOptions, Transport } from "./transport.ts";
import type { EmailTemplate, EmailTemplateRequest } from "./types.ts";

const PATH = "/api/v1/templates";
const TOKEN = { credential: "access-token" } as const;
const at = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

/** Needs an access token. */
export class EmailTemplates {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(options: CallOptions = {}): Promise<EmailTemplate[]> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: PATH });
  }

  create(request: EmailTemplateRequest, options: CallOptions = {}): Promise<EmailTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path: PATH, json: request });
  }

  get(id: string, options: CallOptions = {}): Promise<EmailTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: at(id) });
  }

  /** All four fields anew. */
  replace(id: string, request: EmailTemplateRequest, options: CallOptions = {}): Promise<EmailTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "PUT", path: at(id), json: request });
  }

  delete(id: string, options: CallOptions = {}): Promise<void> {
    return this.#transport.nothing({ ...options, ...TOKEN, method: "DELETE", path: at(id) });
  }
}
