import type { Owner } from "../../kernel/owner.ts";
import type { ChatAccount } from "./chat-account.ts";

/** No region of the cloud provider has this name, and no request can name it, so it tells accounts of test mode from all others. */
const REGION = "sandbox";
/** The account was always there. */
const SINCE = new Date(0).toISOString();
/** The ids of these accounts begin with this text and are UUIDs of version 8; the ids of stored accounts have version 7. */
const MARK = "5a9db0c5";
const ID = new RegExp(`^${MARK}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$`);

/** Plain JavaScript has no SHA-1, so it is passed in. Returns twenty bytes. */
type Sha1 = (bytes: Uint8Array) => Uint8Array;

/** Tells whether an account is one of test mode, whose messages never leave the deployment. */
export const isOfSandbox = ({ cloudRegion }: Pick<ChatAccount, "cloudRegion">): boolean => cloudRegion === REGION;

/** Tells whether an id is that of an account of test mode. */
export const isSandboxAccountId = (id: string): boolean => ID.test(id);

/** The same hidden owner always has the same account (RFC 9562 section 5.8). */
export function sandboxAccountId(owner: Owner, sha1: Sha1): string {
  const hex = Array.from(sha1(new TextEncoder().encode(owner)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${MARK}-${hex.slice(0, 4)}-8${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
}

/** Makes the account with this id. It is stored nowhere: no event of the platform and no administrator can find it (D48b). */
export const sandboxAccount = (id: string, owners: readonly Owner[]): ChatAccount => ({
  id,
  label: "Sandbox",
  ownershipType: "service_managed",
  cloudRegion: REGION,
  businessAccountId: `waba-sandbox-${id}`,
  originationPhoneNumberId: `phone-number-id-sandbox-${id}`,
  providerBusinessAccountId: `sandbox-${id}`,
  providerPhoneNumberId: `sandbox-${id}`,
  isDefault: false,
  owners,
  createdAt: SINCE,
  updatedAt: SINCE,
});
