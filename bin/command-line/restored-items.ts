import type { Ground } from "../../ops/prove/port.ts";
import { ownerSub } from "../../shared/kernel/owner.ts";
import { atStack } from "./operator-environment.ts";

/** Restoring one table takes minutes to an hour. */
const LONGEST_MS = 90 * 60_000;

/**
 * Restores an owner's configuration in a deployed stage, as `herald restore` does. When the signal aborts, it stops
 * waiting once the creation of the table beside has begun, so that the take-down finds that table.
 */
export const restoredItems =
  (stage: string, say: (line: string) => void): Ground["restore"] =>
  async ({ to, owner }, signal) => {
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = (): void => reject(new Error("interrupted"));
    const request = { to, only: ownerSub.parse(owner), longestMs: LONGEST_MS };
    let copied = 0;
    const listener = {
      told: (table: { readonly copied: number }): void => {
        copied += table.copied;
      },
      /** The first line comes when the creation of the table beside has begun. */
      say: (line: string): void => {
        say(`         ${line}`);
        if (signal.aborted) stop();
        else signal.addEventListener("abort", stop, { once: true });
      },
    };
    try {
      const restoring = atStack({ stage }, open, ({ services, restore }) =>
        restore(services, { ...REQUEST, ...request }, listener),
      );
      await Promise.race([restoring, stopped]);
    } finally {
      signal.removeEventListener("abort", stop);
    }
    return copied;
  };

const REQUEST = {
  tables: ["Config"],
  except: [],
  takesErased: false,
  overwrites: false,
  resumesDeliveries: false,
  isApplied: true,
} as const;

async function open() {
  const { restoreServices } = await import("../../ops/restore/wiring.ts");
  const { restore } = await import("../../ops/restore/restore.ts");
  return { services: restoreServices(), restore };
}
