import { RenderDeadlineError } from "../go-template/errors.ts";
import type { RenderLimit } from "../go-template/text-template.ts";
import { Refusal } from "../kernel/refusal.ts";

/** The processor time that the templates of one request share. */
export interface RenderTime {
  /** Calls `render` with a deadline. A template that takes longer is refused with `rate_limited`, so that the caller may send it again. */
  spend<Result>(render: (limit: RenderLimit) => Result): Promise<Result>;
}

/** A single notification needs no shared time, because its fields have limits of their own (D18a). */
export const unboundedRenderTime: RenderTime = { spend: async (render) => render({}) };

/** After this time, other requests of the process get a turn. */
const TURN_MS = 20;

export interface RenderTimeOptions {
  /** Each item may take this many milliseconds, so that no item within this time is refused because of others. */
  readonly ownMs: number;
  /** The milliseconds that items may use beyond `ownMs`, first come, first served. Time that an item leaves of its `ownMs` is added. */
  readonly sharedMs: number;
  /** The clock counts monotonic milliseconds. */
  readonly now: () => number;
  /** Settles after the process has had a turn for its other work. */
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

/** The refusal of a mail because the mails of the batch took too long together; none of them is at fault by itself. */
const tooLongTogether = (cause: RenderDeadlineError): Refusal =>
  new Refusal("rate_limited", "the templates of this batch take too long together: send it again in another batch", {
    cause,
  });
