type Retry = () => void;

/** The parts whose code could not be loaded, with a way to load each of them again. */
class MissingParts {
  readonly #retries = new Set<Retry>();
  #turn = 0;
  readonly #listeners = new Set<() => void>();

  /** Returns a function that removes the part again. */
  add(retry: Retry): () => void {
    this.#retries.add(retry);
    this.#turn += 1;
    this.#tell();
    return () => {
      this.#retries.delete(retry);
      this.#tell();
    };
  }

  /** Returns 0 while nothing is missing, and a new number each time that a part is found missing. */
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

/**
 * Says whether the service still serves the build of the panel that this page has loaded. A newer build has other names
 * for its scripts.
 */
export async function servedPanel(): Promise<"other" | "same" | "none"> {
  try {
    const response = await fetch("/", { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const served = [...(await response.text()).matchAll(SCRIPT)].map(([, src]) => src);
    if (!response.ok || served.length === 0) return "none";
    // All scripts are compared, because the first one may rarely change.
    const own = [...document.querySelectorAll("script[type=module][src]")].map((script) => script.getAttribute("src"));
    return served.join() === own.join() ? "same" : "other";
  } catch {
    return "none";
  }
}
