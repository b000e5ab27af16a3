import type { InboundMedia } from "../../shared/chat/domain/chat-event.ts";
import type { MediaUpload } from "../../shared/chat/domain/media-upload.ts";
import type { MediaState } from "../../shared/conversations/domain/conversation.ts";
import type {
  MediaRetrieval,
  MediaStore,
  MessageKey,
  RetrievalLease,
  RetrievalOutcome,
} from "../../shared/conversations/ports.ts";

interface Row extends MediaRetrieval {
  readonly leaseUntilMs: number;
}

export interface InMemoryMediaStore extends MediaStore {
  /** Adds a customer's media, as the conversation store does when a message with media arrives. */
  addInbound(message: MessageKey, media: InboundMedia & { readonly state: MediaState }): void;
  readonly uploads: readonly MediaUpload[];
}

export function inMemoryMediaStore(known: readonly MediaUpload[] = []): InMemoryMediaStore {
  const uploads = [...known];
  const rows = new Map<string, Row>();
  const keyOf = ({ conversationId, messageId }: MessageKey) => `${conversationId} ${messageId}`;
  const change = (message: MessageKey, isAllowed: (row: Row) => boolean, next: (row: Row) => Row): Row | undefined => {
    const row = rows.get(keyOf(message));
    if (row === undefined || !isAllowed(row)) return undefined;
    const changed = next(row);
    rows.set(keyOf(message), changed);
    return changed;
  };
  const isAt = (attempt: number) => (row: Row) => row.state === "retrieving" && row.attempts === attempt;
  return {
    uploads,
    addInbound: (message, { state }) => void rows.set(keyOf(message), { state, attempts: 0, leaseUntilMs: 0 }),
    addUpload: async (upload) => void uploads.push(upload),
    findUpload: async (owner, mediaId) => uploads.find((one) => one.owner === owner && one.id === mediaId),
    findRetrieval: async (message) => {
      const row = rows.get(keyOf(message));
      return row && { state: row.state, attempts: row.attempts, ...(row.stored && { stored: row.stored }) };
    },
    requestRetrieval: async (message, { nowMs, leaseUntilMs }: RetrievalLease) => {
      const isFree = (row: Row) => row.state === "pending" || (row.state === "retrieving" && row.leaseUntilMs < nowMs);
      const row = change(message, isFree, (old) => ({ ...old, state: "retrieving", leaseUntilMs }));
      return row && row.attempts + 1;
    },
    beginAttempt: async (message, attempt, leaseUntilMs) =>
      change(message, isAt(attempt - 1), (row) => ({ ...row, attempts: attempt, leaseUntilMs })) !== undefined,
    finishAttempt: async (message, attempt, outcome: RetrievalOutcome) =>
      change(message, isAt(attempt), (row) => ({
        ...row,
        state: outcome.to,
        leaseUntilMs: outcome.to === "retrieving" ? outcome.leaseUntilMs : row.leaseUntilMs,
        ...(outcome.to === "available" && { stored: outcome.stored }),
      })) !== undefined,
    expire: async (message) =>
      void change(
        message,
        (row) => row.state !== "available",
        (row) => ({ ...row, state: "expired" }),
      ),
  };
}
