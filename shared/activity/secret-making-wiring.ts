import type { EdgeServices } from "../edge/edge-services.ts";
import { lazyPort } from "../kernel/lazy.ts";
import { once } from "../kernel/once.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import { changingServices } from "./wiring.ts";

/** Secrets are rarely made, so the first one loads the client of the key. */
const secretBox = /* @__PURE__ */ once(() =>
  lazyPort(
    async (): Promise<SecretBox> => (await import("../aws/secret-wiring.ts")).requestSecretBox(),
    ["seal", "open"],
  ),
);

/** Routes by which people change something use these, since some of them make secrets. */
export const secretMakingServices = /* @__PURE__ */ once(
  (): EdgeServices => ({ ...changingServices(), secretBox: secretBox() }),
);
