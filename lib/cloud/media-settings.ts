import * as z from "zod";

const LONGEST_URL_SECONDS = 604_800;
const REQUIRED = ["mediaRegion", "mediaDeliveryUrl", "mediaPublicKeyId", "mediaPrivateKeySealed"] as const;

/** The settings of a deployment for the chat channel's media. All or none: without a bucket no media are kept. */
export const mediaShape = {
  /** The name of the private bucket that is made for media; names are the world's, so there is no default. */
  mediaBucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional(),
  /** Of the bucket; the business account and the cloud call must be in the same (P-media-copy). */
  mediaRegion: z
    .string()
    .regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, "must be a region such as eu-central-1")
    .optional(),
  /** Of customers' media in the bucket. */
  mediaKeyPrefix: z
    .string()
    .regex(/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/, "must be a path of letters, digits, - and _")
    .default("inbound"),
  /** Where the content delivery network serves `/media/*`. */
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
  readonly region: string;
  readonly keyPrefix: string;
  readonly deliveryUrl: string;
  readonly publicKeyId: string;
  readonly privateKeySealed: string;
  readonly urlSeconds: number;
}

/** The settings that are missing beside a bucket. */
export const missingMediaSettings = (given: Given): readonly (typeof REQUIRED)[number][] =>
  given.mediaBucket === undefined ? [] : REQUIRED.filter((name) => given[name] === undefined);

/** Undefined without a bucket; to be asked once nothing is missing. */
export function mediaSettings(given: Given): MediaSettings | undefined {
  const { mediaBucket: bucketName, mediaRegion: region = "", mediaDeliveryUrl: deliveryUrl = "" } = given;
  const { mediaPublicKeyId: publicKeyId = "", mediaPrivateKeySealed: privateKeySealed = "" } = given;
  if (bucketName === undefined) return undefined;
  const { mediaKeyPrefix: keyPrefix, mediaUrlSeconds: urlSeconds } = given;
  return { bucketName, region, keyPrefix, deliveryUrl, publicKeyId, privateKeySealed, urlSeconds };
}
