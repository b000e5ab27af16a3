import { describe, expect, it } from "vitest";
import { notificationRequest } from "../../../../shared/channels/contract/notification-request.ts";
import type { EmailRequest } from "../../../../shared/email/contract/email-request.ts";
import { shapeMessages } from "../../../support/shape-problems.ts";

const BODY = { channel: "email", recipient: "anna@example.org", subject: "Hello", body: "<p>Hi</p>" };
const HTML = { ...BODY, body_type: "html" };
const FILE = { filename: "a.pdf", content: "aGk=" };

const problemsOf = (fields: object): readonly string[] => shapeMessages(notificationRequest, { ...BODY, ...fields });
const emailOf = (fields: object) => notificationRequest.parse({ ...BODY, ...fields }) as EmailRequest;

describe("attachments (D43)", () => {
  it("reads a file of the request and one that was uploaded", () => {
    const id = crypto.randomUUID();
    const files = [{ ...FILE, content_type: "application/pdf", content_id: "a" }, { attachment_id: id }];
    expect(emailOf({ attachments: files }).attachments).toEqual([
      { filename: "a.pdf", base64: "aGk=", sizeBytes: 2, contentType: "application/pdf", contentId: "a" },
      { filename: undefined, uploadId: id, contentType: undefined, contentId: undefined },
    ]);
  });

  it.each([
    [{ filename: "a.pdf" }, "attachments.1 must have exactly one of content and attachment_id"],
    [{ ...FILE, attachment_id: "x" }, "attachments.1 must have exactly one of content and attachment_id"],
    [{ content: "aGk=" }, "attachments.1.filename is required beside content"],
    [{ ...FILE, content: "aGk" }, "attachments.1.content must be base64"],
    [{ ...FILE, content: "aGl=" }, "attachments.1.content must be base64"],
    [{ ...FILE, content: "aG k=" }, "attachments.1.content must be base64"],
    [{ ...FILE, content: "a-_=" }, "attachments.1.content must be base64"],
    [{ ...FILE, content: "aGk=\n" }, "attachments.1.content must be base64"],
    [{ ...FILE, content: 7 }, "attachments.1.content must be a string"],
    [{ ...FILE, filename: "" }, "attachments.1.filename must not be empty"],
    [
      { ...FILE, filename: "a\r\nBcc: x@x.test" },
      "attachments.1.filename must not contain line breaks or control characters",
    ],
    [{ ...FILE, filename: "a\u0000" }, "attachments.1.filename must not contain line breaks or control characters"],
    [{ ...FILE, filename: "../a" }, "attachments.1.filename must be a plain file name, without a path"],
    [{ ...FILE, filename: "C:\\a" }, "attachments.1.filename must be a plain file name, without a path"],
    [{ ...FILE, filename: ".." }, "attachments.1.filename must be a plain file name, without a path"],
    [{ ...FILE, filename: "漢".repeat(86) }, "attachments.1.filename must have at most 255 bytes"],
    [{ ...FILE, content_type: "pdf" }, "attachments.1.content_type must be a media type, such as application/pdf"],
    [
      { ...FILE, content_type: "text/plain\r\nX: y" },
      "attachments.1.content_type must be a media type, such as application/pdf",
    ],
    [
      { ...FILE, content_type: "multipart/mixed" },
      "attachments.1.content_type must be a media type, such as application/pdf",
    ],
    [
      { ...FILE, content_type: "a/b; name=c" },
      "attachments.1.content_type must be a media type, such as application/pdf",
    ],
    [
      { ...FILE, content_id: "<a>" },
      "attachments.1.content_id must be letters, digits and marks, without angle brackets or spaces",
    ],
    ["a", "attachments.1 must be an object"],
    [{ ...FILE, path: "/etc/passwd" }, 'unknown field "path"'],
  ])("refuses %j, and says which of them it is", (file, message) => {
    expect(problemsOf({ attachments: [FILE, file] })).toContain(message);
  });

  it("takes names in any script and types with parameters", () => {
    const names = ["Übersicht 漢字.pdf", "تقرير.pdf", "👩‍👩‍👧 \"x\" 'y'.txt", "a".repeat(255)];
    for (const filename of names) expect(problemsOf({ attachments: [{ ...FILE, filename }] })).toEqual([]);
    const types = ["text/calendar; method=REQUEST", 'text/csv; charset="utf-8"', "application/vnd.api+json"];
    for (const type of types) expect(problemsOf({ attachments: [{ ...FILE, content_type: type }] })).toEqual([]);
  });

  it("takes twenty, and each content id once", () => {
    const files = (count: number) => Array.from({ length: count }, () => FILE);
    expect(problemsOf({ attachments: files(20) })).toEqual([]);
    expect(problemsOf({ attachments: files(21) })).toEqual(["attachments must be at most 20"]);
    const twice = [FILE, FILE].map((file) => ({ ...file, content_id: "a" }));
    expect(problemsOf({ attachments: twice })).toEqual(["attachments.1.content_id is given twice"]);
  });
});

