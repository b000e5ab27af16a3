import type * as z from "zod";

/**
 * Reads the messages of a queue. Its errors name fields and never values, because a message may hold a customer's text.
 */
export const jsonMessage =
  <Message>(schema: z.ZodType<Message>) =>
  (body: string): Message => {
    const { success, data, error } = schema.safeParse(parsed(body));
    if (success) return data;
    const issues = error.issues.map(({ code, path }) => (path.length > 0 ? `${code} at ${path.join(".")}` : code));
    throw new Error(`the message does not fit: ${issues.join(", ")}`);
  };

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // The parser's own error would quote the message.
    throw new Error("the message is no JSON");
  }
}
