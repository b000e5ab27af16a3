import type { Frame } from "../edge/frame.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { openFrame } from "../keys/frame-wiring.ts";
import { JoseTokenVerifier } from "./oidc/jose-token-verifier.ts";

/** The frame of routes that take access tokens; apart from the other frames, so that only their functions load the verifier. */
export const accessTokenFrame = once((): Frame => {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, ADMINISTRATOR_ROLE: administratorRole } = config();
  return { ...openFrame(), administratorRole, tokenVerifier: new JoseTokenVerifier({ issuer, audience }) };
});
