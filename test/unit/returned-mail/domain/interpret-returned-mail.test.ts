import { describe, expect, it } from "vitest";
import { interpretReturnedMail } from "../../../../shared/returned-mail/domain/interpret-returned-mail.ts";
import type { MailPart, ParsedMail } from "../../../../shared/returned-mail/domain/parsed-mail.ts";

const CAME_TO = ["b+one@bounce.example"];
const FROM_SERVER = { name: "from", value: "MAILER-DAEMON@mx.example" };
const EXIM = "This message was created automatically by mail delivery software.\n\n";

interface Mail {
  readonly failed?: string;
  readonly text?: string;
  readonly parts?: readonly MailPart[];
}

const interpret = ({ failed, text = "", parts = [] }: Mail) => {
  const headers = failed === undefined ? [FROM_SERVER] : [FROM_SERVER, { name: "x-failed-recipients", value: failed }];
  const mail: ParsedMail = { headers, text, parts };
  return interpretReturnedMail(mail, CAME_TO);
};
const addressesOf = (mail: Mail): readonly (readonly string[])[] | undefined => {
  const result = interpret(mail);
  return result !== "not_understood" && result.kind === "bounce"
    ? result.recipients.map((one) => one.addresses)
    : undefined;
};
const report = (text: string): MailPart[] => [{ type: "message/delivery-status", text }];
const feedback = (text: string): MailPart[] => [{ type: "message/feedback-report", text }];
const failedFor = (address: string): string => `Final-Recipient: rfc822; ${address}\nAction: failed\nStatus: 5.1.1\n\n`;

describe("the recipients of a delivery report", () => {
  it("get the names of header and text behind their own where there is one recipient", () => {
    const text = `${EXIM}  cy@x.example\n    unknown\n`;
    const parts = report(failedFor("ana@x.example"));
    expect(addressesOf({ failed: "bo@x.example", text, parts })).toEqual([
      ["ana@x.example", "bo@x.example", "cy@x.example"],
    ]);
  });

  it("get no names of a header or a text with several", () => {
    const text = `${EXIM}  cy@x.example\n    unknown\n\n  di@x.example\n    unknown\n`;
    const parts = report(failedFor("ana@x.example"));
    expect(addressesOf({ failed: "bo@x.example, ed@x.example", text, parts })).toEqual([["ana@x.example"]]);
  });

  it("get no names of a header where there are several recipients", () => {
    const parts = report(failedFor("ana@x.example") + failedFor("bo@x.example"));
    expect(addressesOf({ failed: "cy@x.example", parts })).toEqual([["ana@x.example"], ["bo@x.example"]]);
  });

  it("count as failed by their status where the action is missing", () => {
    const of = (status: string) => interpret({ parts: report(`Final-Recipient: rfc822; ana@x.example\n${status}`) });
    expect(of("Status: 5.1.1")).toMatchObject({ kind: "bounce", recipients: [{ status: "5.1.1" }] });
    expect(of("Status: 4.2.2")).toMatchObject({ kind: "nothing" });
    expect(of("X-Other: 5.1.1")).toMatchObject({ kind: "nothing" });
  });

  it("stand in parts of a report's type alone", () => {
    expect(interpret({ parts: [{ type: "text/x-status", text: failedFor("ana@x.example") }] })).toBe("not_understood");
  });

  it("are read from all reports of a mail", () => {
    const parts = [...report(failedFor("ana@x.example")), ...report(failedFor("bo@x.example"))];
    expect(addressesOf({ parts })).toEqual([["ana@x.example"], ["bo@x.example"]]);
  });

  it("have fields that are folded, and of which the first one counts", () => {
    const text =
      " Lost: fold\nFinal-Recipient:\n rfc822;\n\tana@x.example\nAction: failed\nStatus: 5.1.1\nStatus: 4.0.0\nno field\n \t\nFinal-Recipient: rfc822; bo@x.example\nAction: failed\n";
    expect(interpret({ parts: report(text) })).toMatchObject({
      recipients: [{ addresses: ["ana@x.example"], status: "5.1.1" }, { addresses: ["bo@x.example"] }],
    });
  });

  it("have a response that is cut to 1,000 characters", () => {
    const parts = report(`${failedFor("ana@x.example").trim()}\nDiagnostic-Code: smtp; 550 ${"long\n ".repeat(900)}`);
    const result = interpret({ parts });
    const [one] = result !== "not_understood" && result.kind === "bounce" ? result.recipients : [];
    expect(one?.response).toHaveLength(1000);
  });
});

