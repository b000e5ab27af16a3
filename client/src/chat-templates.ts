import { chatTemplate } from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import { array } from "./check.ts";
import type { Transport } from "./transport.ts";
import type { ChatTemplate, ChatTemplateRequest, DeletedChatTemplate } from "./types.ts";

const PATH = "/api/v1/chat-templates";
const TOKEN = { credential: "access-token" } as const;
const at = (id: string, below = ""): string => `${PATH}/${encodeURIComponent(id)}${below}`;

/** Needs an access token. */
export class ChatTemplates {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All of them, of every chat account. */
  list(options: CallOptions = {}): Promise<ChatTemplate[]> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: PATH }, array(chatTemplate));
  }

  /** Handed to the platform for review at once; `can_send` tells when it is approved. */
  create(request: ChatTemplateRequest, options: CallOptions = {}): Promise<ChatTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path: PATH, json: request }, chatTemplate);
  }

  /** One template, as the service last heard of it. */
  get(id: string, options: CallOptions = {}): Promise<ChatTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: at(id) }, chatTemplate);
  }

  /** Reads status and quality at the platform. */
  sync(id: string, options: CallOptions = {}): Promise<ChatTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path: at(id, "/sync") }, chatTemplate);
  }

  /** At the platform too. It stays in the list as deleted. */
  delete(id: string, options: CallOptions = {}): Promise<DeletedChatTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "DELETE", path: at(id) }, chatTemplate);
  }
}
