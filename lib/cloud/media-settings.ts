import * as z from "zod";

const LONGEST_URL_SECONDS = 604_800;
const REQUIRED = ["mediaPublicKeyId", "mediaPrivateKeySealed"] as const;
/** The distribution serves media below this path only. */
export const DELIVERY_PATH = "/media";

/**
 * A deployment's settings for media of the chat channel. Either all are set or none: without a bucket no media are
 * kept. The bucket is created in the region of the stacks, where the business account must be too (P-media-copy).
 */
export const mediaShape = {
  /** The name of the private bucket for media. Bucket names are unique worldwide, so there is no default. */
  mediaBucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional(),
  /** The prefix of customers' media in the bucket. */
  mediaKeyPrefix: z
    .string()
    .regex(/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/, "must be a path of letters, digits, - and _")
    .default("inbound"),
  /**
   * The address below which the content delivery network serves media. It follows from `domainName` and is only set
   * without one.
   */
  mediaDeliveryUrl: z.url({ protocol: /^https$/, error: "must be an https:// address" }).optional(),
  /** The id of a public key in CloudFront. */
  mediaPublicKeyId: z
    .string()
    .regex(/^K[A-Z0-9]{5,}$/, "must be the id of a public key in CloudFront")
    .optional(),
  /**
   * The private key in PEM, sealed with the service's own key and encoded in base64 (`docs/media.md`). Those who read
   * it here cannot use it.
   */
  mediaPrivateKeySealed: z.base64("must be base64").min(1).optional(),
  /** A link works for this long. */
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

/** The address that links lead to when the deployment has a domain name. */
export const deliveryUrlOf = ({ domainName }: Named): string | undefined =>
  domainName === undefined ? undefined : `https://${domainName}${DELIVERY_PATH}`;

/** The settings that must accompany a bucket and are missing. */
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
