import * as z from "zod";

const LONGEST_URL_SECONDS = 604_800;
const REQUIRED = ["mediaPublicKeyId", "mediaPrivateKeySealed"] as const;
/** The distribution serves media below this path only. */
export const DELIVERY_PATH = "/media";

/**
 * These settings configure media of the chat channel. Either all are set or none, because without a bucket no media are
 * kept. The bucket is created in the region of the stacks, where the business account must be too (P-media-copy).
 */
export const mediaShape = {
  /** Names the private bucket for media. Bucket names are unique worldwide, so there is no default. */
  mediaBucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional(),
  /** Customers' media have this prefix in the bucket. */
  mediaKeyPrefix: z
    .string()
    .regex(/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/, "must be a path of letters, digits, - and _")
    .default("inbound"),
  /**
   * The content delivery network serves media below this address. It follows from `domainName` and is set only without
   * one.
   */
  mediaDeliveryUrl: z.url({ protocol: /^https$/, error: "must be an https:// address" }).optional(),
  /** The id of a public key in CloudFront. */
  mediaPublicKeyId: z
    .string()
    .regex(/^K[A-Z0-9]{5,}$/, "must be the id of a public key in CloudFront")
    .optional(),
  /**
   * Holds the private key as PEM, sealed with the service's own key and encoded in base64 (`docs/media.md`). Nobody who
   * reads it here can use it.
   */
  mediaPrivateKeySealed: z.base64("must be base64").min(1).optional(),
  /** A link works for this many seconds. */
  mediaUrlSeconds: z.coerce.number().int().positive().max(LONGEST_URL_SECONDS).default(900),
} as const;

const shape = z.object(mediaShape);
type Given = z.output<typeof shape>;

export interface MediaSettings {
  readonly bucketName: string;
  readonly keyPrefix: string;
  readonly deliveryUrl: string;
  readonly publicKeyId: string;
  readonly privateKeySealed: string;
  readonly urlSeconds: number;
}

type Named = { readonly domainName?: string | undefined };

/** Returns the address that links lead to if the deployment has a domain name. */
export const deliveryUrlOf = ({ domainName }: Named): string | undefined =>
  domainName === undefined ? undefined : `https://${domainName}${DELIVERY_PATH}`;

/** Returns the missing settings that a bucket needs. */
export function missingMediaSettings(given: Given & Named): readonly (keyof Given)[] {
  if (given.mediaBucket === undefined) return [];
  const required = given.domainName === undefined ? (["mediaDeliveryUrl", ...REQUIRED] as const) : REQUIRED;
  return required.filter((name) => given[name] === undefined);
}

/** Returns undefined without a bucket. Call it only when no setting is missing. */
export function mediaSettings(given: Given & Named): MediaSettings | undefined {
  const { mediaBucket: bucketName, mediaDeliveryUrl, mediaKeyPrefix: keyPrefix, mediaUrlSeconds: urlSeconds } = given;
  const { mediaPublicKeyId: publicKeyId = "", mediaPrivateKeySealed: privateKeySealed = "" } = given;
  if (bucketName === undefined) return undefined;
  const deliveryUrl = deliveryUrlOf(given) ?? mediaDeliveryUrl ?? "";
  return { bucketName, keyPrefix, deliveryUrl, publicKeyId, privateKeySealed, urlSeconds };
}
