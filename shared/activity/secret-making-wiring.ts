import type { EdgeServices } from "../edge/edge-services.ts";
import { lazyPort } from "../kernel/lazy.ts";
import { once } from "../kernel/once.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import { changingServices } from "./wiring.ts";

/** Secrets are made now and then: the client of the key is loaded with the first one. */
const secretBox = /* @__PURE__ */ once(() =>
  lazyPort(async (): Promise<SecretBox> => (await import("../aws/secret-wiring.ts")).secretBox(), ["seal", "open"]),
);

/** For routes by which people change something, and some of which make secrets. */
export const secretMakingServices = /* @__PURE__ */ once(
  (): EdgeServices => ({ ...changingServices(), secretBox: secretBox() }),
);
