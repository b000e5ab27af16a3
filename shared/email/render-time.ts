import { invalid } from "../kernel/refusal.ts";

/** The processor time that the templates of one request may take together. */
export interface RenderTime {
  /** Throws a refusal, and does nothing, once the ones before it have used the time up. */
  spend<Result>(render: () => Result): Promise<Result>;
}

/** Of a single notification: its fields have limits of their own (D18a). */
export const unboundedRenderTime: RenderTime = { spend: async (render) => render() };

/** Other requests of the same process get their turn in between. */
const TURN_MS = 20;

export interface RenderTimeOptions {
  readonly totalMs: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Settles once what else the process has to do has been looked at. */
  readonly nextTurn: () => Promise<unknown>;
}

export function renderTimeOf({ totalMs, now, nextTurn }: RenderTimeOptions): RenderTime {
  let [spentMs, sinceTurnMs] = [0, 0];
  return {
    async spend(render) {
      if (sinceTurnMs >= TURN_MS) {
        sinceTurnMs = 0;
        await nextTurn();
      }
      if (spentMs >= totalMs) throw invalid("the templates of the items before it take too long: send fewer at once");
      const beganAt = now();
      try {
        return render();
      } finally {
        const tookMs = now() - beganAt;
        spentMs += tookMs;
        sinceTurnMs += tookMs;
      }
    },
  };
}
