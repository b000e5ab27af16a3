import type { ChatAccount } from "../chat/domain/chat-account.ts";
import type { MediaUpload } from "../chat/domain/media-upload.ts";
import { checkedKind, checkedUpload } from "../chat/domain/upload.ts";
import type { ChatAccountStore } from "../chat/ports/chat-account-store.ts";
import type { ChatMedia } from "../chat/ports/chat-media.ts";
import type { MediaBucket } from "../chat/ports/media-bucket.ts";
import { refusalFor } from "../chat/uploads/provider-refusals.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Log } from "../kernel/log.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid, notFound } from "../kernel/refusal.ts";
import { type ReceivedFile, receiveFile } from "../kernel/uploads/receive-file.ts";
import type { UploadForm } from "../kernel/uploads/upload-form.ts";
import type { ConversationStore, MediaStore } from "./ports.ts";

/** Objects that are to be sent have this prefix (R-media). */
export const OUTBOUND_PREFIX = "outbound";
const DAY_MS = 86_400_000;
/** The provider keeps an upload for 30 days; one day less lets a queued send still find it. */
const USABLE_MS = 29 * DAY_MS;

export interface UploadMediaDeps {
  readonly conversations: Pick<ConversationStore, "get">;
  readonly chatAccounts: Pick<ChatAccountStore, "findFor">;
  readonly bucket: MediaBucket;
  readonly chatMedia: ChatMedia;
  readonly mediaStore: Pick<MediaStore, "addUpload">;
  readonly identifiers: Identifiers;
  readonly clock: Clock;
  readonly log: Log;
}

export interface UploadRequest {
  readonly owner: Owner;
  readonly conversationId: string;
  readonly form: UploadForm;
}

/** Streams a file into the bucket, hands it to the provider, and records it. A refusal at any point leaves neither an object nor a record. */
export async function uploadMedia(
  deps: UploadMediaDeps,
  { owner, conversationId, form }: UploadRequest,
): Promise<MediaUpload> {
  const place = await placeOf(deps, owner, conversationId);
  const id = deps.identifiers.newId();
  const objectKey = `${OUTBOUND_PREFIX}/${place?.account?.id ?? "none"}/${conversationId}/${id}`;
  const received = await receiveFile(
    form,
    place?.account && { open: (_, likelyContentType) => deps.bucket.open({ key: objectKey, likelyContentType }) },
  );
  try {
    const kind = checkedKind(received.fields.get("media_type"));
    const checked = checkedUpload(kind, received.file);
    if (place === undefined) throw notFound();
    const { account } = place;
    if (account === undefined) throw invalid("the conversation's chat account is not available any more");
    const nowMs = deps.clock.now();
    const draft = { owner, id, conversationId, kind, objectKey, ...checked, sizeBytes: received.file.sizeBytes };
    return await register(deps, received, {
      account,
      draft: { ...draft, chatAccountId: account.id, createdAtMs: nowMs, usableUntilMs: nowMs + USABLE_MS },
    });
  } catch (error) {
    await received.writer?.discard();
    throw refusalFor(error);
  }
}

interface Place {
  /** Undefined when the account was deleted, or the owner may no longer use it. */
  readonly account: ChatAccount | undefined;
}

async function placeOf(deps: UploadMediaDeps, owner: Owner, conversationId: string): Promise<Place | undefined> {
  const conversation = await deps.conversations.get(owner, conversationId);
  return conversation && { account: await deps.chatAccounts.findFor(owner, conversation.chatAccountId) };
}

interface Registration {
  readonly account: ChatAccount;
  readonly draft: Omit<MediaUpload, "providerMediaId">;
}

async function register(
  { bucket, chatMedia, mediaStore, log }: UploadMediaDeps,
  { writer }: ReceivedFile,
  { account, draft }: Registration,
): Promise<MediaUpload> {
  await writer?.finish(draft.contentType);
  const providerMediaId = await chatMedia.register(account, { bucket: bucket.name, key: draft.objectKey });
  const upload = { ...draft, providerMediaId };
  try {
    await mediaStore.addUpload(upload);
  } catch (error) {
    // Nobody can send an upload without a record, so it is unregistered at the provider, which forgets it after 30 days anyway.
    await chatMedia.unregister(account, providerMediaId).catch((cause) => log.error("media.not_unregistered", cause));
    throw error;
  }
  return upload;
}
