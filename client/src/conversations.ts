import {
  chatConversation,
  chatConversationPage,
  chatHistory,
  getMessageMedia,
  replyToConversation,
  uploadMedia,
} from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import { HeraldError } from "./herald-error.ts";
import type { SendOptions } from "./notifications.ts";
import { everyItem, withCursor } from "./paging.ts";
import type { Transport } from "./transport.ts";
import type {
  ChatHistory,
  ChatMessage,
  Conversation,
  ConversationPage,
  ConversationQuery,
  HistoryQuery,
  MessageMedia,
  QueuedReply,
  ReplyRequest,
  UploadedMedia,
} from "./types.ts";

export interface MediaFile {
  /** The file has at most 20 MB. */
  readonly file: Blob;
  readonly mediaType: UploadedMedia["media_type"];
  readonly filename: string;
}

export interface MediaOptions {
  /** The longest wait for a file that is being copied; 30 seconds by default. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const PATH = "/api/v1/chat-conversations";
const KEY = { credential: "api-key" } as const;
const at = (id: string, below = ""): string => `${PATH}/${encodeURIComponent(id)}${below}`;

/** Reads and answers conversations. Needs an API key. */
export class Conversations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists all conversations, the last active one first, and fetches pages as the loop needs them. A conversation that a customer writes to
   * during the loop may come twice; the later one is newer.
   */
  list(
    query: Omit<ConversationQuery, "cursor"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Conversation, void, undefined> {
    return everyItem(
      (cursor) => this.page(withCursor<ConversationQuery>(query, cursor), options),
      ({ conversations }) => conversations,
    );
  }

  /** Returns one page; continue with `next_cursor` and the same filters. */
  page(query: ConversationQuery = {}, options: CallOptions = {}): Promise<ConversationPage> {
    return this.#transport.json({ ...options, ...KEY, method: "GET", path: PATH, query }, chatConversationPage);
  }

  /** Returns one conversation with its service window of 24 hours. */
  get(id: string, options: CallOptions = {}): Promise<Conversation> {
    return this.#transport.json({ ...options, ...KEY, method: "GET", path: at(id) }, chatConversation);
  }

  /** Lists the whole history, newest first, and fetches pages as the loop needs them. */
  messages(
    id: string,
    query: Omit<HistoryQuery, "cursor"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<ChatMessage, void, undefined> {
    return everyItem(
      (cursor) => this.messagePage(id, withCursor<HistoryQuery>(query, cursor), options),
      ({ messages }) => messages,
    );
  }

  /** Returns one page, newest first; `limit` is 1 to 500, by default 100. Continue with the answer's `next_cursor` while there is one. */
  messagePage(id: string, query: HistoryQuery = {}, options: CallOptions = {}): Promise<ChatHistory> {
    return this.#transport.json({ ...options, ...KEY, method: "GET", path: at(id, "/messages"), query }, chatHistory);
  }

  /** Queues a reply, which is in the history once this returns. Status 409 means that the window is closed and no usable fallback was given. */
  reply(id: string, request: ReplyRequest, options: SendOptions = {}): Promise<QueuedReply> {
    const { idempotencyKey = crypto.randomUUID(), ...more } = options;
    return this.#transport.json(
      {
        ...more,
        ...KEY,
        method: "POST",
        path: at(id, "/reply"),
        json: request,
        idempotencyKey,
      },
      replyToConversation,
    );
  }

  /** Uploads a file for a reply, which names it by the answer's `media_id`. A failed upload is not repeated automatically. */
  uploadMedia(id: string, { file, mediaType, filename }: MediaFile, options: CallOptions = {}): Promise<UploadedMedia> {
    const form = new FormData();
    form.append("media_type", mediaType);
    form.append("file", file, filename);
    return this.#transport.json(
      { ...options, ...KEY, method: "POST", path: at(id, "/media-upload"), form },
      uploadMedia,
    );
  }

  /** Returns a signed address of a message's file, and waits while the service copies the file (503 with Retry-After). */
  async media(id: string, messageId: string, { timeoutMs = 30_000, signal }: MediaOptions = {}): Promise<MessageMedia> {
    const path = at(id, `/messages/${encodeURIComponent(messageId)}/media`);
    const endMs = Date.now() + timeoutMs;
    for (;;) {
      const media = await this.#transport
        .json({ ...KEY, method: "GET", path, signal, maxRetries: 0 }, getMessageMedia)
        .catch(copying);
      if (!(media instanceof HeraldError)) return media;
      const waitMs = (media.retryAfterSeconds ?? 2) * 1000;
      if (Date.now() + waitMs > endMs) throw media;
      await this.#transport.pause(waitMs, signal);
    }
  }
}

function copying(error: unknown): HeraldError {
  if (error instanceof HeraldError && error.status === 503) return error;
  throw error;
}
