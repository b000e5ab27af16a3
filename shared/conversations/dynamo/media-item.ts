import * as z from "zod";
import { MEDIA_KINDS } from "../../chat/domain/media-type.ts";
import type { MediaUpload, StoredMedia } from "../../chat/domain/media-upload.ts";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { MEDIA_STATES } from "../domain/conversation.ts";
import type { MediaRetrieval } from "../ports.ts";

const storedMedia = z.object({
  objectKey: z.string(),
  contentType: z.string(),
  filename: z.string(),
  sizeBytes: z.number(),
});
const uploadItem = storedMedia.extend({
  owner: ownerSub,
  id: z.string(),
  chatAccountId: z.string(),
  conversationId: z.string(),
  kind: z.enum(MEDIA_KINDS),
  providerMediaId: z.string(),
  usableUntilMs: z.number(),
  createdAtMs: z.number(),
});
/** The state of copying a message's media, which is kept in attributes of the message's own item. */
const retrievalItem = z.object({
  media: z.object({ state: z.enum(MEDIA_STATES) }).optional(),
  retrievalAttempts: z.number().default(0),
  storedMedia: storedMedia.optional(),
});

export const uploadKey = (owner: Owner, id: string) => ({ pk: `O#${owner}`, sk: `UP#${id}` });

/** Makes the item of an upload. Erasing an owner removes the object `mediaKey` from the bucket. */
export const toUploadItem = (upload: MediaUpload): Record<string, unknown> => ({
  ...uploadKey(upload.owner, upload.id),
  ...upload,
  mediaKey: upload.objectKey,
});

export const fromUploadItem = (item: unknown): MediaUpload => uploadItem.parse(item);

export function fromRetrievalItem(item: unknown): MediaRetrieval | undefined {
  const { media, retrievalAttempts: attempts, storedMedia: stored } = retrievalItem.parse(item);
  return media && { state: media.state, attempts, ...(stored && { stored }) };
}

/** Copies only the fields of a stored file. */
export const toStoredMedia = ({ objectKey, contentType, filename, sizeBytes }: StoredMedia): StoredMedia => ({
  objectKey,
  contentType,
  filename,
  sizeBytes,
});
