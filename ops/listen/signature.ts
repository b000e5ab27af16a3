import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;

export interface SignedParts {
  readonly id: string;
  /** Seconds. */
  readonly timestamp: string;
  readonly body: string;
}

/** As Standard Webhooks says. */
export function signatureOf({ id, timestamp, body }: SignedParts, secret: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}
