import { getSignedUrl } from "@aws-sdk/cloudfront-signer";
import type { StoredMedia } from "../../chat/domain/media-upload.ts";
import type { MediaLink, MediaLinks } from "../ports.ts";

export interface SignedLinksOptions {
  /** An https:// address with or without a path; the object's key follows it. */
  readonly deliveryUrl: string;
  readonly publicKeyId: string;
  /** In PEM: ECDSA P-256 or RSA 2048. Asked once, and again when it failed. */
  readonly privateKey: () => Promise<string>;
  readonly lifetimeSeconds: number;
}

/** RFC 8187: what a file may be called in a header, whatever its characters. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*!]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Always saved, never shown by the browser itself; the plain name is for those who do not know the encoded one. */
export function attachmentDisposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(filename)}`;
}

/** Links that CloudFront honours: canned policy, SHA-256. The name to save under is part of what is signed. */
export class CloudFrontLinks implements MediaLinks {
  readonly #options: SignedLinksOptions;
  #key: string | undefined;

  constructor(options: SignedLinksOptions) {
    this.#options = options;
  }

  async sign({ objectKey, filename }: StoredMedia, nowMs: number): Promise<MediaLink> {
    const { deliveryUrl, publicKeyId: keyPairId, privateKey, lifetimeSeconds } = this.#options;
    this.#key ??= await privateKey();
    // Whole seconds: that is what a policy can say.
    const expiresAtMs = (Math.floor(nowMs / 1000) + lifetimeSeconds) * 1000;
    const path = objectKey.split("/").map(encoded).join("/");
    const disposition = encoded(attachmentDisposition(filename));
    const url = getSignedUrl({
      url: `${deliveryUrl.replace(/\/+$/, "")}/${path}?response-content-disposition=${disposition}`,
      keyPairId,
      privateKey: this.#key,
      dateLessThan: new Date(expiresAtMs).toISOString(),
      algorithm: "SHA256",
    });
    return { url, expiresAtMs };
  }
}
