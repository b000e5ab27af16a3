import { jsonMessage } from "../../shared/edge/background/json-message.ts";
import { queueFunction } from "../../shared/edge/background/queue-function.ts";
import { reportMessage } from "../../shared/email/contract/returned-mail.ts";
import { returnedMailServices } from "../../shared/email/feedback-wiring.ts";
import { receiveReport } from "../../shared/email/receive-report.ts";

/**
 * Takes mails that came back, each as an object that the receipt rule has stored, and events of Amazon SES that came
 * before their mails were stored as sent, and applies what they report to their notifications. A mail that cannot be
 * read is dropped; a message is redelivered only when a store fails. After eight redeliveries it becomes a dead letter.
 */
export const handler = queueFunction(jsonMessage(reportMessage), receiveReport, returnedMailServices);
