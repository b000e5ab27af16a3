import { describe, expect, it } from "vitest";
import { type Piece, piecesOf } from "../../../../panel/src/explain/marks.ts";
import { accountRequest } from "../../../../panel/src/pages/chat-accounts/account-draft.ts";
import { checkName, checkText } from "../../../../panel/src/pages/chat-accounts/labels.ts";
import {
  type ChatTemplate,
  choiceOf,
  type Draft,
  EMPTY_DRAFT,
  examplesIn,
  filled,
  HEADERS,
  newButton,
  requestOf,
} from "../../../../panel/src/pages/chat-templates/template-draft.ts";
import {
  byName,
  exampleSend,
  languageText,
  qualityText,
  siblingsOf,
  stateOf,
} from "../../../../panel/src/pages/chat-templates/template-state.ts";
import { filtersIn, searchOf } from "../../../../panel/src/pages/conversations/filters.ts";
import { withNewest, withOlder } from "../../../../panel/src/pages/conversations/history-pages.ts";
import {
  dayText,
  hasOwnMedia,
  initialsOf,
  linkOf,
  messageText,
  shortTime,
  timeLeft,
} from "../../../../panel/src/pages/conversations/message-text.ts";
import { replyOf, templateReplyOf, uploadTypeOf } from "../../../../panel/src/pages/conversations/reply-draft.ts";
import { chatTemplateRequest } from "../../../../shared/chat/contract/chat-template-request.ts";
import { checkDefinition } from "../../../../shared/chat/domain/templates/template-definition.ts";
import { panelReplyRequest } from "../../../../shared/conversations/contract/panel/reply.ts";
import { replyRequest } from "../../../../shared/conversations/contract/reply.ts";

const shownPiece = (piece: Piece): string => {
  const inside = "text" in piece ? piece.text : piece.pieces.map(shownPiece).join("");
  return piece.kind === "words" ? inside : `<${piece.kind}>${inside}</>`;
};

const draft: Draft = {
  ...EMPTY_DRAFT,
  name: "order",
  headerType: "text",
  headerText: "Hi {{1}}",
  headerExample: "Ann",
  body: "Your order {{1}} is here.",
  examples: "A-1\n",
  footer: "The shop",
  buttons: [{ ...newButton(1), type: "dynamic_url", text: "Track", url: "https://a.example/{{1}}", example: "A-1" }],
};

describe("requestOf()", () => {
  it("makes of a complete draft what the service takes", () => {
    const request = chatTemplateRequest.parse(requestOf(draft));
    expect(() => checkDefinition(request.definition)).not.toThrow();
    expect(request.definition).toMatchObject({ header: { type: "text", example: "Ann" }, body: { examples: ["A-1"] } });
  });

  it("leaves out what does not apply: header, footer and buttons of an authentication template", () => {
    const request = requestOf({ ...draft, category: "AUTHENTICATION" });
    expect(Object.keys(request).toSorted()).toEqual(["body", "category", "language", "name"]);
  });

  it.each([
    ["quick_reply", { type: "quick_reply", text: "Yes" }],
    ["call", { type: "call", text: "Yes", phone: "+1" }],
    ["static_url", { type: "static_url", text: "Yes", url: "https://a.example" }],
  ] as const)("keeps the fields of a %s button only", (type, expected) => {
    const button = { key: 1, type, text: "Yes", phone: "+1", url: "https://a.example", example: "x" };
    expect(requestOf({ ...draft, buttons: [button] }).buttons).toEqual([expected]);
  });

  it("names the uploaded file of a media header", () => {
    expect(requestOf({ ...draft, headerType: "image", mediaHandle: "4::a" }).header).toEqual({
      type: "image",
      media_handle: "4::a",
    });
  });
});

