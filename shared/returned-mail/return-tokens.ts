import { createHmac, timingSafeEqual } from "node:crypto";
import type { Owner } from "../kernel/owner.ts";
import {
  ID_BYTES,
  KEY_ID_BYTES,
  MAC_BYTES,
  type ReturnPath,
  tokenBytesIn,
  withToken,
  writeToken,
} from "./domain/return-path.ts";
import type { ReturnKeyStore } from "./ports.ts";

const VERSION = "return path 1";

/** Makes the return path that an account keeps. */
export async function keyedReturnPath(
  returnKeys: Pick<ReturnKeyStore, "ofOwner">,
  owner: Owner,
  address: string,
): Promise<ReturnPath> {
  const { id: keyId, key } = await returnKeys.ofOwner(owner);
  return { address, keyId, key: Buffer.from(key).toString("base64") };
}

/** Makes the envelope sender of a notification's mail, which is the same at every attempt and needs no record of its own (D45f). */
export function envelopeSender({ address, keyId, key }: ReturnPath, notificationId: string): string {
  const named = Buffer.from(keyId + notificationId.replaceAll("-", ""), "hex");
  const token = writeToken(Buffer.concat([named, macOf(Buffer.from(key, "base64"), named)]));
  return withToken(address, token);
}

const macOf = (key: Uint8Array, named: Uint8Array): Buffer =>
  createHmac("sha256", key).update(VERSION).update(named).digest().subarray(0, MAC_BYTES);

/** The notification that a token names. */
export interface NamedByToken {
  readonly owner: Owner;
  readonly id: string;
}

/**
 * Reads the token in an address; undefined when there is none, or one that no key of this deployment made. The domain proves nothing that the
 * token does not prove, and mails of an earlier `bounceDomain` have another one.
 */
export async function namedByToken(
  returnKeys: Pick<ReturnKeyStore, "find">,
  address: string,
): Promise<NamedByToken | undefined> {
  const bytes = tokenBytesIn(address);
  if (bytes === undefined) return undefined;
  const named = bytes.subarray(0, KEY_ID_BYTES + ID_BYTES);
  const found = await returnKeys.find(Buffer.from(named.subarray(0, KEY_ID_BYTES)).toString("hex"));
  if (found === undefined || !timingSafeEqual(macOf(found.key, named), bytes.subarray(named.length))) return undefined;
  const hex = Buffer.from(named.subarray(KEY_ID_BYTES)).toString("hex");
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  return { owner: found.owner, id };
}
