import { bounceOf, nothing, type ReturnedMailCase, textMail } from "./mail-source.ts";

/** What the returned mail says must never be read as a part of the report. */
const COPY = "Return-Path: <b@bounce.example>\nTo: copy@x.example\n\n<copy@x.example>:\nWe said 550 5.1.1 once.";
const QMAIL =
  "Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n";
const EXIM =
  "This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n";
const EXIM_COPY = "------ This is a copy of the message, including all the headers. ------";
const POSTFIX =
  "This is the mail system at host mx.example.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients. It's attached below.\n\n                   The mail system\n";

/** Texts of the mail servers that write no report, or wrote none in earlier versions. */
export const SERVER_TEXTS: readonly ReturnedMailCase[] = [
  {
    name: "qmail: the other server refuses two recipients",
    raw: textMail(
      `${QMAIL}\n<ana@x.example>:\n192.0.2.153 does not like recipient.\nRemote host said: 550 5.1.1 <ana@x.example>... User Unknown\nGiving up on 192.0.2.153.\n\n<bo@x.example>:\n192.0.2.153 does not like recipient.\nRemote host said: 552 5.2.2 Mailbox full\nGiving up on 192.0.2.153.\n\n--- Below this line is a copy of the message.\n\n${COPY}`,
    ),
    expected: bounceOf(
      [["ana@x.example"], "5.1.1", "550 5.1.1 <ana@x.example>... User Unknown"],
      [["bo@x.example"], "5.2.2", "552 5.2.2 Mailbox full"],
    ),
  },
  {
    name: "qmail: a mailbox of its own",
    raw: textMail(
      `${QMAIL}\n<ana@x.example>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy.`,
    ),
    expected: bounceOf([["ana@x.example"], "5.1.1", "Sorry, no mailbox here by that name. (#5.1.1)"]),
  },
  {
    name: "qmail: too long in the queue",
    raw: textMail(
      `${QMAIL}\n<ana@x.example>:\nSorry, I wasn't able to establish an SMTP connection. (#4.4.1)\nI'm not going to try again; this message has been in the queue too long.`,
    ),
    expected: bounceOf([
      ["ana@x.example"],
      "4.4.1",
      "Sorry, I wasn't able to establish an SMTP connection. (#4.4.1) I'm not going to try again; this message has been in the queue too long.",
    ]),
  },
  {
    name: "qmail: a provider's own introduction, and no code",
    raw: textMail(
      `Your mail message to the following address(es) could not be delivered. This\nis a permanent error.\n\n<ana@x.example>:\nThe user's mailfolder is full.\n\n--- Below this line is a copy of the message.\n\n${COPY}`,
    ),
    expected: bounceOf([["ana@x.example"], undefined, "The user's mailfolder is full."]),
  },
  {
    name: "Exim: the other server refuses the recipient",
    raw: textMail(
      `${EXIM}\n  ana@x.example\n    SMTP error from remote mail server after RCPT TO:<ana@x.example>:\n    host mx.x.example [192.0.2.20]: 550 5.1.1 <ana@x.example>: unknown\n\n${EXIM_COPY}\n\n${COPY}`,
      "Return-path: <>\nX-Failed-Recipients: ana@x.example\nAuto-Submitted: auto-replied\nFrom: Mail Delivery System <Mailer-Daemon@mx.example>",
    ),
    expected: bounceOf([["ana@x.example"], "5.1.1", "550 5.1.1 <ana@x.example>: unknown"]),
  },
  {
    name: "Exim: one address is an alias, one has no route",
    raw: textMail(
      `${EXIM}\n  target@far.example\n    (generated from alias@x.example)\n    host far.example [192.0.2.21]: 550 5.2.1 disabled\n\n  bo@nowhere.example\n    Unrouteable address\n\n${EXIM_COPY}\n\n${COPY}`,
      "X-Failed-Recipients: target@far.example, bo@nowhere.example\nFrom: Mail Delivery System <Mailer-Daemon@mx.example>",
    ),
    expected: bounceOf(
      [["alias@x.example", "target@far.example"], "5.2.1", "550 5.2.1 disabled"],
      [["bo@nowhere.example"], undefined, "Unrouteable address"],
    ),
  },
  {
    name: "Exim: a recipient that stands in the header alone",
    raw: textMail(
      `${EXIM}\n  pipe to |/usr/bin/filter\n    local delivery failed\n`,
      "X-Failed-Recipients: ana@x.example\nFrom: Mailer-Daemon@mx.example",
    ),
    expected: bounceOf([["ana@x.example"]]),
  },
  {
    name: "Exim: delayed",
    raw: textMail(
      "This message was created automatically by mail delivery software.\nA message that you sent has not yet been delivered to one or more of its\nrecipients after more than 24 hours on the queue on mx.example.\n\nThe address to which the message has not yet been delivered is:\n\n  ana@x.example\n    Delay reason: host mx.x.example [192.0.2.20]: 450 4.2.0 later",
    ),
    expected: nothing,
  },
  {
    name: "Exim's relatives: quotation marks around the address",
    raw: textMail(
      'This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of\nits recipients. The following address\nfailed:\n\n"ana@x.example":\nSMTP error from remote server after RCPT command:\nhost: mx.x.example\n5.2.2 <ana@x.example>... Mailbox Full\n\n--- The header of the original message is following. ---\n',
    ),
    expected: bounceOf([["ana@x.example"], "5.2.2", "5.2.2 <ana@x.example>... Mailbox Full"]),
  },
  {
    name: "sendmail: a reason for one, an alias for the other",
    raw: textMail(
      "The original message was received at Sun, 22 Nov 2026 10:00:00 GMT\n\n   ----- The following addresses had permanent fatal errors -----\n<ana@x.example>\n    (reason: 550 5.1.1 <ana@x.example>... User unknown)\n<target@far.example>\n    (reason: 553 5.3.0 gone)\n    (expanded from: <alias@x.example>)\n\n   ----- Transcript of session follows -----\n550 5.1.1 <other@x.example>... User unknown\n\n   ----- Message header follows -----\n" +
        COPY,
    ),
    expected: bounceOf(
      [["ana@x.example"], "5.1.1", "550 5.1.1 <ana@x.example>... User unknown"],
      [["alias@x.example", "target@far.example"], "5.3.0", "553 5.3.0 gone"],
    ),
  },
  {
    name: "sendmail: some recipients only wait",
    raw: textMail(
      "   ----- The following addresses had permanent fatal errors -----\n<ana@x.example>\n    (reason: 550 5.1.1 unknown)\n\n   ----- The following addresses had transient non-fatal errors -----\n<bo@x.example>\n    (reason: 452 4.2.2 full)\n",
    ),
    expected: bounceOf([["ana@x.example"], "5.1.1", "550 5.1.1 unknown"]),
  },
  {
    name: "sendmail of version 5: the transcript alone",
    raw: textMail(
      `   ----- Transcript of session follows -----\nWhile talking to mx.x.example:\n>>> RCPT To:<ana@x.example>\n<<< 550 5.1.1 unknown\n550 <ana@x.example>... User unknown\n\n   ----- Unsent message follows -----\n${COPY}`,
    ),
    expected: bounceOf([["ana@x.example"], "5.1.1", "550 5.1.1 unknown"]),
  },
  {
    name: "sendmail of version 5: one that another server refused in two lines, and one of its own",
    raw: textMail(
      `   ----- Transcript of session follows -----\nWhile talking to mx.x.example:\n>>> RCPT To:<ana@x.example>\n<<< 550-5.1.1 unknown\n<<< 550 5.1.1 here\n550 <ana@x.example>... User unknown\n550 <bo@y.example>... No such user\n\n   ----- Unsent message follows -----\n${COPY}`,
    ),
    expected: bounceOf(
      [["ana@x.example"], "5.1.1", "550-5.1.1 unknown 550 5.1.1 here"],
      [["bo@y.example"], undefined, "550 <bo@y.example>... No such user"],
    ),
  },
  {
    name: "sendmail: the reasons stand in the transcript alone, among those of others",
    raw: textMail(
      `   ----- The following addresses had permanent fatal errors -----\n<ana@x.example>\n<bo@x.example>\n<cy@x.example>\n\n   ----- Transcript of session follows -----\n... while talking to mx.x.example.:\n>>> RCPT To:<bo@x.example>\n<<< 552 5.2.2 full\n552 5.2.2 <bo@x.example>... Mailbox full\n>>> RCPT To:<di@x.example>\n<<< 451 4.2.0 later\n451 <di@x.example>... Deferred\n550 5.1.1 <ana@x.example>... User unknown\n\n   ----- Message header follows -----\n${COPY}`,
    ),
    expected: bounceOf(
      [["ana@x.example"], "5.1.1", "550 5.1.1 <ana@x.example>... User unknown"],
      [["bo@x.example"], "5.2.2", "552 5.2.2 full"],
      [["cy@x.example"]],
    ),
  },
  {
    name: "Postfix: a text without a report",
    raw: textMail(
      `${POSTFIX}\n<ana@x.example>: host mx.x.example[192.0.2.4] said: 550 5.1.1\n    <ana@x.example>: unknown (in reply to RCPT TO command)\n\n<bo@x.example>: unknown user: "bo"\n`,
    ),
    expected: bounceOf(
      [["ana@x.example"], "5.1.1", "550 5.1.1 <ana@x.example>: unknown"],
      [["bo@x.example"], undefined, 'unknown user: "bo"'],
    ),
  },
  {
    name: "a response that speaks like a delay",
    raw: textMail(
      `${QMAIL}\n<ana@x.example>:\nRemote host said: 550 5.1.1 It has not been delivered to one or more recipients\nGiving up on 192.0.2.153.`,
    ),
    expected: bounceOf([["ana@x.example"], "5.1.1", "550 5.1.1 It has not been delivered to one or more recipients"]),
  },
];