describe("small rules of the chat pages", () => {
  it("reads examples line by line, and reads an unknown choice as none", () => {
    expect(examplesIn("a\n b \n")).toEqual(["a", " b"]);
    expect(examplesIn(" \n")).toEqual([]);
    expect(choiceOf(HEADERS, "video")).toBe("video");
    expect(choiceOf(HEADERS, "hologram")).toBe("none");
  });

  it("fills variables with examples, and leaves the others in sight", () => {
    expect(filled("{{1}} and {{2}}", ["one"])).toBe("one and {{2}}");
  });

  it("says what a state means, also one that it does not know", () => {
    expect(stateOf({ disabled: false, remote_status: "APPROVED" }).tone).toBe("ok");
    expect(stateOf({ disabled: true, remote_status: "APPROVED" }).label).toBe("Deleted");
    expect(stateOf({ disabled: false, remote_status: "PENDING_DELETION" }).label).toBe("pending deletion");
    expect(qualityText("RED")).toMatch(/^low/);
    expect(qualityText("UNKNOWN")).toBe("not known yet");
  });

  it("shows the marks of a text as the telephone does", () => {
    const shown = (text: string): string => piecesOf(text).map(shownPiece).join("");
    expect(shown("a *b* c")).toBe("a <bold>b</> c");
    expect(shown("*_both_* ~gone~ ```a*b*```")).toBe("<bold><italic>both</></> <strike>gone</> <mono>a*b*</>");
    for (const plain of ["2*3*4", "* a *", "*a", "snake_case_name", "*a\nb*", ""]) expect(shown(plain)).toBe(plain);
  });

  it("puts the languages of a name together", () => {
    const of = (id: string, name: string, language: string) =>
      ({ id, name, language, disabled: false }) as ChatTemplate;
    const [late, hello, lateDe] = [of("1", "late", "pt_BR"), of("2", "hello", "en"), of("3", "late", "de")];
    expect(byName([late, hello, lateDe])).toEqual([lateDe, late, hello]);
    expect(siblingsOf(late, [late, hello, lateDe])).toEqual([lateDe]);
    expect(languageText("pt_BR")).toBe("Brazilian Portuguese, pt_BR");
    expect(languageText("x")).toBe("x");
  });

  it("writes a send with every value that it has to bring", () => {
    const parameter = { component: "body", position: 1, name: "parameter_1", type: "text", required: true } as const;
    expect(exampleSend({ id: "t", parameters: [parameter] }).chat).toMatchObject({ values: { parameter_1: "..." } });
  });

  it.each([
    ["2026-11-21T12:00:00Z", "24 h 0 min"],
    ["2026-11-20T12:00:30Z", "1 min"],
    ["2026-11-20T17:12:00Z", "5 h 12 min"],
    ["2026-11-20T12:00:00Z", ""],
  ])("counts down to %s: %j", (expiresAt, text) => {
    expect(timeLeft(expiresAt, Date.parse("2026-11-20T12:00:00Z"))).toBe(text);
  });

  it("makes of the account form what the service takes", () => {
    expect(accountRequest({ label: "A", owners: " a \n\nb", is_default: "on" })).toMatchObject({
      ownership_type: "service_managed",
      owners: ["a", "b"],
      is_default: true,
    });
  });
});

const CARD = { name: { formatted_name: "Ana Kovac" }, phones: [{ phone: "+4790909090" }] };

describe("messageText()", () => {
  it.each([
    ["text", { body: "<b>hi</b>" }, "<b>hi</b>"],
    ["image", { caption: "A parcel" }, "A parcel"],
    ["location", { name: "HQ", latitude: 1, longitude: 2 }, "HQ\n1, 2"],
    ["reaction", { emoji: "👍" }, "👍"],
    ["reaction", { emoji: "" }, "took a reaction back"],
    ["button", { text: "Yes" }, "Yes"],
    ["interactive", { list_reply: { title: "Second" } }, "Second"],
    ["template", { name: "order", values: { parameter_1: "Ann" } }, "Template “order”: Ann"],
    ["contacts", { contacts: [CARD, { name: 7 }] }, "Shared contacts\nAna Kovac, +4790909090"],
    ["contacts", { contacts: "none" }, "Shared contacts"],
    ["hologram", {}, "A message of the type “hologram”"],
    ["text", { body: 5 }, "A message of the type “text”"],
  ])("reads a %s as plain text", (message_type, payload, text) => {
    expect(messageText({ message_type, payload })).toBe(text);
  });

  it.each(["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty"])(
    "reads the unknown type %s",
    (name) => {
      expect(messageText({ message_type: name, payload: {} })).toBe(`A message of the type “${name}”`);
      expect(qualityText(name)).toBe("not known yet");
      expect(stateOf({ disabled: false, remote_status: name })).toMatchObject({
        tone: "wait",
        label: expect.any(String),
      });
    },
  );

  it("tells a file of ours from somebody's link", () => {
    expect(hasOwnMedia({ payload: { media_id: "1" } })).toBe(true);
    expect(hasOwnMedia({ payload: { link: "https://a.example/x" } })).toBe(false);
    expect(linkOf({ payload: { link: "https://a.example/x" } })).toBe("https://a.example/x");
  });
});

describe("replyOf()", () => {
  it.each([
    ["text", { text: "Hi" }, ""],
    ["image", { caption: "c" }, "01a1f0f0-0000-7000-8000-000000000001"],
    ["location", { latitude: "1.5", longitude: "-2", address: "Here" }, ""],
  ] as const)("makes of a %s what the service takes", (type, texts, mediaId) => {
    expect(replyRequest.safeParse(replyOf({ type, texts, mediaId })).error).toBeUndefined();
    expect(panelReplyRequest.safeParse(replyOf({ type, texts, mediaId })).error).toBeUndefined();
  });

  it("names a template with its values in order, and nothing besides", () => {
    const templateId = "01a1f0f0-0000-7000-8000-000000000002";
    const reply = templateReplyOf({ templateId, values: ["a", "b"] });
    expect(panelReplyRequest.parse(reply)).toEqual({ template: { templateId, parameters: ["a", "b"] } });
  });
});

