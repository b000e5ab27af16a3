import type { MailStage } from "../domain/mail.ts";

/** One attempt under way: where it stands, and the signal that its time is over. */
export interface Attempt {
  /** Asked when the time is over, so that the cause names what was waited for. */
  stage: () => MailStage;
  readonly signal: AbortSignal;
  /** The whole content has left, its final dot included: from now on the server may have the mail. */
  hasLeft: boolean;
  /** How often a connection was refused to it that others of the account have. */
  refusals: number;
}

/** `onStage` hears of every stage that it comes to. */
export function newAttempt(signal: AbortSignal, onStage: ((stage: MailStage) => void) | undefined): Attempt {
  let stage: Attempt["stage"] = () => "resolve";
  return {
    get stage() {
      return stage;
    },
    set stage(next) {
      stage = next;
      onStage?.(next());
    },
    signal,
    hasLeft: false,
    refusals: 0,
  };
}

/** Lets go of something when the attempt's time is over, at once when it is over already. Answers how to take that back. */
export function whenOver({ signal }: Attempt, letGo: () => void): () => void {
  if (signal.aborted) letGo();
  signal.addEventListener("abort", letGo, { once: true });
  return () => signal.removeEventListener("abort", letGo);
}
