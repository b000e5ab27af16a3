import { createHash } from "node:crypto";
import type { Clock } from "../../kernel/clock.ts";
import type { CallerClaims } from "../domain/caller-claims.ts";
import { type UserInfoQuestion, type UserInfoSource, UserInfoUnavailableError } from "../ports.ts";
import { discover } from "./discovery.ts";
import { callerClaims } from "./user-info-claims.ts";

const TIMEOUT_MS = 2000;
const MAX_DOCUMENT_CHARACTERS = 65_536;
const MAX_KEPT = 1000;

interface Kept {
  readonly claims: Promise<CallerClaims>;
  readonly untilMs: number;
}

/** Asks the provider once per token, even for many requests at the same time. After a failure, the next request asks again. */
export class UserInfoClient implements UserInfoSource {
  readonly #issuer: string;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(issuer: string, clock: Clock) {
    this.#issuer = issuer;
    this.#clock = clock;
  }

  async claimsOf(question: UserInfoQuestion): Promise<CallerClaims> {
    // Only a hash of the token is kept.
    const key = createHash("sha256").update(question.bearer).digest("base64");
    const known = this.#kept.get(key);
    if (known !== undefined && known.untilMs > this.#clock.now()) return known.claims;
    const claims = this.#ask(question);
    this.#keep(key, { claims, untilMs: question.expiresAtMs });
    try {
      return await claims;
    } catch (error) {
      this.#kept.delete(key);
      throw error;
    }
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const oldest = this.#kept.size > MAX_KEPT ? this.#kept.keys().next().value : undefined;
    if (oldest !== undefined) this.#kept.delete(oldest);
  }

  async #ask({ bearer, sub }: UserInfoQuestion): Promise<CallerClaims> {
    try {
      const { userInfoEndpoint } = await discover(this.#issuer, TIMEOUT_MS);
      if (userInfoEndpoint === undefined) throw new Error("the identity provider has no UserInfo endpoint");
      const response = await fetch(userInfoEndpoint, {
        headers: { authorization: `Bearer ${bearer}`, accept: "application/json" },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: "error",
      });
      if (!response.ok) throw new Error(`UserInfo answered ${response.status}`);
      const text = await response.text();
      if (text.length > MAX_DOCUMENT_CHARACTERS) throw new Error("the UserInfo document is too large");
      const claims = callerClaims(JSON.parse(text));
      // An answer about somebody else must not be used (OpenID Connect Core, section 5.3.2).
      if (claims.sub !== sub) throw new Error("the UserInfo document is about somebody else");
      return claims;
    } catch (cause) {
      throw new UserInfoUnavailableError("the identity provider did not answer about the caller", { cause });
    }
  }
}
