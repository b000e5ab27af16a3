import type { MediaUpload } from "../domain/media-upload.ts";

/** The files that owners uploaded for sending. */
export interface MediaUploads {
  /** Undefined for another owner's. Strongly consistent: an upload may be sent at once. */
  findUpload(owner: string, mediaId: string): Promise<MediaUpload | undefined>;
}