describe("headers (D43)", () => {
  it.each([
    "X-Order",
    "x-a",
    "List-Id",
    "LIST-POST",
    "In-Reply-To",
    "references",
    "Auto-Submitted",
    "Precedence",
    "Importance",
  ])("takes %s as it is written", (name) => {
    expect(emailOf({ headers: { [name]: "Grüße" } }).headers).toEqual({ [name]: "Grüße" });
  });

  it.each([
    ..."Subject From To Cc Bcc Sender Reply-To Date Message-ID MIME-Version Content-Type Return-Path Received DKIM-Signature".split(
      " ",
    ),
    ..."List-Unsubscribe list-unsubscribe-post X- X List- __proto__ constructor".split(" "),
    ...["X-a b", "X-a:", "X-ä", "X-a\r\nBcc", ""],
  ])("refuses %j", (name) => {
    const headers = Object.fromEntries([[name, "x"]]);
    expect(problemsOf({ headers })).toEqual([expect.stringMatching(/^headers may only be X-\*/)]);
  });

  it.each([
    [{ "X-a": "b\r\nBcc: x@x.test" }, "headers.X-a must not contain line breaks or control characters"],
    [{ "X-a": "\u0000" }, "headers.X-a must not contain line breaks or control characters"],
    [{ "X-a": " " }, "headers.X-a must not be empty"],
    [{ "X-a": "x".repeat(996) }, "headers.X-a must have at most 998 bytes, name and value together"],
    [{ "X-a": "ü".repeat(498) }, "headers.X-a must have at most 998 bytes, name and value together"],
    [{ "X-a": "1", "x-A": "2" }, "headers.x-A is given twice"],
    [{ "X-a": 1 }, "headers must be an object of strings"],
    [[], "headers must be an object of strings"],
  ])("refuses %j", (headers, message) => {
    expect(problemsOf({ headers })).toContain(message);
  });

  it("takes twenty, and 998 bytes in each", () => {
    const headers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-${i}`, "y"]));
    expect(problemsOf({ headers: headers(20) })).toEqual([]);
    expect(problemsOf({ headers: headers(21) })).toEqual(["headers must be at most 20"]);
    expect(problemsOf({ headers: { "X-a": "x".repeat(995) } })).toEqual([]);
  });
});

describe("reply_to (D43)", () => {
  it.each([
    ["a@x.test", ["a@x.test"]],
    [
      [" a@x.test ", "B@x.test", "A@X.test"],
      ["a@x.test", "B@x.test"],
    ],
  ])("takes %j", (given, read) => {
    expect(emailOf({ reply_to: given }).replyTo).toEqual(read);
  });

  it.each(["", "Anna <a@x.test>", "a", ["a@x.test", "b"], ["a@x.test\r\nBcc: b@x.test"]])("refuses %j", (given) => {
    expect(problemsOf({ reply_to: given })).toEqual(["reply_to must be a valid email address"]);
  });

  it.each([[[]], [Array.from({ length: 6 }, (_, i) => `a${i}@x.test`)], [7], [[7]], [null]])("refuses %j", (given) => {
    expect(problemsOf({ reply_to: given })).toEqual(["reply_to must be an address or a list of at most 5"]);
  });
});

describe("text (D44a)", () => {
  it("stands beside an html body", () => {
    expect(emailOf({ ...HTML, text: "Hi" }).text).toBe("Hi");
  });

  it.each([
    { text: "Hi" },
    { text: "Hi", body_type: "text" },
    { ...HTML, text: "Hi", template_id: crypto.randomUUID() },
    { text: "Hi", template_id: crypto.randomUUID() },
  ])("is refused beside anything else: %j", (fields) => {
    expect(problemsOf(fields)).toEqual(["text needs a body, with body_type html"]);
  });
});

describe("on chat (C2)", () => {
  it("none of them is used, and only their types count", () => {
    const chat = { channel: "chat", recipient: "+15551230001", chat: { type: "text", text: { body: "Hi" } } };
    const unused = { text: "x", reply_to: "nobody", headers: { Subject: "x\n" }, attachments: [1] };
    expect(notificationRequest.safeParse({ ...chat, ...unused }).success).toBe(true);
    for (const wrong of [{ text: 1 }, { reply_to: 1 }, { headers: { a: 1 } }, { attachments: {} }])
      expect(notificationRequest.safeParse({ ...chat, ...wrong }).success).toBe(false);
  });
});
