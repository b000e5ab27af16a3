import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCertificateAuthority } from "../../local/certificate-authority.ts";
import { type Mailbox, startMailbox } from "../../local/world/mailbox/start-mailbox.ts";
import { launchBrowser, Visit } from "../support/browser.ts";

const GIF = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");
const PAGE = "<script>document.title = 'taken over'</script>";

describe("the mailbox", () => {
  let folder: string;
  let mailbox: Mailbox;
  let browser: Browser;
  let visit: Visit;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "herald-mailbox-"));
    const authority = await openCertificateAuthority(folder);
    [mailbox, browser] = await Promise.all([
      startMailbox({ httpPort: 0, smtpPort: 0, dataDir: folder, keep: 100, authority }),
      launchBrowser(),
    ]);
    const transport = createTransport({ host: "127.0.0.1", port: mailbox.smtpPort, ignoreTLS: true });
    await transport.sendMail({
      ...{
        from: "a@x.test",
        to: "b@y.test",
        subject: "With files",
        html: '<img id="shown" src="cid:logo" alt="The logo">',
      },
      attachments: [
        { filename: "Übersicht.html", content: PAGE, contentType: "text/html" },
        { filename: "logo.gif", content: GIF, contentType: "image/gif", cid: "logo" },
      ],
    });
    transport.close();
    visit = await Visit.begin(browser);
    await visit.page.goto(mailbox.url);
    await visit.page.getByText("With files").first().click();
  });
  afterAll(async () => {
    await visit?.end();
    await browser?.close();
    await mailbox?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("shows a mail's picture in its place", async () => {
    const picture = visit.page.frameLocator("iframe").locator("#shown");
    await picture.waitFor();
    // A picture that is not loaded shows its alternative text, which is wider.
    expect(await picture.boundingBox()).toMatchObject({ width: 1, height: 1 });
  });

  it("saves a file, and does not open it, whatever it is", async () => {
    const files = visit.page.getByRole("list", { name: "Attachments" });
    expect(await files.getByRole("listitem").count()).toBe(2);
    const [download] = await Promise.all([
      visit.page.waitForEvent("download"),
      files.getByRole("link", { name: "Übersicht.html" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Übersicht.html");
    expect(await readFile(await download.path(), "utf8")).toBe(PAGE);
    expect(await visit.page.title()).toBe("Mailbox");
  });
});
