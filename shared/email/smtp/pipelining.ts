/** How one envelope went, from MAIL to the reply to DATA. */
export interface EnvelopeTimes {
  /** MAIL, DATA, and one for each recipient. */
  readonly commands: number;
  readonly isPipelined: boolean;
  readonly firstReplyMs: number;
  readonly allRepliesMs: number;
}

interface Together {
  readonly name: "together";
  /** The times of the latest envelopes, in a row, whose replies were held back. */
  readonly heldMs: readonly number[];
}

interface Trying {
  readonly name: "trying";
  readonly heldMs: number;
  readonly perCommandMs: readonly number[];
}

interface Settled {
  readonly name: "settled";
  readonly heldMs: number;
  readonly perCommandMs: number;
  readonly mailsLeft: number;
}

type Stage = Together | Trying | Settled;

const START: Together = { name: "together", heldMs: [] };

/** Half of the shortest time for which a system delays its acknowledgement (Linux: 40 ms). */
const HELD_MS = 20;
/** Once may be chance. */
const IN_A_ROW = 2;
/** Afterwards the server is tried again: it may have changed. */
const SETTLED_MAILS = 1000;

/**
 * Decides whether the commands of an envelope leave together (RFC 2920). That saves round trips, but a server that writes each reply
 * alone and under Nagle's algorithm holds the second one back until our system acknowledges the first, which it delays (RFC 896, RFC
 * 1122 section 4.2.3.2). Where that has happened twice, two envelopes wait for each reply, and the quicker way stays.
 */
export class Pipelining {
  #stage: Stage = START;

  isQuicker(commands: number): boolean {
    const stage = this.#stage;
    if (stage.name === "settled") return commands * stage.perCommandMs >= stage.heldMs;
    return stage.name === "together";
  }

  learn(times: EnvelopeTimes): void {
    this.#stage = after(this.#stage, times);
  }
}

/** The replies came later than one command after the other would have brought them. */
const isHeld = ({ commands, firstReplyMs, allRepliesMs }: EnvelopeTimes): boolean =>
  allRepliesMs - firstReplyMs >= HELD_MS && allRepliesMs > commands * firstReplyMs;

/** An envelope that was under way when the stage changed tells the new one nothing. */
function after(stage: Stage, times: EnvelopeTimes): Stage {
  if (stage.name === "settled") return afterSettled(stage);
  if (times.isPipelined !== (stage.name === "together")) return stage;
  return stage.name === "together" ? afterTogether(stage, times) : afterTrying(stage, times);
}

const afterSettled = (stage: Settled): Stage =>
  stage.mailsLeft > 1 ? { ...stage, mailsLeft: stage.mailsLeft - 1 } : START;

function afterTogether(stage: Together, times: EnvelopeTimes): Stage {
  const heldMs = isHeld(times) ? [...stage.heldMs, times.allRepliesMs] : [];
  if (heldMs.length < IN_A_ROW) return { name: "together", heldMs };
  return { name: "trying", heldMs: Math.min(...heldMs), perCommandMs: [] };
}

function afterTrying({ heldMs, perCommandMs: earlier }: Trying, { commands, allRepliesMs }: EnvelopeTimes): Stage {
  const perCommandMs = [...earlier, allRepliesMs / commands];
  if (perCommandMs.length < IN_A_ROW) return { name: "trying", heldMs, perCommandMs };
  return { name: "settled", heldMs, perCommandMs: Math.min(...perCommandMs), mailsLeft: SETTLED_MAILS };
}
