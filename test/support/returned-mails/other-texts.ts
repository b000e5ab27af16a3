import { bounceOf, nothing, type ReturnedMailCase, textMail } from "./mail-source.ts";

const POSTMASTER = "From: System Administrator <postmaster@x.example>";
const GMAIL = "Return-Path: <>\nFrom: Mail Delivery Subsystem <mailer-daemon@googlemail.example>";
/** Exchange Online explains at length before it says what happened. */
const ADVICE = "Send the message again, after you have deleted and retyped the entire recipient address.\n".repeat(25);
const QMAIL =
  "Hi. This is the qmail-send program at mx.example.\n\n<ana@x.example>:\nSorry, no mailbox here by that name. (#5.1.1)";

/** Texts of Exchange and Gmail, and texts that no server wrote. */
export const OTHER_TEXTS: readonly ReturnedMailCase[] = [
  ...[
    [
      "Gmail: blocked",
      "** Message blocked **\n\nYour message to ana@x.example has been blocked. See technical details below for more information.",
    ],
    [
      "Gmail: another server refused it",
      "** Message not delivered **\n\nThere was a problem delivering your message to ana@x.example. See the technical details below.",
    ],
    [
      "Gmail: inbox full",
      "** Recipient inbox full **\n\nYour message couldn't be delivered to ana@x.example. Their inbox is full, or it's getting too much mail right now.",
    ],
  ].map(([name = "", text = ""]) => ({
    name,
    raw: textMail(`${text}\n\nThe response from the remote server was:\n\n550 5.7.1 Message refused\n`, GMAIL),
    expected: bounceOf([["ana@x.example"], "5.7.1", "550 5.7.1 Message refused"]),
  })),
  {
    name: "Exchange 5.5: name and date",
    raw: textMail(
      "Your message\n\n  To:      ana@x.example\n  Subject: Your order\n  Sent:    Sun, 22 Nov 2026 10:00:00 -0000\n\ndid not reach the following recipient(s):\n\nana@x.example on Sun, 22 Nov 2026 10:00:01 -0000\n    The recipient name is not recognized\n\tThe MTS-ID of the original message is: c=us;a= ;p=x;l=EX1\n\tMSEXCH:IMS:X:MAIL:EX1 0 (000C05A6) Unknown Recipient\n",
      POSTMASTER,
    ),
    expected: bounceOf([["ana@x.example"], undefined, "The recipient name is not recognized"]),
  },
  {
    name: "Exchange 2000: an X.400 address with the mailbox in it",
    raw: textMail(
      "Your message\n\n  Subject: Your order\n\ndid not reach the following recipient(s):\n\nc=US;a= ;p=X;o=MAIL;dda:SMTP=ana@x.example; on Sun, 22 Nov 2026 10:00:01\n-0400\n    The e-mail address could not be found.\n    <ex1.x.example #5.1.1>\n",
      POSTMASTER,
    ),
    expected: bounceOf([["ana@x.example"], "5.1.1", "The e-mail address could not be found."]),
  },
  {
    name: "Exchange 2003: the words of another server",
    raw: textMail(
      "Your message\n\n  Subject: Your order\n\ndid not reach the following recipient(s):\n\nana@x.example on 11/22/2026 10:00 AM\n    The e-mail system was unable to deliver the message, but did not report a\nspecific reason.\n    <ex1.x.example #5.5.0 smtp;550 5.1.1 <ana@x.example>... User unknown>\n",
      POSTMASTER,
    ),
    expected: bounceOf([["ana@x.example"], "5.1.1", "550 5.1.1 <ana@x.example>... User unknown"]),
  },
  {
    name: "Exchange 4: could not be reached",
    raw: textMail(
      "Your message did not reach some or all of the intended recipients.\n\n      Subject:\tYour order\n\nThe following recipient(s) could not be reached:\n\n      ana@x.example on 11/22/26 11:34:45 PM\n            Recipient Not Found\n",
      POSTMASTER,
    ),
    expected: bounceOf([["ana@x.example"], undefined, "Recipient Not Found"]),
  },
  {
    name: "Exchange 2007: named for people, then for administrators",
    raw: textMail(
      "Delivery has failed to these recipients or distribution lists:\n\nAna<mailto:ana@x.example>\nThe recipient's e-mail address was not found.\n\n________________________________\nSent by Microsoft Exchange Server 2007\n\nDiagnostic information for administrators:\n\nGenerating server: ex1.x.example\n\nana@x.example\n#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##\n\nOriginal message headers:\n\nTo: Copy <copy@x.example>\n",
      POSTMASTER,
    ),
    expected: bounceOf([["ana@x.example"], "5.1.1", "550 5.1.1 RESOLVER.ADR.RecipNotFound; not found"]),
  },
  {
    name: "Exchange 2010: the words of another server",
    raw: textMail(
      "Delivery has failed to these recipients or groups:\n\nana@x.example<mailto:ana@x.example>\nThere's a problem with the recipient's mailbox.\n\nDiagnostic information for administrators:\n\nana@x.example\nmx.x.example\nRemote Server returned '550 5.2.1 mailbox disabled'\n",
      POSTMASTER,
    ),
    expected: bounceOf([["ana@x.example"], "5.2.1", "550 5.2.1 mailbox disabled"]),
  },
  ...[
    [
      "Exchange 2007: the words of another server",
      "mx.x.example #<mx.x.example #5.1.1 smtp;550 5.1.1 <ana@x.example>... User's gone> #SMTP#",
    ],
    [
      "Exchange 2016: the words of another server, with the time",
      "11/22/2026 10:00:01 AM - Remote Server at mx.x.example (192.0.2.4) returned '550 5.1.1 <ana@x.example>... User's gone'",
    ],
  ].map(([name = "", text = ""]) => ({
    name,
    raw: textMail(
      `Delivery has failed to these recipients or groups:\n\nAna<mailto:ana@x.example>\nIt was not found.\n\nDiagnostic information for administrators:\n\nGenerating server: ex1.x.example\n\nana@x.example\n${text}\n\nOriginal message headers:\n\nTo: copy@x.example\n`,
      POSTMASTER,
    ),
    expected: bounceOf([["ana@x.example"], "5.1.1", "550 5.1.1 <ana@x.example>... User's gone"]),
  })),
  ...[
    [
      "Exchange Online: no such recipient",
      "Error Details\nReported error:\t550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ana@x.example not found by SMTP address lookup\nDSN generated by:\tEX1.PROD.X.EXAMPLE\n",
      "5.1.10",
      "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ana@x.example not found by SMTP address lookup",
    ],
    [
      "Exchange Online: rejected by another server",
      "Error Details\nError:\t550 5.4.1 Recipient address rejected: Access denied\nMessage rejected by:\tmx.x.example\n\nNotification Details\nSent by:\tEX1.PROD.X.EXAMPLE\n",
      "5.4.1",
      "550 5.4.1 Recipient address rejected: Access denied",
    ],
    ["Exchange Online: no details but a code", "", "5.1.10", "550 5.1.10"],
  ].map(([name = "", details = "", status = "", response = ""]) => ({
    name,
    raw: textMail(
      `Your message to ana@x.example couldn't be delivered.\n\nana wasn't found at x.example.\n\nshop\tOffice 365\tana\nAction Required\t\tRecipient\nUnknown To address\n\nHow to Fix It\nThe address may be misspelled or may not exist. Try one or more of the following:\n\n${ADVICE}\nWas this helpful? Send feedback to Microsoft.\n________________________________\n\nMore Info for Email Admins\nStatus code: 550 5.1.10\n\n${ADVICE}\nOriginal Message Details\nCreated Date:\t11/22/2026 10:00:00 AM\nSender Address:\tb@bounce.example\nRecipient Address:\tana@x.example\nSubject:\tYour order\n\n${details}\nMessage Hops\n1\t11/22/2026\tmail.sender.example\tSMTP 4.4.7\n\nOriginal Message Headers\n\nARC-Seal: i=1; a=rsa-sha256\nTo: copy@x.example\n`,
      POSTMASTER,
    ),
    expected: bounceOf([["ana@x.example"], status, response]),
  })),
  {
    name: "Gmail: failed permanently",
    raw: textMail(
      "Delivery to the following recipient failed permanently:\n\n     ana@x.example\n\nTechnical details of permanent failure: \nGoogle tried to deliver your message, but it was rejected by the recipient domain. The error that the other server returned was: 550 550 5.1.1 <ana@x.example>: unknown (state 14).\n\n----- Original message -----\n\nTo: copy@x.example\n",
      `${GMAIL}\nX-Failed-Recipients: ana@x.example`,
    ),
    expected: bounceOf([["ana@x.example"], "5.1.1", "550 5.1.1 <ana@x.example>: unknown"]),
  },
  {
    name: "Gmail: a response of many lines, with advice around it",
    raw: textMail(
      "Delivery to the following recipient failed permanently:\n\n    ana@x.example\n\nTechnical details of permanent failure:\nPERM_FAILURE: Gmail tried to deliver your message, but it was rejected by the recipient domain. The error that the other server returned was: 550 550-5.1.1 This user does not exist.\n550-5.1.1 Learn more at\n550 5.1.1 http://mail.x.example/help. We recommend contacting the other email provider for further information about the cause of this error. Thanks for your continued support. (state 14)\n\n----- Original message -----\n",
      GMAIL,
    ),
    expected: bounceOf([
      ["ana@x.example"],
      "5.1.1",
      "550-5.1.1 This user does not exist. 550-5.1.1 Learn more at 550 5.1.1 http://mail.x.example/help",
    ]),
  },
  {
    name: "Gmail: a domain that does not exist",
    raw: textMail(
      "** Address not found **\n\nYour message wasn't delivered to ana@x.example because the domain x.example couldn't be found.\n\nLEARN MORE\n\nThe response was:\n\nDNS Error: DNS type 'mx' lookup of x.example responded with code NXDOMAIN\n",
      GMAIL,
    ),
    expected: bounceOf([
      ["ana@x.example"],
      undefined,
      "DNS Error: DNS type 'mx' lookup of x.example responded with code NXDOMAIN",
    ]),
  },
  {
    name: "Gmail: address not found",
    raw: textMail(
      "** Address not found **\n\nYour message wasn't delivered to ana@x.example because the address couldn't be found, or is unable to receive mail.\n\nThe response from the remote server was:\n550 5.1.1 unknown\n",
      GMAIL,
    ),
    expected: bounceOf([["ana@x.example"], "5.1.1", "550 5.1.1 unknown"]),
  },
  {
    name: "Gmail: delayed",
    raw: textMail(
      "This is an automatically generated Delivery Status Notification\n\nTHIS IS A WARNING MESSAGE ONLY.\n\nDelivery to the following recipient has been delayed:\n\n     ana@x.example\n\nMessage will be retried for 2 more day(s)\n",
      `${GMAIL}\nX-Failed-Recipients: ana@x.example`,
    ),
    expected: nothing,
  },
  {
    name: "a text in HTML alone",
    raw: textMail(
      "<html><body><p>Delivery has failed to these recipients or groups:</p><p><a href='mailto:ana@x.example'>ana@x.example</a></p><p>#550 5.1.1 not found ##</p></body></html>",
      POSTMASTER,
    ).replace("text/plain", "text/html"),
    expected: bounceOf([["ana@x.example"], "5.1.1", "550 5.1.1 not found"]),
  },
  {
    name: "a person who quotes a server",
    raw: textMail(`Please stop writing to me.\n\n> ${QMAIL.replaceAll("\n", "\n> ")}`, "From: Bo <bo@y.example>"),
    expected: "not_understood",
  },
  {
    name: "a person who copies a server's text",
    raw: textMail(QMAIL, "Return-Path: <bo@y.example>\nFrom: Bo <bo@y.example>"),
    expected: "not_understood",
  },
  {
    name: "a postmaster who writes and quotes",
    raw: textMail(`Hello, you sent us this:\n\n> ${QMAIL.replaceAll("\n", "\n> ")}`, POSTMASTER),
    expected: "not_understood",
  },
  {
    name: "an absence note with an empty sender that copies a server's text",
    raw: textMail(QMAIL, "Return-Path: <>\nFrom: Ana <ana@x.example>\nAuto-Submitted: auto-replied"),
    expected: "not_understood",
  },
  {
    name: "a note of the vacation program",
    raw: textMail(
      "I am away until Monday.",
      "Return-Path: <>\nFrom: Ana <ana@x.example>\nAuto-Submitted: auto-replied (vacation)",
    ),
    expected: "not_understood",
  },
  {
    name: "an automatic reply of Exchange",
    raw: textMail(
      "I am out of the office.",
      "Return-Path: <>\nFrom: Ana <ana@x.example>\nX-Auto-Response-Suppress: All",
    ),
    expected: "not_understood",
  },
  {
    name: "a mail that asks to be unsubscribed",
    raw: textMail("Apple Mail sent this email to unsubscribe.", "From: ana@x.example\nAuto-Submitted: auto-replied"),
    expected: "not_understood",
  },
];
