import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { anAddress, LocalStack } from "../support/local-stack.ts";

let stack: LocalStack;
let browser: Browser;
let visit: Visit;
const seeded = { sent: "", refused: "", partly: "", deferred: "", unsent: "" };

beforeAll(async () => {
  browser = await launchBrowser();
  stack = await LocalStack.start({ HERALD_BACKOFF_BASE_SECONDS: "120", HERALD_CHAT_REVIEW_SECONDS: "0" });
  const key = stack.file.demo.api_key;
  seeded.sent = await stack.accepted(key);
  seeded.refused = await stack.accepted(key, { recipient: anAddress("reject") });
  seeded.partly = await stack.accepted(key, { cc: [anAddress("reject")] });
  seeded.deferred = await stack.accepted(key, { recipient: anAddress("defer5") });
  const token = await stack.token("demo");
  const { id } = await stack.createAccount(token, { label: "Old server", password: "wrong" });
  seeded.unsent = await stack.accepted(key, { smtp_account_id: id });
  await stack.allSettled(key, [seeded.sent, seeded.refused, seeded.partly, seeded.unsent]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

beforeEach(async () => {
  visit = await Visit.begin(browser);
});
afterEach(async () => {
  await visit.end();
  expect(visit.complaints).toEqual([]);
});

const open = (path: string, user = "demo") => visit.open(stack.file.base_url + path, user);
const heading = (name: string | RegExp) => visit.page.getByRole("heading", { name, level: 1 });
const button = (name: string | RegExp) => visit.page.getByRole("button", { name });
const field = (name: string | RegExp) => visit.page.getByLabel(name);

describePages("home", () => {
  it("shows what became of everything, why it failed, and what needs attention", async () => {
    await open("/");
    const concern = visit.page.getByRole("listitem").filter({ hasText: "Old server" });
    await concern.getByRole("link", { name: /^Open the account/ }).waitFor();
    const failures = visit.page.getByRole("region", { name: "Failures by reason" });
    await failures.getByRole("row").nth(1).waitFor();
    await visit.page.locator(".recharts-surface").nth(1).waitFor();
    await visit.examine("home");
    await visit.page.getByRole("radiogroup", { name: "Period" }).getByText("24 hours").click();
    await expect.poll(() => visit.page.url()).toContain("period=24h");
    await visit.page.getByRole("link", { name: /^Failed/ }).click();
    await heading("Notifications").waitFor();
    expect(new URL(visit.page.url()).searchParams.get("status")).toBe("failed");
  });

  it("finds pages, records and keys by the keyboard", async () => {
    await open("/");
    await visit.page.keyboard.press("g");
    await visit.page.keyboard.press("t");
    await heading("Email templates").waitFor();
    await visit.page.keyboard.press("?");
    await visit.page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Search or jump to").waitFor();
    await visit.examine("shortcuts");
    await visit.page.keyboard.press("Escape");
    await visit.page.keyboard.press("Control+k");
    await visit.page.getByPlaceholder("Search or jump to").waitFor();
    await visit.page.keyboard.type("old serv");
    await visit.page.getByRole("button", { name: /Old server/ }).waitFor();
    await visit.examine("palette");
    await visit.page.keyboard.press("Enter");
    await heading("Old server").waitFor();
  });

  it("keeps the reader's colours and density", async () => {
    await open("/");
    await button(/^Signed in as/).click();
    await visit.page.getByRole("menuitem", { name: "Dark" }).click();
    await button(/^Signed in as/).click();
    await visit.page.getByRole("menuitem", { name: "Comfortable" }).click();
    await visit.page.reload();
    await heading("Home").waitFor();
    const shown = "[document.documentElement.dataset.mantineColorScheme, document.documentElement.dataset.density]";
    expect(await visit.page.evaluate(shown)).toEqual(["dark", "comfortable"]);
  });

  it("can be used after a reload, sign-in included", async () => {
    await open("/");
    await visit.page.reload();
    const figures = visit.page.getByRole("heading", { name: "Needs attention" });
    await figures.waitFor();
    expect(await figures.count()).toBe(1);
  });

  it("leads a new owner through the first steps", async () => {
    await open("/", "other");
    await visit.page.getByRole("heading", { name: "First steps" }).waitFor();
    await visit.examine("home-new-owner");
    await visit.page.getByRole("link", { name: "Add a sending account" }).click();
    await heading("Add a sending account").waitFor();
    for (const page of ["Sending accounts", "Email templates", "Notifications"]) {
      await visit.page.getByRole("link", { name: page, exact: true }).click();
      await heading(page).waitFor();
      await visit.page.getByRole("heading", { level: 2, name: /^No .* yet$/ }).waitFor();
    }
    await visit.examine("notifications-none");
  });
});

describePages("API keys", () => {
  const secret = () => visit.page.locator(".secret code").innerText();
  const choose = async (action: string) => {
    await button("Actions for Web shop").first().click();
    await visit.page.getByRole("menuitem", { name: action }).click();
  };

  it("creates one, shows it once with a command, rotates and revokes it", async () => {
    await open("/api-keys");
    await button("Create a key").click();
    await field(/^Name/).fill("Web shop");
    await button("Create the key").click();
    const key = await secret();
    const snippet = visit.page.locator("pre.code");
    expect(await snippet.innerText()).toContain("Authorization: Bearer $HERALD_API_KEY");
    for (const [language, words] of [
      ["TypeScript", "process.env.HERALD_API_KEY"],
      ["Python", "os.environ['HERALD_API_KEY']"],
      ["Go", 'os.Getenv("HERALD_API_KEY")'],
    ] as const) {
      await visit.page.getByRole("tab", { name: language }).click();
      await expect.poll(() => snippet.innerText()).toContain(words);
    }
    await visit.examine("api-key-new");
    // The word is shown for two seconds, and the answer to the click may take longer on a busy machine.
    await Promise.all([button(/^Copied$/).waitFor(), button("Copy the key").click()]);
    expect(await visit.page.evaluate("navigator.clipboard.readText()")).toBe(key);
    await button("Send a test…").click();
    const recipient = anAddress();
    await field("Send a test to").fill(recipient);
    await button("Send").click();
    await visit.page.getByText("Queued.").waitFor();
    await expect.poll(() => stack.mails(recipient)).toHaveLength(1);
    await button("I have stored it").click();
    const row = visit.page.getByRole("row", { name: /Web shop/ });
    await row.getByText(`${key.slice(0, 12)}…${key.slice(-4)}`).waitFor();
    await visit.examine("api-keys");

    await choose("Rotate…");
    await visit.page.getByRole("combobox", { name: "The old key works" }).click();
    await visit.page.getByRole("option", { name: "no longer" }).click();
    await button("Make a new key").click();
    await visit.page.getByRole("tab", { name: "curl" }).waitFor();
    expect(await secret()).not.toBe(key);
    await button("I have stored it").click();

    await choose("Revoke…");
    await visit.examine("api-key-revoke");
    await button("Revoke the key").click();
    await visit.page.getByText("“Web shop” is revoked.").waitFor();
    await expect.poll(() => row.count()).toBe(0);
    await button(/^Show (?:it|them)$/).click();
    await visit.page
      .getByRole("row", { name: /Web shop.*Revoked/ })
      .first()
      .waitFor();
  });

  it("creates one for a purpose, with limits, and lists what it may do and has used today (D47)", async () => {
    await open("/api-keys");
    await button("Create a key").click();
    await field(/^Name/).fill("Limited");
    await visit.page.getByText("Answer customers.").waitFor();
    const purpose = visit.page.getByRole("combobox", { name: "It is for" });
    await purpose.click();
    await visit.page.getByRole("option", { name: "reading only" }).click();
    await expect.poll(() => visit.page.getByText("Answer customers.").count()).toBe(0);
    await visit.page.getByText("Read events.").waitFor();
    await purpose.click();
    await visit.page.getByRole("option", { name: "something else" }).click();
    await button("Create the key").click();
    await visit.page.getByText("Choose at least one.").waitFor();
    await visit.page.getByLabel(/^Send notifications/).check();
    await field(/^Notifications a day/).fill("3");
    await field(/^Only to/).fill("example.test");
    await button("Create the key").click();
    await visit.page.getByText(/^The list must have only/).waitFor();
    await field(/^Only to/).fill("*@example.test");
    await visit.examine("api-key-limited");
    await button("Create the key").click();
    const key = await secret();
    expect((await stack.send(key)).status).toBe(202);
    expect((await stack.send(key, { recipient: "a@example.org" })).status).toBe(403);
    await button("I have stored it").click();
    await visit.page.reload();
    const row = visit.page.getByRole("row", { name: /Limited/ });
    await row.getByText("Send notifications", { exact: true }).waitFor();
    await row.getByText("1 of 3 today, to *@example.test").waitFor();
  });

  it("opens the form from the palette, begins at Copy, and asks before a key is out of sight for ever", async () => {
    await open("/api-keys?new");
    await field(/^Name/).fill("Ledger");
    expect(new URL(visit.page.url()).search).toBe("");
    await button("Create the key").click();
    await button("Copy the key").waitFor();
    const focused = () => visit.page.evaluate("document.activeElement.ariaLabel");
    await expect.poll(focused).toBe("Copy the key");
    for (const leave of [() => visit.page.keyboard.press("Escape"), () => button("Close").first().click()]) {
      await leave();
      await visit.page.getByText("Nobody can show it again.").waitFor();
      await button("Back to the key").click();
      expect(await secret()).toMatch(/^hrld_/);
    }
    await visit.page.keyboard.press("Escape");
    await visit.examine("api-key-asked");
    await visit.page.getByRole("alert").getByRole("button", { name: "Close" }).click();
    await expect.poll(() => visit.page.getByRole("dialog").count()).toBe(0);
  });
});

describePages("sending accounts", () => {
  const password = () => visit.page.getByRole("textbox", { name: "Password" });

  it("adds one, shows the server's words when a test fails, mends it, and deletes it", async () => {
    await open("/sending-accounts/new");
    await field(/^Label/).fill("Shop mail");
    await field(/^From address/).fill("shop@shop.example");
    await field(/^Host/).fill("127.0.0.1");
    await field(/^Port/).fill("25");
    await expect.poll(() => visit.page.getByText("close port 25").count()).toBe(1);
    await field(/^Port/).fill(String(stack.file.smtp.port));
    await expect.poll(() => visit.page.getByText("close port 25").count()).toBe(0);
    await visit.page.getByRole("radiogroup", { name: "Encryption" }).getByText("None").click();
    await field(/^User name/).fill("demo");
    await password().fill("wrong");
    await button("Send a test").click();
    await visit.page.getByRole("alert").getByText(/535/).waitFor();
    await visit.page.getByText("Host found (127.0.0.1)").waitFor();
    await field(/^Other from addresses/).fill("*@localhost");
    await field(/^Recipient domains/).fill("not a domain");
    await expect.poll(() => visit.page.getByText(/535/).count()).toBe(0);
    await button("Send a test").click();
    await visit.page.getByText(/^Recipient domains must hold bare domain names/).waitFor();
    await button("Add the account").click();
    await visit.page.getByText("What is wrong stands at its field.").waitFor();
    await visit.page.getByText(/^Recipient domains must hold bare domain names/).waitFor();
    await visit.page.getByText(/^Other from addresses must hold email addresses/).waitFor();
    await visit.examine("sending-account-refused");
    await field(/^Other from addresses/).fill("billing@shop.example\n*@News.example");
    await field(/^Recipient domains/).fill("Example.TEST\nexample.org");
    await button("Add the account").click();
    await heading("Shop mail").waitFor();
    expect(await field(/^Other from addresses/).inputValue()).toBe("billing@shop.example\n*@News.example");
    expect(await field(/^Recipient domains/).inputValue()).toBe("example.test\nexample.org");

    await button("Send a test").click();
    await visit.page.getByRole("alert").getByText(/535/).waitFor();
    await visit.page.getByRole("alert").getByText("The user name, the password or the key is wrong.").waitFor();
    await visit.page.getByRole("listitem").filter({ hasText: "Sign-in refused" }).getByText(/\d ms/).waitFor();
    await visit.page.getByText(/^Refused in the test at/).waitFor();
    await visit.page.getByRole("heading", { name: "shop.example in DNS" }).waitFor();
    await visit.page.getByText("DMARC", { exact: true }).waitFor();
    await visit.examine("sending-account");
    await password().fill("demo");
    await expect.poll(() => visit.page.getByText(/535/).count()).toBe(0);
    await button("Send a test").click();
    await visit.page.getByText("The server accepted the test mail for shop@shop.example.").waitFor();
    // The message of the first save may still be shown.
    const saved = visit.page.waitForResponse((response) => response.request().method() === "PUT");
    await button("Save").click();
    expect((await saved).status()).toBe(200);
    await visit.page.getByText("“Shop mail” is saved.").waitFor();
    // The message about 535 belongs to the earlier settings.
    await expect.poll(() => visit.page.getByText(/535/).count()).toBe(0);
    const recipient = anAddress();
    await field(/^Send a test mail to/).fill(recipient);
    await button("Send a test").click();
    await visit.page.getByText(`The server accepted the test mail for ${recipient}.`).waitFor();
    expect(await stack.mails(recipient)).toHaveLength(1);

    await button("Delete…").click();
    await visit.page.keyboard.press("Escape");
    await expect.poll(() => visit.page.getByRole("dialog").count()).toBe(0);
    await button("Delete…").click();
    const asked: string[] = [];
    visit.page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const path = new URL(visit.page.url()).pathname.replace("/sending-accounts/", "/api/v1/smtp-accounts/");
    await button("Delete the account").click();
    await heading("Sending accounts").waitFor();
    await visit.page.waitForLoadState("networkidle");
    expect(asked.filter((one) => one.endsWith(path))).toEqual([`DELETE ${path}`]);
    await expect.poll(() => visit.page.getByText("Shop mail", { exact: true }).count()).toBe(0);
    await visit.examine("sending-accounts");
  });

  it("fills in what a provider says, and follows the encryption with the port until somebody types one", async () => {
    await open("/sending-accounts/new");
    await visit.page.getByRole("radio", { name: /^Amazon SES/ }).check();
    await visit.page.getByRole("combobox", { name: "Region" }).click();
    await visit.page.getByRole("option", { name: "eu-central-1" }).click();
    expect(await field(/^Host/).inputValue()).toBe("email-smtp.eu-central-1.amazonaws.com");
    await visit.page.getByRole("radio", { name: /^Resend/ }).check();
    expect(await field(/^Host/).inputValue()).toBe("smtp.resend.com");
    expect(await field(/^User name/).inputValue()).toBe("resend");
    const encryption = visit.page.getByRole("radiogroup", { name: "Encryption" });
    await encryption.getByText("TLS", { exact: true }).click();
    expect(await field(/^Port/).inputValue()).toBe("465");
    await field(/^Port/).fill("2465");
    await encryption.getByText("STARTTLS").click();
    expect(await field(/^Port/).inputValue()).toBe("2465");
    await visit.page.getByRole("radio", { name: /^Relay/ }).check();
    expect(await password().count()).toBe(0);
    await visit.examine("sending-account-new");
    await button("Add the account").click();
    for (const message of ["Label is required", "From address is required", "Host is required"])
      await visit.page.getByText(message).waitFor();
    await field(/^Label/).fill("Relay");
    await field(/^From address/).fill("shop@shop.example");
    await field(/^Host/).fill("127.0.0.1");
    await button("Add the account").click();
    await heading("Relay").waitFor();
    await button("Delete…").click();
    await button("Delete the account").click();
    await heading("Sending accounts").waitFor();
  });

  it("asks in the middle of the window before it deletes", async () => {
    await open(`/sending-accounts/${stack.file.demo.smtp_account_id}`);
    await button("Delete…").click();
    const { x = 0, y = 0, width = 0, height = 0 } = (await visit.page.getByRole("dialog").boundingBox()) ?? {};
    const { width: wide = 0, height: high = 0 } = visit.page.viewportSize() ?? {};
    const middle = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    expect(middle).toEqual({ x: wide / 2, y: high / 2 });
    await visit.examine("sending-account-delete");
  });

  it("does not offer the HTTP provider where the deployment has none", async () => {
    await open("/sending-accounts/new");
    await field(/^Host/).waitFor();
    expect(await visit.page.getByRole("radio", { name: /^HTTP API/ }).count()).toBe(0);
  });

  it("offers the HTTP provider where the deployment has it, and shows the service's refusal", async () => {
    await visit.page.route("**/config.json", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), http_api_provider: true } });
    });
    await open("/sending-accounts/new");
    await visit.page.getByRole("radio", { name: /^HTTP API/ }).check();
    await field(/^Label/).fill("By API");
    await field(/^From address/).fill("shop@shop.example");
    await field(/^Endpoint/).fill("https://api.example.com/send");
    await field(/^API key of the provider/).fill("secret");
    await field(/^Body template/).fill('{"to": {{.To | json}}}');
    await button("Add the account").click();
    await visit.page.getByRole("alert").getByText("provider http_api is not enabled").waitFor();
    await visit.examine("sending-account-http");
  });
});

