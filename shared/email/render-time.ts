import { RenderDeadlineError } from "../go-template/errors.ts";
import type { RenderLimit } from "../go-template/text-template.ts";
import { Refusal } from "../kernel/refusal.ts";

/** The processor time that the templates of one request may take together. */
export interface RenderTime {
  /** Hands on until when to render; what does not end by then is refused as one that may come again. */
  spend<Result>(render: (limit: RenderLimit) => Result): Promise<Result>;
}

/** Of a single notification: its fields have limits of their own (D18a). */
export const unboundedRenderTime: RenderTime = { spend: async (render) => render({}) };

/** Other requests of the same process get their turn in between. */
const TURN_MS = 20;

export interface RenderTimeOptions {
  /** What an item may take, whatever the others take: nobody is refused for his neighbours who stays within it. */
  readonly ownMs: number;
  /** For what the items take beyond it, the first ones first. What an item leaves of its own is added. */
  readonly sharedMs: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Settles once what else the process has to do has been looked at. */
  readonly nextTurn: () => Promise<unknown>;
}

export function renderTimeOf({ ownMs, sharedMs, now, nextTurn }: RenderTimeOptions): RenderTime {
  let [leftMs, sinceTurnMs] = [sharedMs, 0];
  return {
    async spend(render) {
      if (sinceTurnMs >= TURN_MS) {
        sinceTurnMs = 0;
        await nextTurn();
      }
      const beganAt = now();
      try {
        return render({ now, until: beganAt + ownMs + leftMs });
      } catch (error) {
        throw error instanceof RenderDeadlineError ? tooLongTogether(error) : error;
      } finally {
        const tookMs = now() - beganAt;
        leftMs = Math.max(0, leftMs + ownMs - tookMs);
        sinceTurnMs += tookMs;
      }
    },
  };
}

/** Alone it may well be good: no refusal of what it says. */
const tooLongTogether = (cause: RenderDeadlineError): Refusal =>
  new Refusal("rate_limited", "the templates of this batch take too long together: send it again in another batch", {
    cause,
  });
