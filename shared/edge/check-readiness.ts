import type { Clock } from "../kernel/clock.ts";
import type { DependencyCheck } from "../kernel/dependency-check.ts";
import type { Log } from "../kernel/log.ts";

/** The whole answer may take 3 s (L-readiness); the rest is left for its way to the caller. */
const CHECK_TIMEOUT_MS = 2500;
/** The page is public, so frequent requests for it must not put load on the identity provider. */
const KEPT_FOR_MS = 5000;

export interface Readiness {
  readonly database: boolean;
  readonly oidc: boolean;
}

export interface ReadinessDeps {
  readonly database: DependencyCheck;
  readonly oidc: DependencyCheck;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Checks both dependencies at the same time. One answer serves all callers for five seconds, including those that ask
 * while it is made.
 */
export function readinessCheck({ database, oidc, clock, log }: ReadinessDeps): () => Promise<Readiness> {
  let kept: { readonly at: number; readonly answer: Promise<Readiness> } | undefined;
  const works = async (dependency: keyof Readiness, check: DependencyCheck): Promise<boolean> => {
    try {
      await check(CHECK_TIMEOUT_MS);
      return true;
    } catch (error) {
      log.error("dependency.unavailable", error, { dependency });
      return false;
    }
  };
  const ask = async (): Promise<Readiness> => {
    const [isDatabaseThere, isOidcThere] = await Promise.all([works("database", database), works("oidc", oidc)]);
    return { database: isDatabaseThere, oidc: isOidcThere };
  };
  return () => {
    if (kept === undefined || clock.now() - kept.at >= KEPT_FOR_MS) kept = { at: clock.now(), answer: ask() };
    return kept.answer;
  };
}
