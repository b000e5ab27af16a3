import { describe, expect, it } from "vitest";
import { customerMessageRequest } from "../../../../shared/sandbox/contract/customer-message.ts";
import { shapeMessages } from "../../../support/shape-problems.ts";

const TEXT = { type: "text", text: { body: "Hi" } };
const problemsOf = (body: unknown) =>
  (customerMessageRequest.safeParse(body).error?.issues ?? []).map((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys.join() : issue.message,
  );

describe("a sandbox customer's message (D48d)", () => {
  it("is the platform's object, and what stands beside it", () => {
    const beside = {
      timestamp: "1795262400",
      profile_name: "Ana",
      user_id: "US.1",
      without_phone: true,
      content_base64: "aGk=",
      content_type: "text/plain; charset=utf-8",
      filename: "a.txt",
    };
    expect(customerMessageRequest.parse({ ...TEXT, context: { id: "wamid.1" }, ...beside })).toEqual({
      type: "text",
      message: { ...TEXT, context: { id: "wamid.1" } },
      sentAtMs: 1_795_262_400_000,
      profileName: "Ana",
      userId: "US.1",
      isWithoutPhone: true,
      file: { base64: "aGk=", contentType: "text/plain; charset=utf-8", filename: "a.txt" },
    });
    expect(customerMessageRequest.parse(TEXT)).toEqual({
      type: "text",
      message: TEXT,
      isWithoutPhone: false,
      file: { base64: "" },
    });
  });

  it("may be of any type, with the field of the type's name", () => {
    for (const body of [
      { type: "location", location: { latitude: 1, longitude: 2 } },
      { type: "image" },
      { type: "sticker", sticker: {} },
      { type: "unsupported", errors: [] },
      { type: "order", order: { catalog_id: "1" } },
      { type: "contacts", contacts: [{}] },
    ])
      expect(problemsOf(body)).toEqual([]);
  });

  const REFUSED: readonly (readonly [unknown, readonly string[]])[] = [
    [{}, ["type is required"]],
    [{ type: 1 }, ["type must be a string"]],
    [{ type: "Text" }, ["type must be the name of a message type, such as text"]],
    [{ ...TEXT, order: {} }, ["order"]],
    [{ ...TEXT, account_phone_id: "a", duplicate: true, media: {} }, ["account_phone_id,duplicate,media"]],
    [{ type: "text" }, ["text must be an object"]],
    [{ type: "text", text: {} }, ["text.body must be a string"]],
    [
      { type: "location", location: { latitude: "1" } },
      ["location.latitude must be a number", "location.longitude must be a number"],
    ],
    [{ type: "reaction", reaction: { message_id: "" } }, ["reaction.message_id is required"]],
    [{ type: "button", button: {} }, ["button.text must be a string"]],
    [{ type: "interactive", interactive: {} }, ["interactive.type must be a string"]],
    [{ type: "contacts", contacts: [] }, ["contacts must have at least one entry"]],
    [{ type: "contacts", contacts: {} }, ["contacts must be an array of objects"]],
    [{ type: "image", image: [] }, ["image must be an object"]],
    [{ ...TEXT, timestamp: -1 }, ["timestamp must be Unix seconds from 0 to 99999999999"]],
    [{ ...TEXT, timestamp: "1.5" }, ["timestamp must be Unix seconds from 0 to 99999999999"]],
    [{ ...TEXT, profile_name: "a".repeat(513) }, ["profile_name must have at most 512 characters"]],
    [{ ...TEXT, content_base64: "%" }, ["content_base64 must be base64"]],
    [{ type: "text", text: { body: "a".repeat(100_001) } }, ["text must have at most 100000 characters"]],
  ];
  it("is refused with all problems", () => {
    for (const [body, problems] of REFUSED) expect(problemsOf(body)).toEqual(problems);
  });

  it.each<readonly [body: unknown, problems: readonly string[]]>([
    [
      { ...TEXT, profileName: "Ana", contex: {} },
      ['unknown field "profileName", did you mean "profile_name"?', 'unknown field "contex", did you mean "context"?'],
    ],
    [{ type: "order", ordre: {} }, ['unknown field "ordre", did you mean "order"?']],
    [{ tpye: "text", text: { body: "Hi" } }, ['unknown field "tpye", did you mean "type"?', "type is required"]],
    [{ image: {}, colour: "red" }, ['unknown field "colour"', "type is required"]],
    [
      { type: "Text", text: { body: "Hi" }, colour: "red" },
      ['unknown field "colour"', "type must be the name of a message type, such as text"],
    ],
  ])("is told which fields are unknown, and what was meant: %j (D54)", (body, problems) => {
    expect(shapeMessages(customerMessageRequest, body)).toEqual(problems);
  });
});