describe("the recipients of a server's text", () => {
  const two = `${EXIM}  ana@x.example\n    unknown\n\n  bo@x.example\n    full\n`;

  it("are those of text and header together, each once", () => {
    expect(addressesOf({ failed: "ANA@x.example, cy@x.example", text: two })).toEqual([
      ["ana@x.example"],
      ["bo@x.example"],
      ["cy@x.example"],
    ]);
  });

  it("are those of the text where the header names one of them", () => {
    expect(addressesOf({ failed: "bo@x.example", text: two })).toEqual([["ana@x.example"], ["bo@x.example"]]);
  });

  it("have the header's address first where both name one", () => {
    const text = `${EXIM}  target@far.example\n    550 5.1.1 unknown\n`;
    expect(addressesOf({ failed: "ana@x.example", text })).toEqual([["ana@x.example", "target@far.example"]]);
  });

  it("are hidden where neither names anybody", () => {
    expect(addressesOf({ text: EXIM })).toEqual([[]]);
  });

  it("are read only where the opening stands among the first 40 lines", () => {
    const behind = (lines: number): string => "Hello.\n".repeat(lines) + two;
    expect(addressesOf({ text: behind(39) })).toHaveLength(2);
    expect(interpret({ text: behind(40) })).toBe("not_understood");
  });

  it("are at most 1,000", () => {
    const text = EXIM + Array.from({ length: 1100 }, (_, index) => `  a${index}@x.example\n    unknown\n`).join("\n");
    expect(addressesOf({ text })).toHaveLength(1000);
  });
});

describe("the addresses in which a token may stand", () => {
  const DOTTED = [".b+one@bounce.example", "b.+two@bounce.example", "b..c+three@bounce.example"];

  it("may have a dot first, last or doubled, because a return path may", () => {
    const mail = { headers: [FROM_SERVER], text: "", parts: report(failedFor("ana@x.example")) };
    expect(interpretReturnedMail(mail, DOTTED)).toMatchObject({ kind: "bounce", tokenAddresses: DOTTED });
    const [mailFrom, returnPath] = [".b+four@bounce.example", "b.+five@bounce.example"];
    const parts = [
      ...feedback(`Feedback-Type: abuse\nOriginal-Mail-From: <${mailFrom}>`),
      { type: "message/rfc822", text: `Return-Path: <${returnPath}>\nSubject: x\n\n` },
    ];
    expect(interpretReturnedMail({ ...mail, parts }, DOTTED)).toMatchObject({
      tokenAddresses: [...DOTTED, mailFrom, returnPath],
    });
  });
});

describe("a feedback report", () => {
  const REPORTED = {
    type: "message/rfc822",
    text: "\n\nReturn-Path: <b+two@bounce.example>\nSubject: x\n\nReturn-Path: <b+no@bounce.example>",
  };

  it("gives its own envelope address and the first envelope sender of the reported mail", () => {
    const text =
      "Feedback-Type: abuse\nOriginal-Mail-From: b+three@bounce.example\nOriginal-Mail-From: b+four@bounce.example";
    expect(interpret({ parts: [...feedback(text), REPORTED] })).toMatchObject({
      kind: "complaint",
      tokenAddresses: [...CAME_TO, "b+three@bounce.example", "b+two@bounce.example"],
    });
  });

  it("needs no reported mail", () => {
    expect(interpret({ parts: feedback("Feedback-Type: abuse") })).toEqual({
      kind: "complaint",
      feedbackType: "abuse",
      recipients: [{ addresses: [] }],
      tokenAddresses: CAME_TO,
    });
  });

  it("leaves out the recipients that it hides beside others", () => {
    const text = "Feedback-Type: abuse\nOriginal-Rcpt-To: redacted\nOriginal-Rcpt-To: <ana@x.example>";
    expect(interpret({ parts: feedback(text) })).toMatchObject({ recipients: [{ addresses: ["ana@x.example"] }] });
  });

  it("names at most 1,000 recipients", () => {
    const text = `Feedback-Type: abuse\n${Array.from({ length: 1100 }, (_, index) => `Original-Rcpt-To: a${index}@x.example\n`).join("")}`;
    const result = interpret({ parts: feedback(text) });
    expect(result !== "not_understood" && result.kind === "complaint" && result.recipients.length).toBe(1000);
  });
});
