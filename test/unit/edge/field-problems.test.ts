import { describe, expect, it } from "vitest";
import * as z from "zod";
import { invalidShape } from "../../../shared/edge/contract/refusal-message.ts";
import { sendingAccountRequest } from "../../../shared/email/contract/sending-account-request.ts";
import { notificationRequest } from "../../../shared/notifications/contract/notification-request.ts";

function refusalOf(schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value);
  if (error === undefined) throw new Error("it is taken");
  return invalidShape(error);
}

describe("invalidShape()", () => {
  it("lists every problem of a notification, unknown fields first, and says the first (D49)", () => {
    const refusal = refusalOf(notificationRequest, {
      channel: "email",
      bogus: 1,
      other: 2,
      cc: "x",
      template_id: undefined,
    });
    expect(refusal.problems).toEqual([
      { field: "bogus", message: 'unknown field "bogus"' },
      { field: "other", message: 'unknown field "other"' },
      { field: "recipient", message: "recipient is required" },
      { field: "cc", message: "cc must be an array of strings" },
      { field: "subject", message: "subject is required" },
      { field: "body", message: "body is required" },
    ]);
    expect(refusal.message).toBe('unknown field "bogus"');
  });

  it("does not say of a field of another type that it is missing too", () => {
    const { problems = [] } = refusalOf(notificationRequest, {
      channel: "email",
      recipient: "a@b.example",
      subject: 5,
    });
    expect(problems.map(({ message }) => message)).toEqual(["subject must be a string", "body is required"]);
  });

  it("lists what the provider of a sending account wants beside what is wrong", () => {
    const { problems = [] } = refusalOf(sendingAccountRequest, { provider: "smtp", label: 5 });
    expect(problems.map(({ field }) => field)).toEqual(expect.arrayContaining(["label", "host", "port", "encryption"]));
  });

  it("names a path by its parts, and a body that is no object by none", () => {
    const schema = z.strictObject({ a: z.array(z.strictObject({ b: z.string({ error: "b must be a string" }) })) });
    expect(refusalOf(schema, { a: [{ b: 1, c: 2 }] }).problems).toEqual([
      { field: "a.0.c", message: 'unknown field "c"' },
      { field: "a.0.b", message: "b must be a string" },
    ]);
    expect(refusalOf(schema, 5).problems).toEqual([{ field: "", message: "invalid request body" }]);
  });
});
