import { describe, expect, it } from "vitest";
import { aMailbox, getJson, send } from "./mailbox-fixture.ts";

const PNG = Buffer.from("iVBORw0KGgo=", "base64");

describe("attachments in the mailbox (D43)", () => {
  it("lists a message's files, and gives each to be saved and never to be shown", async () => {
    const mailbox = await aMailbox();
    const page = "<script>alert(1)</script>";
    const attachments = [
      { filename: 'Übersicht 漢字 "x".html', content: page, contentType: "text/html" },
      { filename: "logo.png", content: PNG, contentType: "image/png", cid: "logo@x" },
    ];
    await send(mailbox.smtpPort, {
      to: "b@y.test",
      html: '<p>cid:logo@x</p><img src="cid:logo@x"><img src="cid:other">',
      attachments,
    });
    const message = await getJson(`${mailbox.url}/api/messages/1`);
    expect(message.body.attachments).toEqual(
      expect.arrayContaining([
        { filename: 'Übersicht 漢字 "x".html', content_type: "text/html", size: page.length, inline: false },
        { filename: "logo.png", content_type: "image/png", size: PNG.length, inline: true, content_id: "logo@x" },
      ]),
    );
    const index = message.body.attachments.findIndex(
      ({ content_type: type }: { content_type: string }) => type === "text/html",
    );
    const file = await fetch(`${mailbox.url}/api/messages/1/attachments/${index}`);
    expect(await file.text()).toBe(page);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "text/html",
      "content-disposition": "attachment; filename*=UTF-8''%C3%9Cbersicht%20%E6%BC%A2%E5%AD%97%20%22x%22.html",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(/^sandbox;/),
    });
    expect((await fetch(`${mailbox.url}/api/messages/1/attachments/2`)).status).toBe(404);
    expect((await fetch(`${mailbox.url}/api/messages/2/attachments/0`)).status).toBe(404);
    const html = await (await fetch(`${mailbox.url}/api/messages/1/html`)).text();
    expect(html).toContain(`<img src="data:image/png;base64,${PNG.toString("base64")}">`);
    expect(html).toContain("<p>cid:logo@x</p>");
    expect(html).toContain('src="cid:other"');
  });

  it("shows a message without files as one with none", async () => {
    const mailbox = await aMailbox();
    await send(mailbox.smtpPort, { to: "b@y.test" });
    expect((await getJson(`${mailbox.url}/api/messages/1`)).body.attachments).toEqual([]);
  });
});
