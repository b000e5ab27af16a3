import type { StoredMedia } from "../../chat/domain/media-upload.ts";

export interface MediaLink {
  readonly url: string;
  readonly expiresAtMs: number;
}

/** Addresses of stored media: each works for anybody, until it expires. */
export interface MediaLinks {
  sign(stored: StoredMedia, nowMs: number): Promise<MediaLink>;
}
