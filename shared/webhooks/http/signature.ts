import { createHmac } from "node:crypto";

const PREFIX = /^whsec_/;

export interface SignedContent {
  readonly id: string;
  /** The time is in epoch seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** Returns the value of the header `webhook-signature`: one signature for each secret (Standard Webhooks 1.0.0, "Signature scheme"). */
export const signature = (secrets: readonly string[], { id, timestamp, body }: SignedContent): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(PREFIX, ""), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");
