import { describe, expect, it } from "vitest";
import { panelReplyRequest } from "../../../../../shared/conversations/contract/panel/reply.ts";
import { replyRequest } from "../../../../../shared/conversations/contract/reply.ts";
import { shapeMessage } from "../../../../support/shape-problems.ts";

const UUID = "6F1C1C9E-0B0E-4F7E-9D8A-1F0D5F6C2B11";
const LINK = "https://shop.example/a.jpg";
const messageOf = (body: unknown) => shapeMessage(replyRequest, body);

describe("panelReplyRequest", () => {
  const panelMessageOf = (body: unknown) => shapeMessage(panelReplyRequest, body);

  it("takes a template by itself, and every other reply as the API does", () => {
    const template = { message_type: "template", template_id: UUID };
    const templateId = UUID.toLowerCase();
    expect(panelReplyRequest.parse(template)).toEqual({ template: { templateId, parameters: [] } });
    const parameters = ["Ana", "A-1"];
    expect(panelReplyRequest.parse({ ...template, template_parameters: parameters })).toEqual({
      template: { templateId, parameters },
    });
    const text = { text: "Hi", fallback_template_id: UUID };
    expect(panelReplyRequest.parse(text)).toEqual(replyRequest.parse(text));
  });

  it.each<[object, string]>([
    [{ message_type: "template" }, "template_id is required"],
    [{ message_type: "template", template_id: "x" }, "template_id must be a UUID"],
    [{ message_type: "template", template_id: UUID, text: "Hi" }, "text does not belong to message_type template"],
    [{ text: "Hi", template_id: UUID }, "template_id does not belong to message_type text"],
    [{ text: "Hi", template_parameters: [] }, "template_parameters does not belong to message_type text"],
    [{ message_type: "text" }, "text is required"],
  ])("refuses %j: %s", (body, message) => {
    expect(panelMessageOf(body)).toBe(message);
  });
});

describe("replyRequest", () => {
  it.each<[object, object]>([
    [{ text: "Hi" }, { content: { type: "text", body: "Hi", previewUrl: false } }],
    [{ message_type: "text", text: `é${"é".repeat(4095)}` }, { content: { type: "text" } }],
    [
      { message_type: "image", media_id: UUID, caption: "Look" },
      { content: { type: "image", source: { id: UUID.toLowerCase() }, caption: "Look" } },
    ],
    [{ message_type: "video", media_url: LINK }, { content: { type: "video", source: { link: LINK } } }],
    [{ message_type: "audio", media_url: LINK }, { content: { type: "audio" } }],
    [
      { message_type: "document", media_url: LINK, filename: "a.pdf" },
      { content: { type: "document", filename: "a.pdf" } },
    ],
    [
      { message_type: "location", latitude: 0, longitude: -180, location_name: "Shop", address: "Street 1" },
      { content: { type: "location", latitude: 0, longitude: -180, name: "Shop", address: "Street 1" } },
    ],
    [{ text: "Hi", fallback_template_id: UUID }, { fallback: { templateId: UUID.toLowerCase(), parameters: [] } }],
    [
      { text: "Hi", fallback_template_id: UUID, fallback_parameters: ["a", "b"] },
      { fallback: { parameters: ["a", "b"] } },
    ],
  ])("takes %j", (body, reply) => {
    expect(replyRequest.parse(body)).toMatchObject(reply);
  });

  it.each<[unknown, string]>([
    [{}, "text is required"],
    [{ text: "" }, "text is required"],
    [{ text: " \n" }, "text is required"],
    [{ text: 5 }, "text must be a string"],
    [{ text: null }, "text must be a string"],
    [{ text: "x".repeat(4097) }, "text must have at most 4096 characters"],
    [{ message_type: "reaction" }, "message_type must be one of: text, image, video, audio, document, location"],
    [{ message_type: "template" }, "message_type must be one of: text, image, video, audio, document, location"],
    [{ message_type: "image" }, "exactly one of media_id and media_url is required"],
    [{ message_type: "image", media_id: UUID, media_url: LINK }, "exactly one of media_id and media_url is required"],
    [{ message_type: "image", media_id: "x" }, "media_id must be a UUID"],
    [{ message_type: "image", media_url: "http://shop.example/a" }, "media_url must be a public https URL"],
    [{ message_type: "image", media_url: "https://127.0.0.1/a" }, "media_url must be a public https URL"],
    [
      { message_type: "image", media_url: LINK, caption: "x".repeat(1025) },
      "caption must have at most 1024 characters",
    ],
    [
      { message_type: "document", media_url: LINK, filename: "../a" },
      "filename must be a plain file name of at most 240 bytes, without a path",
    ],
    [{ message_type: "location" }, "latitude is required"],
    [{ message_type: "location", latitude: 1 }, "longitude is required"],
    [{ message_type: "location", latitude: 91, longitude: 0 }, "latitude must be between -90 and 90"],
    [{ message_type: "location", latitude: 0, longitude: 181 }, "longitude must be between -180 and 180"],
    [{ message_type: "location", latitude: "1", longitude: 0 }, "latitude must be a number"],
    [{ text: "x", media_url: LINK }, "media_url does not belong to message_type text"],
    [{ message_type: "image", media_url: LINK, text: "x" }, "text does not belong to message_type image"],
    [
      { message_type: "location", latitude: 0, longitude: 0, caption: "x" },
      "caption does not belong to message_type location",
    ],
    [{ text: "x", fallback_template_id: "x" }, "fallback_template_id must be a UUID"],
    [{ text: "x", fallback_parameters: ["a"] }, "fallback_template_id is required with fallback_parameters"],
    [
      { text: "x", fallback_template_id: UUID, fallback_parameters: "a" },
      "fallback_parameters must be an array of strings",
    ],
    [
      { text: "x", fallback_template_id: UUID, fallback_parameters: [1] },
      "fallback_parameters must be an array of strings",
    ],
    [{ text: "x", body: "x" }, 'unknown field "body"'],
    [{ body: "x" }, 'unknown field "body"'],
    [[], "invalid request body"],
  ])("answers %j with %s", (body, expected) => {
    expect(messageOf(body)).toBe(expected);
  });
});
