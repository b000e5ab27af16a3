import { JoseTokenVerifier } from "../adapters/oidc/jose-token-verifier.ts";
import type { Frame } from "../http/frame.ts";
import { config } from "./config.ts";
import { openFrame } from "./frame.ts";
import { once } from "./once.ts";

/** The frame of routes that take access tokens; apart from the other frames, so that only their functions load the verifier. */
export const accessTokenFrame = once((): Frame => {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, ADMINISTRATOR_ROLE: administratorRole } = config();
  return { ...openFrame(), administratorRole, tokenVerifier: new JoseTokenVerifier({ issuer, audience }) };
});
