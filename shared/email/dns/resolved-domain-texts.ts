import { Resolver } from "node:dns/promises";
import { type OwnerTurns, ownerTurns, TurnPostponedError } from "../../kernel/network/owner-turns.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { DomainTexts } from "../ports.ts";

const TIMEOUT_MS = 3000;
/** At most this many TXT records of a name are searched. */
const MOST_TEXTS = 50;
/** A check makes at most this many look-ups, all at the same time. */
const AT_ONCE = 10;
const NOTHING_THERE: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA"]);

export interface ResolvedDomainTextsOptions {
  /** Name servers in the format of `node:dns`; the default are those of the machine. */
  readonly servers?: readonly string[];
  readonly timeoutMs?: number;
}

/** Reads TXT records from the name servers of the machine. */
export class ResolvedDomainTexts implements DomainTexts {
  readonly #servers: readonly string[] | undefined;
  readonly #timeoutMs: number;
  readonly #lookups: OwnerTurns;

  constructor({ servers, timeoutMs = TIMEOUT_MS }: ResolvedDomainTextsOptions = {}) {
    this.#servers = servers;
    this.#timeoutMs = timeoutMs;
    // Checks of one owner take turns. A check whose turn does not come within this time gets no answer.
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
    // This timeout limits the whole look-up. The resolver's own timeout would count for each name server again.
    const late = setTimeout(() => resolver.cancel(), this.#timeoutMs);
    try {
      const texts = await resolver.resolveTxt(name);
      // The strings of one record are one text (RFC 7208 section 3.3).
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