describePages("email templates", () => {
  it("previews while one writes, names variables and mistakes, and sends a test", async () => {
    await open("/email-templates/new");
    await field(/^Name/).fill("Welcome");
    await field(/^Subject/).fill("Welcome, {{.first_name}}");
    await visit.page.getByRole("radiogroup", { name: "Kind of body" }).getByText("HTML").click();
    const body = visit.page.getByRole("textbox", { name: "Body" });
    await body.fill('<h1 style="color: green">Hello</h1>\n{{if .first_name}}');
    await visit.page.getByText("Line 2: unexpected EOF").waitFor();
    await visit.examine("email-template-fault");
    await button("Go to line 2").click();
    await visit.page.keyboard.type("<p onclick=1>Dear {{.first_name}},</p><script>parent.x = 1</script>");
    await visit.page.keyboard.press("Delete");
    await visit.page.keyboard.type("{{end}}{{.code}}");
    await visit.page.getByText(/the mail would say/).waitFor();
    await visit.page.getByText("line 2", { exact: true }).first().waitFor();
    await field("Sample value of first_name").fill("Ada");
    await visit.page.getByText("Welcome, Ada").waitFor();
    const mail = visit.page.frameLocator("iframe");
    await mail.getByText("Dear Ada,").waitFor();
    const frame = visit.page.frames().find((one) => one.url().endsWith("/preview.html"));
    expect(await frame?.evaluate("[getComputedStyle(document.querySelector('h1')).color, origin]")).toEqual([
      "rgb(0, 128, 0)",
      "null",
    ]);
    await visit.page.getByText(/the body prints variables into HTML as they are/).waitFor();
    await button("Create the template").click();
    await heading("Welcome").waitFor();
    expect(await field("Sample value of first_name").inputValue()).toBe("Ada");
    await field("Escape values in HTML").check();
    await field(/^Alias/).fill("welcome");
    await field("Strict").check();
    await field(/^Subject/).fill("Dear {{.first_name}}");
    await visit.page.getByRole("link", { name: "Notifications", exact: true }).first().click();
    await visit.page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    await button("Stay here").click();
    await visit.page.goBack();
    await visit.page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    await button("Stay here").click();
    expect(await field(/^Alias/).inputValue()).toBe("welcome");
    await visit.page.keyboard.press("Control+s");
    await visit.page.getByText("Version 2").waitFor();
    await button("Send it by API").click();
    await visit.page.getByText("template_id: welcome").waitFor();
    for (const language of ["TypeScript", "Python", "Go"]) {
      await visit.page.getByRole("tab", { name: language }).click();
      await visit.page.getByRole("tabpanel", { name: language }).getByText("HERALD_API_KEY").waitFor();
    }
    await button("Close").click();
    await button("Versions").click();
    await visit.page.getByRole("row", { name: /Dear/ }).waitFor();
    await button("Changes of version 2").click();
    await visit.page.locator("ins", { hasText: "Subject: Dear {{.first_name}}" }).waitFor();
    await visit.examine("email-template-versions");
    await button("Restore version 1").click();
    await visit.page.getByText("Version 1 is restored.").waitFor();
    await button("Close").click();
    expect(await field(/^Subject/).inputValue()).toBe("Welcome, {{.first_name}}");
    expect(await field("Strict").isChecked()).toBe(false);
    await button("Undo").click();
    await expect.poll(() => field(/^Subject/).inputValue()).toBe("Dear {{.first_name}}");
    await button("Versions").click();
    await button("Restore version 1").click();
    // The dialog lists the versions and grows with the new one. Once version 4 is listed, the dialog no longer moves,
    // so its button can be clicked.
    await button("Restore version 4").waitFor();
    await button("Close").click();
    await expect.poll(() => field(/^Subject/).inputValue()).toBe("Welcome, {{.first_name}}");

    await field("Sample value of first_name").fill("Grace");
    const recipient = anAddress();
    await button("Send a test").click();
    await visit.page.getByRole("textbox", { name: "To", exact: true }).fill(recipient);
    await visit.examine("email-template");
    await button("Send the test").click();
    await visit.page.getByRole("link", { name: "See what becomes of it" }).click();
    await visit.page.getByText("Sent: the server accepted it").waitFor();
    expect((await stack.mail(recipient)).subject).toBe("Welcome, Grace");
    await visit.page.getByRole("link", { name: "Email templates" }).click();
    await visit.page.getByRole("row", { name: /Welcome/ }).waitFor();
    await visit.examine("email-templates");
    await visit.page.getByRole("link", { name: "Welcome", exact: true }).click();
    await button("Delete the template").click();
    await visit.page.getByRole("dialog").getByRole("button", { name: "Delete the template" }).click();
    await visit.page.getByRole("heading", { name: "No email template yet" }).waitFor();
    // Newer browsers report the mail's own handler as soon as they read it; the frame's policy keeps it from running.
    const ofTheMail =
      /^error: (?:Executing inline event handler violates|policy: script-src-attr inline \S+\/preview\.js$)/;
    expect(visit.complaints.splice(0).filter((one) => !ofTheMail.test(one))).toEqual([]);
  });

  it("stay editable with a sample that the text cannot use, which says that values are text", async () => {
    await open("/email-templates/new");
    await field(/^Name/).fill("Order lines");
    await field(/^Subject/).fill("Order of {{.name}}");
    await visit.page.getByRole("textbox", { name: "Body" }).fill("Lines: {{range .items}}{{.}}{{end}}");
    await field("Sample value of name").fill("Ada");
    await field("Sample value of items").fill('["Tea","Coffee"]');
    const wrong = visit.page.getByText("A sample is text, also one that looks like a list, until it is given as JSON.");
    await wrong.waitFor();
    await button("Create the template").click();
    await heading("Order lines").waitFor();
    await visit.page.reload();
    await heading("Order lines").waitFor();
    await wrong.waitFor();
    await visit.page.getByText("Order of Ada").waitFor();
    await visit.page.getByText("35 B", { exact: true }).waitFor();
    expect(await field("Sample value of items").inputValue()).toBe('["Tea","Coffee"]');
    await visit.glance("email-template-values", "light");
    await visit.glance("email-template-values", "dark");
    await field("Sample value of items").fill("");
    await wrong.waitFor({ state: "detached" });
    await visit.page.getByText("7 B", { exact: true }).waitFor();
    await field("Sample value of items").fill('["Tea","Coffee"]');
    await wrong.waitFor();
    await button("Give items as JSON").click();
    await wrong.waitFor({ state: "detached" });
    await visit.page.getByText("16 B", { exact: true }).waitFor();
  });

  it("without options can be restored, and that can be undone, too", async () => {
    const token = await stack.token("demo");
    const text = { name: "Plain", subject: "First", body: "One." };
    const { body } = await stack.call("POST", "/api/v1/templates", { token, json: text });
    const path = `/api/v1/templates/${String(body.id)}`;
    await stack.call("PUT", path, { token, json: { ...text, subject: "Second" } });
    expect((await stack.call("GET", path, { token })).body.version).toBeUndefined();
    await open(`/email-templates/${String(body.id)}`);
    await button("Versions").click();
    await button("Restore version 1").click();
    await visit.page.getByText("Version 1 is restored.").waitFor();
    await button("Close").click();
    expect(await field(/^Subject/).inputValue()).toBe("First");
    await button("Undo").click();
    await expect.poll(() => field(/^Subject/).inputValue()).toBe("Second");
  });

  it("take everything that is typed, however quickly it comes", async () => {
    await open("/email-templates/new");
    const body = visit.page.getByRole("textbox", { name: "Body" });
    await body.focus();
    // The script presses a key in every pause of the page, including the pauses between a rendering and its effects.
    const typed = await visit.page.evaluate<string>(`(async () => {
      const channel = new MessageChannel();
      const aMoment = () => new Promise((resolve) => {
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(0);
      });
      let typed = "";
      for (let count = 0; count < 400; count++) {
        const key = String.fromCharCode(97 + (count % 26));
        document.execCommand("insertText", false, key);
        typed += key;
        for (let moments = count % 5; moments > 0; moments--) await aMoment();
      }
      return typed;
    })()`);
    expect(typed).toHaveLength(400);
    await expect.poll(() => body.innerText()).toBe(typed);
    await visit.page.locator("main").getByText(typed).last().waitFor();
  });

  it("show one notice about pictures that are elsewhere, as long as there are any", async () => {
    await open("/email-templates/new");
    await field(/^Subject/).fill("Pictures");
    await visit.page.getByRole("radiogroup", { name: "Kind of body" }).getByText("HTML").click();
    const body = visit.page.getByRole("textbox", { name: "Body" });
    // Keys empty the field first, because `fill` over a text keeps that text's inline style.
    const write = async (text: string) => {
      await body.press("Control+a");
      await body.press("Delete");
      await body.fill(text);
    };
    const held = visit.page.getByText("Its pictures are elsewhere");
    const mail = visit.page.frameLocator("iframe");
    await write('<p>Painted</p><div style="height:9px;background:url(//pictures.example/a.png)"></div>');
    await held.waitFor();
    expect(await visit.page.getByText(/remote pictures/).count()).toBe(0);
    await write('<p>With its own</p><img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">');
    await mail.getByText("With its own").waitFor();
    await held.waitFor({ state: "detached" });
    await write('<p>With a place that is nowhere</p><img alt="" src="logo.png">');
    await mail.getByText("With a place that is nowhere").waitFor();
    await write('<p>Drawn</p><img alt="" src="https://pictures.example/b.png">');
    await held.waitFor();
    const heldBack = /pictures\.example|preview\.html|preview\.js|logo\.png/;
    expect(visit.complaints.splice(0).filter((one) => !heldBack.test(one))).toEqual([]);
  });
});

