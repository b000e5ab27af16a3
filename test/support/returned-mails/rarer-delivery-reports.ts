import { bounceOf, nothing, type ReturnedMailCase, reportMail } from "./mail-source.ts";

const MTA = "Reporting-MTA: dns; mx.example\n\n";
const failedFor = (field: string): string => `${MTA}${field}\nAction: failed\nStatus: 5.1.1`;
const base64 = (text: string): string => Buffer.from(text).toString("base64").replaceAll(/.{76}/g, "$&\n");

/** Reports of other servers, with addresses beyond ASCII, and with the mistakes that are made. */
export const RARER_DELIVERY_REPORTS: readonly ReturnedMailCase[] = [
  {
    name: "PowerMTA: a comment behind the status",
    raw: reportMail({
      fields:
        "Reporting-MTA: dns;pmta.example (192.0.2.7)\n\nOriginal-Recipient: rfc822;ana@x.example\nFinal-Recipient: rfc822;ana@x.example\nAction: failed\nStatus: 5.1.1 (bad destination mailbox address)\nRemote-MTA: dns;mx.x.example (192.0.2.8)\nDiagnostic-Code: smtp;550 5.1.1 unknown\nX-PowerMTA-BounceCategory: bad-mailbox",
    }),
    expected: bounceOf([["ana@x.example"], "5.1.1", "550 5.1.1 unknown"]),
  },
  {
    name: "Amazon SES: its own words before the server's",
    raw: reportMail({
      header: "Return-Path: <>\nFrom: MAILER-DAEMON@email-bounces.ses.example",
      fields: `${MTA}Final-Recipient: rfc822;ana@x.example\nAction: failed\nStatus: 5.0.0 (permanent failure)\nDiagnostic-Code: smtp; 5.1.0 - Unknown address error 550-'5.7.1 Access denied' (delivery attempts: 0)`,
    }),
    expected: bounceOf([
      ["ana@x.example"],
      "5.7.1",
      "5.1.0 - Unknown address error 550-'5.7.1 Access denied' (delivery attempts: 0)",
    ]),
  },
  {
    name: "Oracle Messaging Server: lower-case names, a comment behind the status",
    raw: reportMail({
      fields:
        "Reporting-MTA: dns;ims.example (tcp-daemon)\n\nOriginal-recipient: rfc822;ana@x.example\nFinal-recipient: rfc822;ana@ims-daemon\nAction: failed\nStatus: 5.1.1 (unknown or illegal alias)",
    }),
    expected: bounceOf([["ana@x.example", "ana@ims-daemon"], "5.1.1"]),
  },
  {
    name: "Domino: a diagnostic code of its own type",
    raw: reportMail({
      fields:
        "Reporting-MTA: dns;notes.example\n\nFinal-Recipient: rfc822;ana@x.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: X-Notes; User ana not listed in public Name & Address Book",
    }),
    expected: bounceOf([["ana@x.example"], "5.1.1", "User ana not listed in public Name & Address Book"]),
  },
  {
    name: "OpenSMTPD: neither words nor a precise status",
    raw: reportMail({
      fields: `${MTA}Final-Recipient: rfc822; ana@x.example\nAction: failed\nStatus: 5.0.0\n\nFinal-Recipient: rfc822; bo@x.example\nAction: failed\nStatus: 5.0.0`,
    }),
    expected: bounceOf([["ana@x.example"], "5.0.0"], [["bo@x.example"], "5.0.0"]),
  },
  {
    name: "MDaemon: the address in angle brackets",
    raw: reportMail({ fields: failedFor("Final-Recipient: rfc822;<ana@x.example>") }),
    expected: bounceOf([["ana@x.example"], "5.1.1"]),
  },
  {
    name: "a report about a mailbox's program, which the text names by its address",
    raw: reportMail({
      text: '   ----- The following addresses had permanent fatal errors -----\n"|/usr/bin/filter"\n    (reason: 255)\n    (expanded from: <ana@x.example>)',
      fields: `${MTA}Final-Recipient: X-Unix; |/usr/bin/filter\nAction: failed\nStatus: 5.3.0\nDiagnostic-Code: X-Unix; 255`,
    }),
    expected: bounceOf([["ana@x.example"], "5.3.0", "255"]),
  },
  {
    name: "RFC 6533: an address beyond ASCII, in UTF-8",
    raw: reportMail({
      type: "message/global-delivery-status",
      fields: failedFor("Original-Recipient: utf-8;josé@correo.example\nFinal-Recipient: utf-8;josé@correo.example"),
    }),
    expected: bounceOf([["josé@correo.example"], "5.1.1"]),
  },
  {
    name: "RFC 6533: an address beyond ASCII, written in ASCII",
    raw: reportMail({ fields: failedFor("Final-Recipient: utf-8; jos\\x{E9}\\x{2B}news@correo.example") }),
    expected: bounceOf([["josé+news@correo.example"], "5.1.1"]),
  },
  {
    name: "an original recipient that is still in xtext",
    raw: reportMail({ fields: failedFor("Original-Recipient: rfc822;ana+2Bnews@x.example") }),
    expected: bounceOf([["ana+2Bnews@x.example", "ana+news@x.example"], "5.1.1"]),
  },
  {
    name: "a hidden recipient, whom the header names",
    raw: reportMail({
      header: "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example\nX-Failed-Recipients: ana@x.example",
      fields: failedFor("Final-Recipient: rfc822; undisclosed"),
    }),
    expected: bounceOf([["ana@x.example"], "5.1.1"]),
  },
  {
    name: "a recipient that nothing names",
    raw: reportMail({ fields: failedFor("Final-Recipient: rfc822; undisclosed") }),
    expected: bounceOf([[], "5.1.1"]),
  },
  {
    name: "a success: delivered, relayed and expanded",
    raw: reportMail({
      fields: `${MTA}Final-Recipient: rfc822; ana@x.example\nAction: delivered\nStatus: 2.1.5\n\nFinal-Recipient: rfc822; bo@x.example\nAction: relayed\nStatus: 2.1.9\n\nFinal-Recipient: rfc822; all@x.example\nAction: expanded\nStatus: 2.1.5`,
    }),
    expected: nothing,
  },
  {
    name: "a report in base64",
    raw: reportMail({
      type: "message/delivery-status\nContent-Transfer-Encoding: base64",
      fields: base64(failedFor("Final-Recipient: rfc822; ana@x.example")),
    }),
    expected: bounceOf([["ana@x.example"], "5.1.1"]),
  },
  {
    name: "recipients without an empty line between them",
    raw: reportMail({
      fields:
        "Reporting-MTA: dns; mx.example\nFinal-Recipient: rfc822; ana@x.example\nAction: failed\nStatus: 5.1.1\nFinal-Recipient: rfc822; bo@x.example\nAction: delayed\nStatus: 4.2.2",
    }),
    expected: bounceOf([["ana@x.example"], "5.1.1"]),
  },
  {
    name: "a failure without a status, whose words have one",
    raw: reportMail({
      fields: `${MTA}Final-Recipient: rfc822; ana@x.example\nAction: failed (given up)\nDiagnostic-Code: smtp; 550 5.1.1 unknown`,
    }),
    expected: bounceOf([["ana@x.example"], "5.1.1", "550 5.1.1 unknown"]),
  },
  {
    name: "a status that is none",
    raw: reportMail({
      fields: `${MTA}Final-Recipient: rfc822;ana@x.example\nAction: failure\nStatus: 553 Exceeded maximum inbound message size`,
    }),
    expected: bounceOf([["ana@x.example"]]),
  },
  {
    name: "a report that a gateway made a mail of mixed parts",
    raw: reportMail({ kind: "mixed", fields: failedFor("Final-Recipient: rfc822; ana@x.example") }),
    expected: bounceOf([["ana@x.example"], "5.1.1"]),
  },
  {
    name: "a person who passes a report on",
    raw: reportMail({
      kind: "mixed",
      header: "Return-Path: <bo@y.example>\nFrom: Bo <bo@y.example>",
      text: "Look what I got.",
      fields: failedFor("Final-Recipient: rfc822; ana@x.example"),
    }),
    expected: "not_understood",
  },
  {
    name: "a receipt of a reader",
    raw: reportMail({
      type: "message/disposition-notification",
      header: "From: Ana <ana@x.example>",
      fields:
        "Reporting-UA: mail.x.example\nFinal-Recipient: rfc822;ana@x.example\nDisposition: manual-action/MDN-sent-manually; displayed",
    }),
    expected: "not_understood",
  },
];
