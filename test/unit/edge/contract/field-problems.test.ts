import { describe, expect, it } from "vitest";
import * as z from "zod";
import { notificationRequest } from "../../../../shared/channels/contract/notification-request.ts";
import { parseShape } from "../../../../shared/edge/contract/refusal-message.ts";
import { sendingAccountRequest } from "../../../../shared/email/contract/sending-account-request.ts";
import { Refusal } from "../../../../shared/kernel/refusal.ts";

function refusalOf(schema: z.ZodType, value: unknown) {
  try {
    parseShape(schema, value);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("it is taken");
}

describe("parseShape()", () => {
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

  it("names the field that was meant at every depth, and not in the message (D54)", () => {
    const schema = z.strictObject({ items: z.array(z.strictObject({ quantity: z.number().optional() })) });
    const refusal = refusalOf(schema, { items: [{ quantiti: 1, other: 2 }], itmes: [] });
    expect(refusal.problems).toEqual([
      { field: "items.0.quantiti", message: 'unknown field "quantiti", did you mean "quantity"?' },
      { field: "items.0.other", message: 'unknown field "other"' },
      { field: "itmes", message: 'unknown field "itmes", did you mean "items"?' },
    ]);
    expect(refusal.message).toBe('unknown field "quantiti"');
  });

  it("names the first hundred problems of a body that has more of them (D49)", () => {
    const schema = z.strictObject({ list: z.array(z.string({ error: "list must be an array of strings" })) });
    const { problems = [], message } = refusalOf(schema, { list: Array(5000).fill(1) });
    expect(problems).toHaveLength(100);
    expect(problems[99]?.field).toBe("list.99");
    expect(message).toBe(problems[0]?.message);
    const unknown = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, 1]));
    expect(refusalOf(schema, { list: [], ...unknown }).problems).toHaveLength(100);
  });

  it("refuses a body that the stack does not hold", () => {
    const list: z.ZodType = z.lazy(() => z.array(list));
    const depth = 200_000;
    const { problems, message } = refusalOf(list, JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`));
    expect(problems).toEqual([{ field: "", message: "invalid request body" }]);
    expect(message).toBe("invalid request body");
  });
});
