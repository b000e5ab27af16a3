import type { ComplaintType, ReturnedMail } from "../../../shared/returned-mail/domain/returned-mail.ts";
import { CAME_TO, type ReturnedMailCase, reportMail } from "./mail-source.ts";

const FBL = "Return-Path: <fbl@provider.example>\nFrom: Feedback Loop <fbl@provider.example>";
const REPORTED = "Return-Path: <b+9zz@bounce.example>\nFrom: Shop <shop@sender.example>\nSubject: Your order\n\nHello";

interface Feedback {
  readonly type: string;
  readonly fields?: string;
  readonly returned?: string;
}

const feedbackMail = ({ type, fields = "", returned = REPORTED }: Feedback): string =>
  reportMail({
    type: "message/feedback-report",
    header: FBL,
    text: "This is an email abuse report for an email message received from IP 192.0.2.1.",
    fields: `Feedback-Type: ${type}\nUser-Agent: SomeGenerator/1.0\nVersion: 1${fields}`,
    returned,
  });

const complaintOf = (
  feedbackType: ComplaintType,
  recipients: readonly string[][],
  sentFrom: readonly string[] = ["b+9zz@bounce.example"],
): ReturnedMail => ({
  kind: "complaint",
  feedbackType,
  recipients: recipients.map((addresses) => ({ addresses })),
  tokenAddresses: [CAME_TO, ...sentFrom],
});

const idle: ReturnedMail = { kind: "nothing", tokenAddresses: [CAME_TO, "b+9zz@bounce.example"] };

/** Reports of RFC 5965 as providers send them, with the types that RFC 6430 and RFC 6591 add. */
export const FEEDBACK_REPORTS: readonly ReturnedMailCase[] = [
  {
    name: "feedback: abuse, with envelope sender and recipient",
    raw: feedbackMail({
      type: "abuse",
      fields: "\nOriginal-Mail-From: <b+a7@bounce.example>\nOriginal-Rcpt-To: <ana@x.example>\nSource-IP: 192.0.2.1",
    }),
    expected: complaintOf("abuse", [["ana@x.example"]], ["b+a7@bounce.example", "b+9zz@bounce.example"]),
  },
  {
    name: "feedback: abuse, with everything redacted but the return path",
    raw: feedbackMail({ type: "abuse", fields: "\nRedacted-Address: redacted\nOriginal-Rcpt-To: redacted" }),
    expected: complaintOf("abuse", [[]]),
  },
  {
    name: "feedback: fraud about several recipients",
    raw: feedbackMail({
      type: "fraud",
      fields: "\nOriginal-Rcpt-To: <ana@x.example>\nOriginal-Rcpt-To: bo@x.example",
    }),
    expected: complaintOf("fraud", [["ana@x.example"], ["bo@x.example"]]),
  },
  { name: "feedback: a virus", raw: feedbackMail({ type: "virus" }), expected: complaintOf("virus", [[]]) },
  {
    name: "feedback: another reason, in capitals",
    raw: feedbackMail({ type: "Other", fields: "\nOriginal-Rcpt-To: rfc822;ana@x.example" }),
    expected: complaintOf("other", [["ana@x.example"]]),
  },
  { name: "feedback: not spam after all", raw: feedbackMail({ type: "not-spam" }), expected: idle },
  {
    name: "feedback: an authentication failure",
    raw: feedbackMail({ type: "auth-failure", fields: "\nAuth-Failure: dmarc\nOriginal-Rcpt-To: <ana@x.example>" }),
    expected: idle,
  },
  { name: "feedback: a type that no standard has", raw: feedbackMail({ type: "opt-out" }), expected: idle },
  {
    name: "feedback: only the header of the reported mail",
    raw: feedbackMail({ type: "abuse" }).replace("Content-Type: message/rfc822", "Content-Type: text/rfc822-headers"),
    expected: complaintOf("abuse", [[]]),
  },
  {
    name: "feedback: a reported mail without a return path",
    raw: feedbackMail({
      type: "abuse",
      returned: "From: Shop <shop@sender.example>\n\nReturn-Path: <b+no@bounce.example>",
    }),
    expected: complaintOf("abuse", [[]], []),
  },
  {
    name: "feedback: parts that a gateway made a mail of mixed parts",
    raw: feedbackMail({ type: "abuse" }).replace("multipart/report", "multipart/mixed"),
    expected: complaintOf("abuse", [[]]),
  },
  {
    name: "feedback: a report without a type",
    raw: feedbackMail({ type: "" }),
    expected: "not_understood",
  },
];
