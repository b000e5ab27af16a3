import { Resolver } from "node:dns/promises";
import type { DomainTexts } from "../ports.ts";

const TIMEOUT_MS = 3000;
/** Of one name; more than that is no record of mail. */
const MOST_TEXTS = 50;
const NOTHING_THERE: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA"]);

/** By the name servers of the machine. */
export class ResolvedDomainTexts implements DomainTexts {
  readonly #servers: readonly string[] | undefined;

  /** `servers` as `node:dns` takes them; the machine's own when they are left out. */
  constructor(servers?: readonly string[]) {
    this.#servers = servers;
  }

  async at(name: string): Promise<readonly string[] | undefined> {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
    if (this.#servers) resolver.setServers([...this.#servers]);
    // A machine with several name servers would be given the time once for each.
    const late = setTimeout(() => resolver.cancel(), TIMEOUT_MS);
    try {
      const texts = await resolver.resolveTxt(name);
      // RFC 7208 section 3.3: the strings of one record are one text.
      return texts.slice(0, MOST_TEXTS).map((strings) => strings.join(""));
    } catch (error) {
      return isNothingThere(error) ? [] : undefined;
    } finally {
      clearTimeout(late);
    }
  }
}

const isNothingThere = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && NOTHING_THERE.has(error.code);