describe("the history as it is put together", () => {
  const page = (ids: string, next?: string) => ({
    messages: [...ids].map((id) => ({ id })),
    next_cursor: next,
  });
  const known = (ids: string, cursor?: string) => ({ messages: page(ids).messages, cursor });
  const idsOf = ({ messages }: { readonly messages: readonly { id: string }[] }) =>
    messages.map(({ id }) => id).join("");

  it("adds what is new before what is known, and goes on where the oldest known one was", () => {
    const now = withNewest(known("edcb", "before b"), page("gfed", "before d"));
    expect({ ids: idsOf(now), cursor: now.cursor }).toEqual({ ids: "gfedcb", cursor: "before b" });
  });

  it("takes the newest state of a message that it knows", () => {
    const old = { id: "a", status: "sent" };
    const now = withNewest({ messages: [old], cursor: undefined }, { messages: [{ id: "a", status: "read" }] });
    expect(now.messages).toEqual([{ id: "a", status: "read" }]);
  });

  it("begins anew when so many came that the newest page no longer touches the known ones", () => {
    const now = withNewest(known("cba", "x"), page("zyx", "before x"));
    expect({ ids: idsOf(now), cursor: now.cursor }).toEqual({ ids: "zyx", cursor: "before x" });
  });

  it("adds older ones once", () => {
    const now = withOlder(known("edc", "before c"), page("cba"), "before c");
    expect({ ids: idsOf(now), cursor: now.cursor }).toEqual({ ids: "edcba", cursor: undefined });
  });

  it("leaves no gap when older ones come after it began anew", () => {
    const now = withOlder(known("zyx", "before x"), page("cba", "before a"), "before d");
    expect({ ids: idsOf(now), cursor: now.cursor }).toEqual({ ids: "zyx", cursor: "before x" });
  });
});

describe("small rules of the inbox", () => {
  const noon = new Date(2026, 10, 23, 12).getTime();
  const at = (day: number, hour = 9) => new Date(2026, 10, day, hour, 5).toISOString();

  it.each([
    [23, "09:05", "Today"],
    [22, "Sun", "Yesterday"],
    [20, "Fri", "Friday 20 November"],
    [16, "16 Nov", "Monday 16 November"],
  ])("names the day %i of the month", (day, short, long) => {
    expect([shortTime(at(day), noon), dayText(at(day), noon)]).toEqual([short, long]);
  });

  it("says the year of another one", () => {
    expect(dayText(new Date(2025, 2, 9, 9).toISOString(), noon)).toBe("9 March 2025");
  });

  it.each([
    ["Leïla Haddad", "LH"],
    ["שירה לוי", "של"],
    ["  (Ana) de Lima", "AD"],
    ["", "45"],
    ["🙂", ""],
  ])("makes initials of %j", (customer_name, initials) => {
    expect(initialsOf({ customer_name, customer_phone: "+4790012345" })).toBe(initials);
  });

  it("keeps the filters in the address, and what is usual out of it", () => {
    expect(searchOf(filtersIn(new URLSearchParams("view=done&window=closed&q=Ana")))).toEqual({
      view: "done",
      window: "closed",
      q: "Ana",
    });
    expect(searchOf(filtersIn(new URLSearchParams("view=all&window=ajar&q=")))).toEqual({});
  });

  it.each([
    ["image/png", "image"],
    ["video/mp4", "video"],
    ["audio/ogg", "audio"],
    ["image/gif", "document"],
    ["", "document"],
  ])("sends a file of the type %j as %s", (type, kind) => {
    expect(uploadTypeOf({ type })).toBe(kind);
  });
});

describe("what a comparison with the cloud provider found", () => {
  const check = (ok: boolean, expected: string, actual: string) => checkText({ name: "x", ok, expected, actual });

  it("does not say that an id agrees which was left out", () => {
    expect(check(true, "", "not found")).toEqual({ tone: "note", text: "left out", here: "–", there: "not found" });
    expect(check(true, "", "123").there).toBe("123");
    expect(check(true, "1", "1")).toMatchObject({ tone: "ok", text: "agrees", here: "1" });
    expect(check(false, "1", "not found")).toMatchObject({ tone: "bad", text: "differs" });
  });

  it("is named as the form names it", () => {
    expect(checkName("provider_phone_number_id")).toBe("Phone number ID at Meta");
    expect(checkName("some_new_check")).toBe("some new check");
  });
});
