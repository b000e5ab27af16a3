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
  /** At most 20 MB. */
  readonly file: Blob;
  readonly mediaType: UploadedMedia["media_type"];
  readonly filename: string;
}

export interface MediaOptions {
  /** How long to wait for a file that is being copied; 30 seconds when left out. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const PATH = "/api/v1/chat-conversations";
const KEY = { credential: "api-key" } as const;
const at = (id: string, below = ""): string => `${PATH}/${encodeURIComponent(id)}${below}`;

/** Needs an API key. */
export class Conversations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Every conversation, the last one that something happened in first; pages are fetched as they are asked for. One that a customer
   * writes to meanwhile may come twice: the later one is the newer.
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

  /** One page; go on with `next_cursor` and the same filters. */
  page(query: ConversationQuery = {}, options: CallOptions = {}): Promise<ConversationPage> {
    return this.#transport.json({ ...options, ...KEY, method: "GET", path: PATH, query }, chatConversationPage);
  }

  /** One conversation, with its 24-hour window. */
  get(id: string, options: CallOptions = {}): Promise<Conversation> {
    return this.#transport.json({ ...options, ...KEY, method: "GET", path: at(id) }, chatConversation);
  }

  /** The whole history, newest first; pages are fetched as they are asked for. */
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

  /** Newest first; `limit` is 1 to 500, 100 when left out. While there are older ones the answer's `next_cursor` is the next call's `cursor`. */
  messagePage(id: string, query: HistoryQuery = {}, options: CallOptions = {}): Promise<ChatHistory> {
    return this.#transport.json({ ...options, ...KEY, method: "GET", path: at(id, "/messages"), query }, chatHistory);
  }

  /** Queued and in the history once this answers. 409: the 24-hour window is closed and there is no usable fallback. */
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

  /** The answer's `media_id` goes into a reply. Not repeated by itself. */
  uploadMedia(id: string, { file, mediaType, filename }: MediaFile, options: CallOptions = {}): Promise<UploadedMedia> {
    const form = new FormData();
    form.append("media_type", mediaType);
    form.append("file", file, filename);
    return this.#transport.json(
      { ...options, ...KEY, method: "POST", path: at(id, "/media-upload"), form },
      uploadMedia,
    );
  }

  /** A signed address of a message's file. Waits while the service copies the file to its storage (503 with Retry-After). */
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
