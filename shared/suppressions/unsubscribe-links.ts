import { createSecretKey } from "node:crypto";
import type { Owner } from "../kernel/owner.ts";
import { decrypted, encrypted } from "../kernel/secrets/aes-gcm.ts";
import type { UnsubscribeLink } from "./domain/unsubscribe-link.ts";
import type { LinkKeyStore } from "./ports.ts";

const VERSION = "unsubscribe 1";
const KEY_ID_BYTES = 8;

/** Makes the token of a link. It shows only the id of the owner's key, and needs no record of its own (D45a). */
export async function tokenOf(
  linkKeys: Pick<LinkKeyStore, "ofOwner">,
  owner: Owner,
  { address, topic, notificationId }: UnsubscribeLink,
): Promise<string> {
  const { id, key } = await linkKeys.ofOwner(owner);
  const plain = Buffer.from(JSON.stringify([address, topic, notificationId]), "utf8");
  const sealed = encrypted(createSecretKey(key), plain, VERSION + id);
  return Buffer.concat([Buffer.from(id, "hex"), sealed]).toString("base64url");
}

export interface OpenedLink extends UnsubscribeLink {
  readonly owner: Owner;
}

/** Reads a token; undefined for one that no deployment made like this, that was changed, or whose owner was erased. */
export async function linkIn(linkKeys: Pick<LinkKeyStore, "find">, token: string): Promise<OpenedLink | undefined> {
  const bytes = Buffer.from(token, "base64url");
  // Several texts decode to the same bytes. Only the one that was made is a token.
  if (bytes.length <= KEY_ID_BYTES || bytes.toString("base64url") !== token) return undefined;
  const found = await linkKeys.find(bytes.subarray(0, KEY_ID_BYTES).toString("hex"));
  if (found === undefined) return undefined;
  const plain = opened(bytes.subarray(KEY_ID_BYTES), found);
  if (plain === undefined) return undefined;
  const told: unknown = JSON.parse(plain);
  const [address = "", topic = "", notificationId = ""] = Array.isArray(told) ? told.map(String) : [];
  return { owner: found.owner, address, topic, notificationId };
}

/** Returns undefined when the bytes were not sealed by this key. */
function opened(sealed: Buffer, { id, key }: { readonly id: string; readonly key: Uint8Array }): string | undefined {
  try {
    return decrypted(createSecretKey(key), sealed, VERSION + id).toString("utf8");
  } catch {
    return undefined;
  }
}
