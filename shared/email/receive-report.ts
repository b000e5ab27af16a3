import type { EarlyEvent } from "./contract/early-event.ts";
import type { ReturnedMailMessage } from "./contract/returned-mail.ts";
import { type ReceiveEarlyEventDeps, receiveEarlyEvent } from "./receive-email-event.ts";
import { type ReceiveReturnedMailDeps, receiveReturnedMail } from "./receive-returned-mail.ts";

/** Takes what is on the queue of reports about mails that have left: a mail that came back, or an event that waited for its mail. */
export const receiveReport = (
  deps: ReceiveReturnedMailDeps & ReceiveEarlyEventDeps,
  report: ReturnedMailMessage | EarlyEvent,
): Promise<void> => ("key" in report ? receiveReturnedMail(deps, report) : receiveEarlyEvent(deps, report));
