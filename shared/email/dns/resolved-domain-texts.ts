import { Resolver } from "node:dns/promises";
import { type OwnerTurns, ownerTurns, TurnPostponedError } from "../../kernel/network/owner-turns.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { DomainTexts } from "../ports.ts";

const TIMEOUT_MS = 3000;
/** Of one name; more than that is no record of mail. */
const MOST_TEXTS = 50;
/** A whole check goes out together. */
const AT_ONCE = 10;
const NOTHING_THERE: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA"]);

export interface ResolvedDomainTextsOptions {
  /** As `node:dns` takes them; the machine's own when they are left out. */
  readonly servers?: readonly string[];
  readonly timeoutMs?: number;
}

/** By the name servers of the machine. */
export class ResolvedDomainTexts implements DomainTexts {
  readonly #servers: readonly string[] | undefined;
  readonly #timeoutMs: number;
  readonly #lookups: OwnerTurns;

  constructor({ servers, timeoutMs = TIMEOUT_MS }: ResolvedDomainTextsOptions = {}) {
    this.#servers = servers;
    this.#timeoutMs = timeoutMs;
    // One check after the other: a check whose turn has not come in the time of a look-up has no answer in time.
    this.#lookups = ownerTurns({ atOnce: AT_ONCE, maxWaitMs: timeoutMs });
  }

  async at(name: string, owner: Owner): Promise<readonly string[] | undefined> {
    try {
      return await this.#lookups.run(owner, () => this.#ask(name));
    } catch (error) {
      if (error instanceof TurnPostponedError) return undefined;
      throw error;
    }
  }

  async #ask(name: string): Promise<readonly string[] | undefined> {
    const resolver = new Resolver({ timeout: this.#timeoutMs, tries: 1 });
    if (this.#servers) resolver.setServers([...this.#servers]);
    // A machine with several name servers would be given the time once for each.
    const late = setTimeout(() => resolver.cancel(), this.#timeoutMs);
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
