import { bounceOf, nothing, type ReturnedMailCase, reportMail } from "./mail-source.ts";

const MTA = "Reporting-MTA: dns; mx.example\nArrival-Date: Sun, 22 Nov 2026 10:00:00 +0000\n\n";

/** Reports of RFC 3464, as the mail servers in use write them. */
export const DELIVERY_REPORTS: readonly ReturnedMailCase[] = [
  {
    name: "Postfix: the address does not exist",
    raw: reportMail({
      text: "This is the mail system at host mx.example.\n\n<ana@x.example>: host mx.x.example[192.0.2.4] said: 550 5.1.1\n    <ana@x.example>: unknown (in reply to RCPT TO command)",
      fields: `${MTA}Final-Recipient: rfc822; ana@x.example\nOriginal-Recipient: rfc822;ana@x.example\nAction: failed\nStatus: 5.1.1\nRemote-MTA: dns; mx.x.example\nDiagnostic-Code: smtp; 550 5.1.1 <ana@x.example>: Recipient address\n    rejected: unknown in virtual alias table`,
    }),
    expected: bounceOf([
      ["ana@x.example"],
      "5.1.1",
      "550 5.1.1 <ana@x.example>: Recipient address rejected: unknown in virtual alias table",
    ]),
  },
  {
    name: "Postfix: delayed",
    raw: reportMail({
      text: "This is the mail system at host mx.example.\n\n# THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE. #\n\n<ana@x.example>: connect to mx.x.example[192.0.2.4]:25: Connection timed out",
      fields: `${MTA}Final-Recipient: rfc822; ana@x.example\nAction: delayed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connect to mx.x.example[192.0.2.4]:25: Connection timed out\nWill-Retry-Until: Fri, 27 Nov 2026 10:00:00 +0000`,
    }),
    expected: nothing,
  },
  {
    name: "Postfix: given up after days without a connection",
    raw: reportMail({
      fields: `${MTA}Final-Recipient: rfc822; ana@x.example\nAction: failed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connect to mx.x.example[192.0.2.4]:25: Connection timed out`,
    }),
    expected: bounceOf([["ana@x.example"], "4.4.1", "connect to mx.x.example[192.0.2.4]:25: Connection timed out"]),
  },
  {
    name: "Postfix: an alias whose target is unknown",
    raw: reportMail({
      text: "This is the mail system at host mx.example.\n\n<target@far.example> (expanded from <alias@x.example>): host far.example[192.0.2.9]\n    said: 550 5.1.1 unknown (in reply to RCPT TO command)",
      fields: `${MTA}Final-Recipient: rfc822; target@far.example\nOriginal-Recipient: rfc822;alias@x.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 unknown`,
    }),
    expected: bounceOf([["alias@x.example", "target@far.example"], "5.1.1", "550 5.1.1 unknown"]),
  },
  {
    name: "Postfix: two recipients of three failed",
    raw: reportMail({
      fields: `${MTA}Final-Recipient: rfc822; ana@x.example\nAction: failed\nStatus: 5.2.1\nDiagnostic-Code: smtp; 550 5.2.1 disabled\n\nFinal-Recipient: rfc822; bo@x.example\nAction: delivered\nStatus: 2.1.5\n\nFinal-Recipient: rfc822; cy@x.example\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 mailbox full`,
    }),
    expected: bounceOf(
      [["ana@x.example"], "5.2.1", "550 5.2.1 disabled"],
      [["cy@x.example"], "5.2.2", "552 5.2.2 mailbox full"],
    ),
  },
  {
    name: "sendmail: the address does not exist",
    raw: reportMail({
      header:
        "Return-Path: <MAILER-DAEMON@mx.example>\nFrom: Mail Delivery Subsystem <MAILER-DAEMON@mx.example>\nAuto-Submitted: auto-generated (failure)",
      text: "   ----- The following addresses had permanent fatal errors -----\n<ana@x.example>\n    (reason: 550 5.1.1 <ana@x.example>... User unknown)",
      fields: `${MTA}Final-Recipient: RFC822; ana@x.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: SMTP; 550 5.1.1 <ana@x.example>... User unknown\nLast-Attempt-Date: Sun, 22 Nov 2026 10:00:01 +0000`,
    }),
    expected: bounceOf([["ana@x.example"], "5.1.1", "550 5.1.1 <ana@x.example>... User unknown"]),
  },
  {
    name: "sendmail: a warning after four hours",
    raw: reportMail({
      header:
        "From: Mail Delivery Subsystem <MAILER-DAEMON@mx.example>\nAuto-Submitted: auto-generated (warning-timeout)",
      text: "    **      THIS IS A WARNING MESSAGE ONLY      **",
      fields: `${MTA}Final-Recipient: RFC822; ana@x.example\nAction: delayed\nStatus: 4.2.0`,
    }),
    expected: nothing,
  },
  {
    name: "Exim: its own status says less than the server",
    raw: reportMail({
      header:
        "Return-path: <>\nX-Failed-Recipients: ana@x.example\nAuto-Submitted: auto-replied\nFrom: Mail Delivery System <Mailer-Daemon@mx.example>",
      fields:
        "Reporting-MTA: dns; mx.example\n\nAction: failed\nFinal-Recipient: rfc822;ana@x.example\nStatus: 5.0.0\nRemote-MTA: dns; mx.x.example\nDiagnostic-Code: smtp; 550-5.1.1 No such account.\n 550 5.1.1 Ask postmaster",
    }),
    expected: bounceOf([["ana@x.example"], "5.1.1", "550-5.1.1 No such account. 550 5.1.1 Ask postmaster"]),
  },
  {
    name: "Exim: blocked by policy behind a general status",
    raw: reportMail({
      fields:
        "Reporting-MTA: dns; mx.example\n\nAction: failed\nFinal-Recipient: rfc822;ana@x.example\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 5.7.1 Blocked",
    }),
    expected: bounceOf([["ana@x.example"], "5.7.1", "550 5.7.1 Blocked"]),
  },
  {
    name: "Office 365: no such recipient",
    raw: reportMail({
      header:
        'Return-Path: <>\nFrom: "Microsoft Outlook" <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@x.example>\nAuto-Submitted: auto-replied',
      text: "Your message to ana@x.example couldn't be delivered.",
      fields:
        "Reporting-MTA: dns;PR01.prod.example\nReceived-From-MTA: dns;mail.sender.example\nArrival-Date: Sun, 22 Nov 2026 10:00:00 +0000\n\nFinal-Recipient: rfc822;ana@x.example\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    }),
    expected: bounceOf([
      ["ana@x.example"],
      "5.1.10",
      "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    ]),
  },
  {
    name: "Exchange: a full mailbox, display name in the report",
    raw: reportMail({
      header: "Return-Path: <>\nFrom: <postmaster@x.example>",
      fields:
        "Reporting-MTA: dns;ex1.x.example\n\nFinal-Recipient: rfc822;ana@x.example\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp;554 5.2.2 mailbox full\nX-Display-Name: Ana",
    }),
    expected: bounceOf([["ana@x.example"], "5.2.2", "554 5.2.2 mailbox full"]),
  },
  {
    name: "Outlook.com: mailbox unavailable",
    raw: reportMail({
      header: "Return-Path: <>\nFrom: postmaster@outlook.example",
      fields:
        "Reporting-MTA: dns;snt0.outlook.example\n\nFinal-Recipient: rfc822;ana@hotmail.example\nAction: failed\nStatus: 5.5.0\nDiagnostic-Code: smtp;550 Requested action not taken: mailbox unavailable (-2019901852:4030:-2147467259)",
    }),
    expected: bounceOf([
      ["ana@hotmail.example"],
      "5.5.0",
      "550 Requested action not taken: mailbox unavailable (-2019901852:4030:-2147467259)",
    ]),
  },
  {
    name: "Gmail: no such account, in many lines",
    raw: reportMail({
      header:
        "Return-Path: <>\nFrom: Mail Delivery Subsystem <mailer-daemon@googlemail.example>\nX-Failed-Recipients: ana@gmail.example\nAuto-Submitted: auto-replied",
      text: "** Address not found **\n\nYour message wasn't delivered to ana@gmail.example because the address couldn't be found.",
      fields:
        "Reporting-MTA: dns; googlemail.example\nX-Original-Message-ID: <7f1c@herald.example>\n\nFinal-Recipient: rfc822; ana@gmail.example\nAction: failed\nStatus: 5.1.1\nRemote-MTA: dns; gmail-smtp-in.l.example. (192.0.2.26, the server for the domain gmail.example.)\nDiagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.\n 550 5.1.1 d2-gsmtp\nLast-Attempt-Date: Sun, 22 Nov 2026 02:00:00 -0800 (PST)",
    }),
    expected: bounceOf([
      ["ana@gmail.example"],
      "5.1.1",
      "550-5.1.1 The email account that you tried to reach does not exist. 550 5.1.1 d2-gsmtp",
    ]),
  },
  {
    name: "Gmail: a delay that lists whom it has not reached",
    raw: reportMail({
      header:
        "Return-Path: <>\nFrom: Mail Delivery Subsystem <mailer-daemon@googlemail.example>\nX-Failed-Recipients: ana@x.example",
      text: "** Delivery incomplete **\n\nThere was a temporary problem delivering your message to ana@x.example.",
      fields: `${MTA}Final-Recipient: rfc822; ana@x.example\nAction: delayed\nStatus: 4.4.1`,
    }),
    expected: nothing,
  },
];
