type Retry = () => void;

/** What stands on the page and has no code: how to try each again. */
class MissingParts {
  readonly #retries = new Set<Retry>();
  readonly #listeners = new Set<() => void>();

  /** The answer takes it away again. */
  add(retry: Retry): () => void {
    this.#retries.add(retry);
    this.#tell();
    return () => {
      this.#retries.delete(retry);
      this.#tell();
    };
  }

  readonly count = (): number => this.#retries.size;

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
const ENTRY = /src="([^"]+)"/;

/** Whether the panel that is served now is another one than this page's, whose parts may be gone. */
export async function isReplaced(): Promise<boolean> {
  try {
    const response = await fetch("/", { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const [, served] = ENTRY.exec(await response.text()) ?? [];
    const own = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");
    return response.ok && served !== undefined && served !== own;
  } catch {
    return false;
  }
}
