import { describe, expect, it } from "vitest";
import { filesIn } from "../../../client/src/testing/files-in.ts";
import { freshAddress, MailNotFoundError, mailbox } from "../../../client/src/testing.ts";
import { aMailbox, send } from "./mailbox-fixture.ts";

describe("mailbox() of @herald/client/testing", () => {
  it("waits for the mail that fits, and answers it decoded", async () => {
    const { url, smtpPort } = await aMailbox();
    const to = freshAddress("ana");
    const waiting = mailbox(`${url}/`).waitFor({ to, subject: "Welcome" });
    await send(smtpPort, { to: freshAddress(), subject: "Welcome" });
    await send(smtpPort, { to, subject: "Other" });
    const attachments = [{ filename: "Übersicht.txt", content: "Total" }];
    await send(smtpPort, { to, subject: "Welcome, Zoë", text: "Hi Zoë", html: "<p>Hi Zoë</p>", attachments });
    const mail = await waiting;
    expect(mail).toMatchObject({ subject: "Welcome, Zoë", rcpt_to: [to] });
    expect(mail.html.trim()).toBe("<p>Hi Zoë</p>");
    expect(mail.text.trim()).toBe("Hi Zoë");
    expect(mail.attachments).toMatchObject([{ filename: "Übersicht.txt", content_type: "text/plain", size: 5 }]);
    expect((await mailbox(url).waitFor({ to, subject: /^OTHER$/i })).subject).toBe("Other");
  });

  it("lists the files of a source as the mailbox does", async () => {
    const { url, smtpPort } = await aMailbox();
    const to = freshAddress("ana");
    const long = `${"Ünïcödé ".repeat(12)}file.csv`;
    const attachments = [
      { filename: "Übersicht.txt", content: "Total" },
      { filename: long, content: "a;b\né;c\n".repeat(40), contentType: "text/csv" },
      { filename: 'a "quoted"; name.bin', content: Buffer.from([0, 1, 2, 255]) },
      {
        filename: "logo.png",
        content: Buffer.alloc(1000, 7),
        cid: "logo@x.test",
        contentDisposition: "inline" as const,
      },
      { filename: "plain.txt", content: "café = 100%", contentTransferEncoding: "quoted-printable" as const },
      { filename: "empty.dat", content: "" },
    ];
    await send(smtpPort, { to, subject: "Files", text: "Hi", html: '<img src="cid:logo@x.test">', attachments });
    const mail = await mailbox(url).waitFor({ to });
    const source = await (await fetch(`${url}/api/messages/${mail.id}/raw`)).text();
    expect(mail.attachments).toHaveLength(attachments.length);
    // The mailbox's parser counts the line end that follows a quoted-printable text.
    const counted = mail.attachments.map((file) => (file.filename === "plain.txt" ? { ...file, size: 12 } : file));
    expect(filesIn(source)).toEqual(counted);
  });

  it("says what did come when the mail did not", async () => {
    const { url, smtpPort } = await aMailbox();
    const box = mailbox(url);
    const wait = { to: "ana@example.test", subject: "Welcome", timeoutMs: 1 };
    await expect(box.waitFor(wait)).rejects.toThrow(
      'no mail to ana@example.test with the subject "Welcome" within 1 ms; the mailbox is empty',
    );
    await send(smtpPort, { to: "ana@example.test", subject: "Wellcome" });
    await send(smtpPort, { to: "bob@example.test", subject: "Hello" });
    const error = await box.waitFor(wait).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(MailNotFoundError);
    expect(error).toMatchObject({ arrived: [{ subject: "Hello" }, { subject: "Wellcome" }] });
    expect(String(error)).toMatch(/these came, newest first:\n.*to bob@example\.test: "Hello"\n.*"Wellcome"$/);
    await expect(box.waitFor({ to: "eve@example.test", subject: /x/, timeoutMs: 1 })).rejects.toThrow("subject /x/");
  });

  it("lists and throws away, and ends with the signal", async () => {
    const { url, smtpPort } = await aMailbox();
    const box = mailbox(url);
    await send(smtpPort, { to: "ana@example.test" });
    expect(await box.list()).toHaveLength(1);
    expect(await box.list({ to: "bob@example.test" })).toEqual([]);
    await box.clear();
    expect(await box.list()).toEqual([]);
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(box.waitFor({ to: "ana@example.test", signal })).rejects.toThrow("enough");
  });

  it("names an address that is missing, wrong or somebody else's", async () => {
    expect(() => mailbox("")).toThrow("the mailbox's address is missing: set HERALD_API_KEY");
    const { url, close } = await aMailbox();
    await expect(mailbox(`${url}/elsewhere`).list()).rejects.toThrow("HTTP status 404");
    await close();
    await expect(mailbox(url).list()).rejects.toThrow(`the mailbox cannot be reached at ${url}`);
  });
});
