type Retry = () => void;

/** Parts that stand on the page and have no code: how to try each again. */
class MissingParts {
  readonly #retries = new Set<Retry>();
  #turn = 0;
  readonly #listeners = new Set<() => void>();

  /** The answer takes it away again. */
  add(retry: Retry): () => void {
    this.#retries.add(retry);
    this.#turn += 1;
    this.#tell();
    return () => {
      this.#retries.delete(retry);
      this.#tell();
    };
  }

  /** 0 while nothing is missing; another number each time that something is found missing, also again. */
  readonly turn = (): number => (this.#retries.size === 0 ? 0 : this.#turn);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  retryAll(): void {
    for (const retry of [...this.#retries]) retry();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const missingParts = new MissingParts();

const TIMEOUT_MS = 10_000;
const SCRIPT = /<script[^>]* src="([^"]+)"/g;

/** The panel that is served now, beside this page's: another one, whose parts have other names, the same, or none. */
export async function servedPanel(): Promise<"other" | "same" | "none"> {
  try {
    const response = await fetch("/", { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const served = [...(await response.text()).matchAll(SCRIPT)].map(([, src]) => src);
    if (!response.ok || served.length === 0) return "none";
    // All of them: the first may be one that seldom changes.
    const own = [...document.querySelectorAll("script[type=module][src]")].map((script) => script.getAttribute("src"));
    return served.join() === own.join() ? "same" : "other";
  } catch {
    return "none";
  }
}
