import { describe, expect, it } from "vitest";
import { UsageError } from "../../../../lib/command-line.ts";
import { mailServerOf } from "../../../../ops/prove/mail-server.ts";

const both = { from: "a@example.com", to: "b@example.com" };

describe("mailServerOf()", () => {
  it("is undefined without --smtp", () => {
    expect(mailServerOf({})).toBeUndefined();
  });

  it.each([
    [
      "smtp://me%40x@mail.example.com",
      { host: "mail.example.com", port: 587, encryption: "starttls", username: "me@x" },
    ],
    ["smtps://me@mail.example.com:2465", { host: "mail.example.com", port: 2465, encryption: "tls", username: "me" }],
  ])("reads %s", (smtp, account) => {
    const server = mailServerOf({ smtp, ...both, password: "secret" });
    expect(server?.recipient).toBe("b@example.com");
    expect(server?.sendingAccount).toMatchObject({ ...account, password: "secret", from_address: "a@example.com" });
  });

  it("signs in to no server that names no user", () => {
    expect(mailServerOf({ smtp: "smtp://mail.example.com", ...both })?.sendingAccount).not.toHaveProperty("username");
  });

  it.each([
    [{ from: "a@example.com" }, "--from and --to go with --smtp"],
    [{ smtp: "https://mail.example.com", ...both }, "must be smtp://"],
    [{ smtp: "mail.example.com", ...both }, "must be smtp://"],
    [{ smtp: "smtp://me:secret@mail.example.com", ...both }, "must not hold the password"],
    [{ smtp: "smtp://me@mail.example.com" }, "needs --from and --to"],
  ])("refuses %j", (given, message) => {
    expect(() => mailServerOf(given)).toThrow(message);
    expect(() => mailServerOf(given)).toThrow(UsageError);
  });
});
