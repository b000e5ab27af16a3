import { describe, expect, it } from "vitest";
import { type Piece, piecesOf } from "../../../panel/src/explain/marks.ts";
import { accountRequest } from "../../../panel/src/pages/chat-accounts/account-draft.ts";
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
} from "../../../panel/src/pages/chat-templates/template-draft.ts";
import {
  byName,
  exampleSend,
  languageText,
  qualityText,
  siblingsOf,
  stateOf,
} from "../../../panel/src/pages/chat-templates/template-state.ts";
import {
  hasOwnMedia,
  linkOf,
  messageText,
  statusText,
  timeLeft,
} from "../../../panel/src/pages/conversations/message-text.ts";
import { replyOf, templateReplyOf } from "../../../panel/src/pages/conversations/reply-draft.ts";
import { chatTemplateRequest } from "../../../shared/chat/contract/chat-template-request.ts";
import { checkDefinition } from "../../../shared/chat/domain/templates/template-definition.ts";
import { panelReplyRequest } from "../../../shared/conversations/contract/panel-reply.ts";
import { replyRequest } from "../../../shared/conversations/contract/reply.ts";

const shownPiece = (piece: Piece): string => {
  if (piece.kind === "words") return piece.text;
  const inside = "pieces" in piece ? piece.pieces.map(shownPiece).join("") : piece.text;
  return `<${piece.kind}>${inside}</>`;
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
  it("reads examples line by line, and knows a choice from what is none", () => {
    expect(examplesIn("a\n b \n")).toEqual(["a", " b"]);
    expect(examplesIn(" \n")).toEqual([]);
    expect(choiceOf(HEADERS, "video")).toBe("video");
    expect(choiceOf(HEADERS, "hologram")).toBe("none");
  });

  it("fills variables with examples, and leaves the others in sight", () => {
    expect(filled("{{1}} and {{2}}", ["one"])).toBe("one and {{2}}");
  });

  it("says what a state means, also one that it does not know", () => {
    expect(stateOf({ disabled: false, remote_status: "APPROVED" }).mood).toBe("ok");
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
    ["hologram", {}, "A message of the type “hologram”"],
    ["text", { body: 5 }, "A message of the type “text”"],
  ])("reads a %s as plain text", (message_type, payload, text) => {
    expect(messageText({ message_type, payload })).toBe(text);
  });

  it.each(["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty"])(
    "reads the unknown type %s",
    (name) => {
      expect(messageText({ message_type: name, payload: {} })).toBe(`A message of the type “${name}”`);
      expect(statusText({ payload: { status: name } })).toBe("");
      expect(qualityText(name)).toBe("not known yet");
      expect(stateOf({ disabled: false, remote_status: name })).toMatchObject({
        mood: "wait",
        label: expect.any(String),
      });
    },
  );

  it("tells a file of ours from somebody's link", () => {
    expect(hasOwnMedia({ payload: { media_id: "1" } })).toBe(true);
    expect(hasOwnMedia({ payload: { link: "https://a.example/x" } })).toBe(false);
    expect(linkOf({ payload: { link: "https://a.example/x" } })).toBe("https://a.example/x");
    expect(statusText({ payload: { status: "submitted" } })).toBe("with the provider");
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
