import * as z from "zod";
import { once } from "./once.ts";

const given = z
  .string()
  .optional()
  .transform((text) => text || undefined);

const environment = z
  .object({
    /** Empty: no media are kept, neither customers' nor ours. */
    MEDIA_BUCKET: given,
    MEDIA_BUCKET_REGION: given,
    /** Of customers' media in the bucket. */
    MEDIA_KEY_PREFIX: z
      .string()
      .regex(/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/, "must be a path of letters, digits, - and _")
      .default("inbound"),
    MEDIA_DELIVERY_URL: given.pipe(z.url({ protocol: /^https?$/ }).optional()),
    MEDIA_PUBLIC_KEY_ID: given,
    /** One of the two: a file in PEM, or the PEM sealed by the service's key (`docs/media.md`). */
    MEDIA_PRIVATE_KEY_FILE: given,
    MEDIA_PRIVATE_KEY_SEALED: given,
    MEDIA_URL_SECONDS: z.coerce.number().int().positive().max(604_800).default(900),
    MEDIA_QUEUE_URL: given.pipe(z.url().optional()),
  })
  .superRefine((read, context) => {
    if (read.MEDIA_BUCKET === undefined) return;
    const required = ["MEDIA_BUCKET_REGION", "MEDIA_DELIVERY_URL", "MEDIA_PUBLIC_KEY_ID", "MEDIA_QUEUE_URL"] as const;
    const missing: string[] = required.filter((name) => read[name] === undefined);
    if ((read.MEDIA_PRIVATE_KEY_FILE ?? read.MEDIA_PRIVATE_KEY_SEALED) === undefined)
      missing.push("MEDIA_PRIVATE_KEY_FILE or MEDIA_PRIVATE_KEY_SEALED");
    for (const name of missing)
      context.addIssue({ code: "custom", path: [name], message: "must be set when MEDIA_BUCKET is set" });
  });

export interface MediaConfig {
  readonly bucket: string;
  readonly region: string;
  readonly keyPrefix: string;
  readonly deliveryUrl: string;
  readonly publicKeyId: string;
  readonly privateKeyFile: string | undefined;
  readonly privateKeySealed: string | undefined;
  readonly urlSeconds: number;
  readonly queueUrl: string;
}

/** Undefined when the deployment keeps no media. Throws one readable line per setting that is missing. */
export function readMediaConfig(variables: NodeJS.ProcessEnv): MediaConfig | undefined {
  const read = environment.safeParse(variables);
  if (!read.success) {
    const lines = read.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
    throw new Error(`the settings of media cannot be used:\n${lines.join("\n")}`);
  }
  const { MEDIA_BUCKET: bucket, MEDIA_BUCKET_REGION: region = "", MEDIA_DELIVERY_URL: deliveryUrl = "" } = read.data;
  const { MEDIA_PUBLIC_KEY_ID: publicKeyId = "", MEDIA_QUEUE_URL: queueUrl = "" } = read.data;
  if (bucket === undefined) return undefined;
  return {
    ...{ bucket, region, deliveryUrl, publicKeyId, queueUrl },
    keyPrefix: read.data.MEDIA_KEY_PREFIX,
    privateKeyFile: read.data.MEDIA_PRIVATE_KEY_FILE,
    privateKeySealed: read.data.MEDIA_PRIVATE_KEY_SEALED,
    urlSeconds: read.data.MEDIA_URL_SECONDS,
  };
}

/** All or none (R-chat-settings); read at the start of the functions that need it, and of no other. */
export const mediaConfig = /* @__PURE__ */ once(() => readMediaConfig(process.env));
