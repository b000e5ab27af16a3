import { chatTemplate } from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import { array } from "./check.ts";
import type { Transport } from "./transport.ts";
import type { ChatTemplate, ChatTemplateRequest, DeletedChatTemplate } from "./types.ts";

const PATH = "/api/v1/chat-templates";
const TOKEN = { credential: "access-token" } as const;
const at = (id: string, below = ""): string => `${PATH}/${encodeURIComponent(id)}${below}`;

/** Manages the templates of chat messages. Needs an access token. */
export class ChatTemplates {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the templates of all chat accounts. */
  list(options: CallOptions = {}): Promise<ChatTemplate[]> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: PATH }, array(chatTemplate));
  }

  /** Submits the template to the platform for review at once; `can_send` turns true when it is approved. */
  create(request: ChatTemplateRequest, options: CallOptions = {}): Promise<ChatTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path: PATH, json: request }, chatTemplate);
  }

  /** Returns one template in its last known state. */
  get(id: string, options: CallOptions = {}): Promise<ChatTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: at(id) }, chatTemplate);
  }

  /** Asks the platform for status and quality, and returns them. */
  sync(id: string, options: CallOptions = {}): Promise<ChatTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path: at(id, "/sync") }, chatTemplate);
  }

  /** Deletes the template, at the platform too. It stays in the list as deleted. */
  delete(id: string, options: CallOptions = {}): Promise<DeletedChatTemplate> {
    return this.#transport.json({ ...options, ...TOKEN, method: "DELETE", path: at(id) }, chatTemplate);
  }
}
