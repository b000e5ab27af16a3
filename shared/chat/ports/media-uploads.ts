import type { Owner } from "../../kernel/owner.ts";
import type { MediaUpload } from "../domain/media-upload.ts";

/** The files that owners uploaded for sending. */
export interface MediaUploads {
  /** Undefined for another owner's. Strongly consistent: an upload may be sent at once. */
  findUpload(owner: Owner, mediaId: string): Promise<MediaUpload | undefined>;
}
