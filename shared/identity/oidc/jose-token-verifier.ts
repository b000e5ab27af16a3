import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as z from "zod";
import type { AccessToken, TokenVerifier } from "../../edge/ports.ts";
import { ownerSub } from "../../kernel/owner.ts";
import { isTestOwner } from "../../kernel/test-mode.ts";
import { isWellFormedJson } from "../../kernel/well-formed.ts";
import { discover } from "./discovery.ts";

const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA"];
const CLOCK_TOLERANCE_SECONDS = 5;
const FETCH_TIMEOUT_MS = 2000;
/** Keys are fetched for an unknown key at most this often, so that a new signing key is accepted within 5 s of its first use (D8). */
const COOLDOWN_MS = 2000;
/** Keys are fetched again after this time, so that a withdrawn key is accepted for at most 10 minutes (D8). */
const KEYS_KEPT_MS = 570_000;
/** A subject has at most 255 characters (OpenID Connect Core, section 2). */
const MAX_SUBJECT = 255;
const TOKEN_TYPES = ["jwt", "at+jwt", "application/at+jwt"];

/** A claim with several values arrives as a string or as an array (D8). */
const oneOrMany = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .catch(undefined);
const claims = z.object({
  // A hidden owner of test mode is nobody whom a token can name (D48a).
  sub: ownerSub.max(MAX_SUBJECT).refine((sub) => !isTestOwner(sub)),
  exp: z.number(),
  scope: oneOrMany,
  scp: oneOrMany,
  role: oneOrMany,
  groups: oneOrMany,
  organization_id: z.string().optional().catch(undefined),
});

export interface TokenVerifierOptions {
  readonly issuer: string;
  readonly audience?: string | undefined;
}

/** Verifies access tokens of one issuer with the keys that the issuer publishes. */
export class JoseTokenVerifier implements TokenVerifier {
  readonly #options: TokenVerifierOptions;
  #keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(options: TokenVerifierOptions) {
    this.#options = options;
  }

  async verify(token: string): Promise<AccessToken | undefined> {
    if (!isOwnSpelling(token)) return undefined;
    try {
      const { issuer, audience } = this.#options;
      const { payload, protectedHeader } = await jwtVerify(token, await this.#keySet(), {
        issuer,
        algorithms: ALGORITHMS,
        requiredClaims: ["sub", "exp"],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        ...(audience === undefined ? {} : { audience }),
      });
      const type = protectedHeader.typ?.toLowerCase();
      return type === undefined || TOKEN_TYPES.includes(type) ? accessToken(payload) : undefined;
    } catch {
      // A token that cannot be validated (malformed, foreign, expired, or no key available) is refused, always in the same way (D6).
      return undefined;
    }
  }

  /** Discovery finds the keys at first use; if the issuer is down, the next request asks again. */
  async #keySet(): Promise<JWTVerifyGetKey> {
    // The promise is kept instead of its result, so that the first requests together ask once.
    this.#keys ??= this.#discoverKeys();
    try {
      return await this.#keys;
    } catch (error) {
      this.#keys = undefined;
      throw error;
    }
  }

  async #discoverKeys(): Promise<JWTVerifyGetKey> {
    const { jwksUri } = await discover(this.#options.issuer, FETCH_TIMEOUT_MS);
    return createRemoteJWKSet(jwksUri, {
      timeoutDuration: FETCH_TIMEOUT_MS,
      cooldownDuration: COOLDOWN_MS,
      cacheMaxAge: KEYS_KEPT_MS,
    });
  }
}

/**
 * True when the signature is in the canonical spelling of base64url. The library accepts other spellings of the same bytes, and the signature
 * does not cover its own spelling. Without this check, the limiter would give each spelling a bucket.
 */
function isOwnSpelling(token: string): boolean {
  const signature = token.slice(token.lastIndexOf(".") + 1);
  return Buffer.from(signature, "base64url").toString("base64url") === signature;
}

function accessToken(payload: JWTPayload): AccessToken | undefined {
  const parsed = claims.safeParse(payload);
  // Claims with text that UTF-8 cannot write are refused, because such a text cannot be stored.
  if (!parsed.success || !isWellFormedJson(JSON.stringify(parsed.data), parsed.data)) return undefined;
  const { sub, exp, scope, scp, role, groups, organization_id: organizationId } = parsed.data;
  return {
    sub,
    scopes: [...scopesIn(scope), ...scopesIn(scp)],
    roles: many(role),
    groups: many(groups),
    organizationId,
    expiresAtMs: exp * 1000,
  };
}

const many = (value: string | string[] | undefined): string[] => [value ?? []].flat();

/** Scopes are a space-separated string, or an array of such strings. */
const scopesIn = (value: string | string[] | undefined): string[] =>
  many(value)
    .flatMap((text) => text.split(" "))
    .filter(Boolean);
