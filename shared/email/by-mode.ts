import type { Owner } from "../kernel/owner.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import { isTestOwner } from "../kernel/test-mode.ts";

/** Returns the services of the owner's mode. Those of test mode have no code of the network. */
export const byMode =
  <Live, Test>(live: Live, test: Test) =>
  (owner: Owner): Live | Test =>
    isTestOwner(owner) ? test : live;

/** In test mode, the secrets of accounts are never opened, because nothing is sent to their servers (D48b). */
export const NO_SECRETS: Pick<SecretBox, "open"> = { open: async () => "" };
