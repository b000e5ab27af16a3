import { getSignedUrl } from "@aws-sdk/cloudfront-signer";
import type { StoredMedia } from "../../chat/domain/media-upload.ts";
import type { MediaLink, MediaLinks } from "../ports.ts";

export interface SignedLinksOptions {
  /** An https:// address with or without a path; the object's key follows it. */
  readonly deliveryUrl: string;
  readonly publicKeyId: string;
  /** The key is PEM (ECDSA P-256 or RSA 2048); it is read once, and again only after a failure. */
  readonly privateKey: () => Promise<string>;
  readonly lifetimeSeconds: number;
}

/** RFC 8187 encodes any file name for a header. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*!]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** The browser always saves the file and never shows it; the plain name serves clients that do not know the encoded one. */
export function attachmentDisposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(filename)}`;
}

/** CloudFront honours these links (canned policy, SHA-256). The signature covers the name to save the file under. */
export class CloudFrontLinks implements MediaLinks {
  readonly #options: SignedLinksOptions;
  #key: string | undefined;

  constructor(options: SignedLinksOptions) {
    this.#options = options;
  }

  async sign({ objectKey, filename }: StoredMedia, nowMs: number): Promise<MediaLink> {
    const { deliveryUrl, publicKeyId: keyPairId, privateKey, lifetimeSeconds } = this.#options;
    this.#key ??= await privateKey();
    // A signed policy has its times in full seconds.
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
