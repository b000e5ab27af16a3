import { DELIVERY_REPORTS } from "./delivery-reports.ts";
import { FEEDBACK_REPORTS } from "./feedback-reports.ts";
import type { ReturnedMailCase } from "./mail-source.ts";
import { OTHER_TEXTS } from "./other-texts.ts";
import { POSTFIX_REPORTS } from "./postfix-reports.ts";
import { RARER_DELIVERY_REPORTS } from "./rarer-delivery-reports.ts";
import { SERVER_TEXTS } from "./server-texts.ts";

export const RETURNED_MAILS: readonly ReturnedMailCase[] = [
  ...DELIVERY_REPORTS,
  ...RARER_DELIVERY_REPORTS,
  ...POSTFIX_REPORTS,
  ...SERVER_TEXTS,
  ...OTHER_TEXTS,
  ...FEEDBACK_REPORTS,
];