describePages("the frame around the pages", () => {
  it("is used by keyboard alone, from the skip link to the menu of a narrow screen", async () => {
    await open("/api-keys");
    await visit.page.locator("body").press("Tab");
    expect(await visit.page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
    await visit.page.keyboard.press("Enter");
    expect(await visit.page.evaluate("location.hash")).toBe("#content");
    await visit.page.setViewportSize({ width: 360, height: 740 });
    await button("Menu").focus();
    await visit.page.keyboard.press("Enter");
    await visit.examine("menu");
    await visit.page.setViewportSize({ width: 360, height: 740 });
    await visit.page.getByRole("link", { name: "Sending accounts" }).focus();
    await visit.page.keyboard.press("Enter");
    await heading("Sending accounts").waitFor();
    expect(await visit.page.evaluate("document.activeElement.tagName")).toBe("H1");
    expect(await button("Menu").getAttribute("aria-expanded")).toBe("false");
  });

  it("keeps no token outside the page, signs in again by itself after a reload, and signs out", async () => {
    await open("/api-keys?x=1");
    const kept = await visit.page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
    );
    expect(kept).not.toMatch(/eyJ|token/i);
    await visit.page.reload();
    await heading("API keys").waitFor();
    expect(visit.page.url()).toBe(`${stack.file.base_url}/api-keys?x=1`);
    await button(/^Signed in as/).click();
    await visit.page.getByRole("menuitem", { name: "Sign out" }).click();
    await heading("You are signed out").waitFor();
    await visit.examine("signed-out");
    await visit.page.getByRole("link", { name: "Sign in" }).click();
    await button(/^demo\b/).waitFor();
    await button("Cancel").click();
    await heading("Signing in did not work").waitFor();
  });

  it("gets itself a fresh token when the service does not take the old one any more", async () => {
    await open("/api-keys");
    const asked: string[] = [];
    visit.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await visit.page.route(
      "**/api/v1/smtp-accounts",
      (route) => route.fulfill({ status: 401, json: { error: "unauthorized" } }),
      {
        times: 1,
      },
    );
    await visit.page.getByRole("link", { name: "Sending accounts" }).click();
    await visit.page.getByRole("row", { name: /Local mailbox/ }).waitFor();
    expect(asked).toEqual(expect.arrayContaining(["/connect/token"]));
    expect(visit.page.url()).toBe(`${stack.file.base_url}/sending-accounts`);
    expect(visit.complaints.splice(0)).toEqual([expect.stringContaining("status of 401")]);
  });

  it("waits and goes on by itself when the service asks for less, instead of showing an error", async () => {
    await open("/api-keys");
    await visit.page.route(
      "**/api/v1/smtp-accounts",
      (route) =>
        route.fulfill({
          status: 429,
          headers: { "retry-after": "1" },
          contentType: "text/plain; charset=utf-8",
          body: "too many requests",
        }),
      { times: 1 },
    );
    await visit.page.getByRole("link", { name: "Sending accounts" }).click();
    await visit.page.getByText("Too many requests.").waitFor();
    expect(await visit.page.getByRole("alert").count()).toBe(0);
    await visit.page.getByRole("row", { name: /Local mailbox/ }).waitFor();
    expect(await visit.page.getByText("Too many requests.").count()).toBe(0);
    expect(visit.complaints.splice(0)).toEqual([expect.stringContaining("status of 429")]);
  });

  it("shows the next page after one that crashed, and does not blame the connection", async () => {
    await visit.page.route("**/panel/api/api-keys?*", (route) => route.fulfill({ json: [{ id: "x", name: 5 }, null] }));
    await open("/notifications");
    await visit.page.getByRole("link", { name: "API keys" }).click();
    const alert = visit.page.getByRole("alert");
    await alert.getByText("This page broke").waitFor();
    expect(await alert.innerText()).not.toContain("cannot be reached");
    expect(await alert.innerText()).toContain("TypeError");
    await visit.page.getByRole("link", { name: "Email templates" }).click();
    await heading("Email templates").waitFor();
    expect(await alert.count()).toBe(0);
    expect(visit.complaints.splice(0)).not.toEqual([]);
  });

  it("says that the service cannot be reached when it cannot", async () => {
    await open("/api-keys");
    await visit.page.route("**/api/v1/smtp-accounts", (route) => route.abort("connectionrefused"));
    await visit.page.getByRole("link", { name: "Sending accounts" }).click();
    await visit.page.getByRole("alert").getByText("The service cannot be reached. Check the connection.").waitFor();
    expect(visit.complaints.splice(0)).toEqual(
      expect.arrayContaining([expect.stringContaining("ERR_CONNECTION_REFUSED")]),
    );
  });

  it("has a page for addresses that lead nowhere", async () => {
    await open("/admin/nowhere");
    await heading("Nothing here").waitFor();
    await visit.examine("nothing-here");
  });
});

describePages("tools beside the panel", () => {
  it("have accessible pages that fit a telephone: sign-in, mailbox, chat simulator", async () => {
    const { auth_url, mailbox_url, chat_simulator_url, base_url } = stack.file;
    await visit.page.goto(base_url);
    await button(/^demo\b/).waitFor();
    expect(visit.page.url()).toContain(auth_url);
    await visit.examine("sign-in");
    await visit.page.goto(mailbox_url);
    await visit.page.getByRole("button", { name: /Hello/ }).first().click();
    await visit.examine("mailbox");
    await visit.page.goto(chat_simulator_url);
    await visit.page.getByPlaceholder("+15551230001").fill("+15551230001");
    await button("Open").click();
    await field(/^Message$/).fill("Hello, is anybody there?");
    await button("Send as the customer").click();
    await visit.page
      .getByRole("list", { name: "Messages of this thread" })
      .getByText("Hello, is anybody there?")
      .waitFor();
    await visit.examine("chat-simulator");
    await visit.page.goto(`${auth_url}/connect/authorize`);
    await heading("This sign-in cannot start").waitFor();
    await visit.examine("sign-in-refused");
  });
});
