import * as z from "zod";

const LONGEST_URL_SECONDS = 604_800;
const REQUIRED = ["mediaPublicKeyId", "mediaPrivateKeySealed"] as const;
/** The only path that the distribution serves media below. */
export const DELIVERY_PATH = "/media";

/**
 * The settings of a deployment for the chat channel's media. All or none: without a bucket no media are kept. The bucket is made where
 * the stacks are; the business account and the cloud call must be there too (P-media-copy).
 */
export const mediaShape = {
  /** The name of the private bucket that is made for media; names are the world's, so there is no default. */
  mediaBucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional(),
  /** Of customers' media in the bucket. */
  mediaKeyPrefix: z
    .string()
    .regex(/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/, "must be a path of letters, digits, - and _")
    .default("inbound"),
  /** Where the content delivery network serves `/media/*`: follows from `domainName`, and is said only without one. */
  mediaDeliveryUrl: z.url({ protocol: /^https$/, error: "must be an https:// address" }).optional(),
  /** Of a public key in CloudFront. */
  mediaPublicKeyId: z
    .string()
    .regex(/^K[A-Z0-9]{5,}$/, "must be the id of a public key in CloudFront")
    .optional(),
  /** The private key in PEM, sealed by the service's own key and in base64 (`docs/media.md`): worth nothing to its readers. */
  mediaPrivateKeySealed: z.base64("must be base64").min(1).optional(),
  /** How long a link works. */
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

/** Where links lead when the deployment has a name of its own. */
export const deliveryUrlOf = ({ domainName }: Named): string | undefined =>
  domainName === undefined ? undefined : `https://${domainName}${DELIVERY_PATH}`;

/** The settings that are missing beside a bucket. */
export function missingMediaSettings(given: Given & Named): readonly (keyof Given)[] {
  if (given.mediaBucket === undefined) return [];
  const required = given.domainName === undefined ? (["mediaDeliveryUrl", ...REQUIRED] as const) : REQUIRED;
  return required.filter((name) => given[name] === undefined);
}

/** Undefined without a bucket; to be asked once nothing is missing. */
export function mediaSettings(given: Given & Named): MediaSettings | undefined {
  const { mediaBucket: bucketName, mediaDeliveryUrl, mediaKeyPrefix: keyPrefix, mediaUrlSeconds: urlSeconds } = given;
  const { mediaPublicKeyId: publicKeyId = "", mediaPrivateKeySealed: privateKeySealed = "" } = given;
  if (bucketName === undefined) return undefined;
  const deliveryUrl = deliveryUrlOf(given) ?? mediaDeliveryUrl ?? "";
  return { bucketName, keyPrefix, deliveryUrl, publicKeyId, privateKeySealed, urlSeconds };
}
