import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import type { Webhook } from "./domain/webhook.ts";

/** Returns the secrets that sign at this time, the newer one first. */
export function signingSecrets(
  secretBox: Pick<SecretBox, "open">,
  { owner, id, secret, previousSecret }: Webhook,
  nowMs: number,
): Promise<readonly string[]> {
  const isLiving = previousSecret !== undefined && nowMs < previousSecret.untilMs;
  const sealed = isLiving ? [secret, previousSecret.secret] : [secret];
  return Promise.all(sealed.map((one) => secretBox.open(one, { owner, accountId: id })));
}
