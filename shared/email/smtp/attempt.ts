import type { SMTPError } from "nodemailer/lib/smtp-connection";
import type { MailStage } from "../domain/mail.ts";

/** The state of an attempt. Its signal aborts when the time is over. */
export interface Attempt {
  /** Returns the present stage. It is called when the time is over, so that the cause of the failure names the stage. */
  stage: () => MailStage;
  readonly signal: AbortSignal;
  /** `hasLeft` is set when the whole content with its final dot has left: from then on, the server may have the mail. */
  hasLeft: boolean;
  /** `refusals` counts how often a connection was refused while the account had other connections. */
  refusals: number;
  /** Returns what the server has said of single recipients that it does not take, over the connection that was used last. */
  refusedRecipients: () => readonly SMTPError[];
}

/** Makes the state of a new attempt. `onStage` is called at every stage of the attempt. */
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
    refusedRecipients: () => [],
  };
}

/** Calls `letGo` when the attempt's time is over, or at once when it is over already. The returned function cancels this. */
export function whenOver({ signal }: Attempt, letGo: () => void): () => void {
  if (signal.aborted) letGo();
  signal.addEventListener("abort", letGo, { once: true });
  return () => signal.removeEventListener("abort", letGo);
}
