import type { Identifiers } from "../../kernel/identifiers.ts";
import type { Owner } from "../../kernel/owner.ts";
import { invalid } from "../../kernel/refusal.ts";
import { receiveFile } from "../../kernel/uploads/receive-file.ts";
import type { UploadForm } from "../../kernel/uploads/upload-form.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import { checkedHeaderFile } from "../domain/upload.ts";
import type { ChatAccountStore } from "../ports/chat-account-store.ts";
import type { ChatMedia } from "../ports/chat-media.ts";
import type { MediaBucket } from "../ports/media-bucket.ts";
import { refusalFor } from "./provider-refusals.ts";

/**
 * Files with this prefix are on their way to a review. They are removed after the upload to the provider, and after a
 * day in any case.
 */
export const REVIEW_PREFIX = "review";
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface UploadTemplateMediaDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "findFor" | "findDefault">;
  readonly bucket: MediaBucket;
  readonly chatMedia: Pick<ChatMedia, "registerForReview">;
  readonly identifiers: Identifiers;
}

/** Hands a template's header file over for review and returns the handle; only the provider keeps the file (D33a). */
export async function uploadTemplateMedia(
  deps: UploadTemplateMediaDeps,
  owner: Owner,
  form: UploadForm,
): Promise<string> {
  const key = `${REVIEW_PREFIX}/${deps.identifiers.newId()}`;
  const { fields, file, writer } = await receiveFile(form, {
    open: (_, likelyContentType) => deps.bucket.open({ key, likelyContentType }),
  });
  try {
    const { contentType } = checkedHeaderFile(file);
    const account = await accountOf(deps, owner, fields.get("chat_account_id"));
    await writer?.finish(contentType);
    return await deps.chatMedia.registerForReview(account, { bucket: deps.bucket.name, key });
  } catch (error) {
    throw refusalFor(error);
  } finally {
    await writer?.discard();
  }
}

async function accountOf(
  { chatAccounts }: UploadTemplateMediaDeps,
  owner: Owner,
  id: string | undefined,
): Promise<ChatAccount> {
  if (id !== undefined && !UUID.test(id)) throw invalid("chat_account_id must be a UUID");
  const account =
    id === undefined ? await chatAccounts.findDefault(owner) : await chatAccounts.findFor(owner, id.toLowerCase());
  if (account !== undefined) return account;
  throw invalid(
    id === undefined ? "chat_account_id is required: there is no default chat account" : "chat_account_id not found",
  );
}
