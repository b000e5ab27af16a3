import type { Clock } from "../kernel/clock.ts";
import type { DependencyCheck } from "../kernel/dependency-check.ts";
import type { Log } from "../kernel/log.ts";

/** The global limit is 3 s (L-readiness); the rest is for the answer's way. */
const CHECK_TIMEOUT_MS = 2500;
/** The page is public: polling it must not multiply into load on the identity provider. */
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

/** Both dependencies side by side; one answer serves everybody for five seconds, and everybody who asks while it is made. */
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
