export {
  ChatMessageNotFoundError,
  type ChatQuery,
  type ChatWait,
  Customer,
  customer,
  freshPhone,
  type ReceivedChatMessage,
} from "./testing/customer.ts";
export {
  freshAddress,
  Mailbox,
  MailNotFoundError,
  type MailQuery,
  type MailWait,
  mailbox,
} from "./testing/mailbox.ts";
export type { MailSummary, ReceivedFile, ReceivedMail } from "./testing/received-mail.ts";
export { advance, advanceToRetry, testTime } from "./testing/time.ts";
