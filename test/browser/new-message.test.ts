import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { anAddress, type Fields, LocalStack, until } from "../support/local-stack.ts";

const STEP_MS = 30_000;
const NEW = "/notifications/new";
const NEW_CHAT = "/conversations/new";
const SENDING = "**/panel/api/notifications";

let stack: LocalStack;
let browser: Browser;
let visit: Visit;
let token: string;

const create = async (path: string, json: Fields): Promise<Fields> => {
  const { status, body } = await stack.call("POST", path, { token, json });
  expect({ path, status, body }).toMatchObject({ status: 201 });
  return body;
};

beforeAll(async () => {
  browser = await launchBrowser();
  stack = await LocalStack.start({ HERALD_CHAT_REVIEW_SECONDS: "0" });
  token = await stack.token("demo");
  await create("/api/v1/templates", {
    name: "Order ready",
    subject: "Order {{.order}}",
    body: "<p>Dear {{.name}}:{{range .items}} {{.}}{{end}}</p>",
    body_type: "html",
    strict: true,
  });
  const body = { text: "Hi {{1}}, your order is ready.", examples: ["Ann"] };
  await create("/api/v1/chat-templates", { name: "order_ready", language: "en", category: "UTILITY", body });
  await until(
    async (): Promise<Fields[]> => JSON.parse((await stack.call("GET", "/api/v1/chat-templates", { token })).text),
    (all) => all.length === 1 && all.every(({ can_send: canSend }) => canSend === true),
  );
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
beforeEach(async () => {
  visit = await Visit.begin(browser);
  visit.page.setDefaultTimeout(STEP_MS);
});
afterEach(async () => {
  await visit.end();
  expect(visit.complaints).toEqual([]);
});

const open = (path: string) => visit.open(stack.file.base_url + path);
const button = (name: string | RegExp) => visit.page.getByRole("button", { name });
const box = (name: string | RegExp) => visit.page.getByRole("textbox", { name });
const content = (name: string) => visit.page.getByRole("radiogroup", { name: "Content" }).getByText(name);
const timeline = () => visit.page.getByRole("list", { name: "Timeline" });

async function write(recipient: string): Promise<void> {
  await box("To").fill(recipient);
  await box("Subject").fill("Your parcel");
  await box("Text").fill("It left this morning.");
}

describePages("a mail from the panel", () => {
  it("goes with its copies, and shows what became of it", async () => {
    await open("/notifications");
    await visit.page.getByRole("link", { name: "New message" }).click();
    const [to, cc, bcc] = [anAddress(), anAddress(), anAddress()];
    await write(to);
    await box(/^Cc/).fill(`${cc}, `);
    await box(/^Bcc/).fill(bcc);
    const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from("Twelve.") });
    await visit.page.getByLabel("Files to attach").setInputFiles([file("bill.txt"), file("wrong.txt")]);
    await button("Remove wrong.txt").click();
    await visit.examine("new-mail");
    await button(/^Send$/).click();
    await timeline().getByText("Sent: the server accepted it").waitFor();
    for (const address of [to, cc, bcc]) expect(await stack.mails(address)).toHaveLength(1);
    await visit.page.getByRole("tab", { name: "Message" }).click();
    await visit.page.getByRole("list", { name: "Attachments" }).getByText("bill.txt").waitFor();
    expect(await visit.page.getByText("wrong.txt").count()).toBe(0);
    await visit.page.getByRole("tab", { name: "Request" }).click();
    await visit.page.getByText("Person", { exact: true }).waitFor();
  });

  it("of a template shows itself with the values, says which are missing, and is judged like a program's", async () => {
    await open(NEW);
    const to = anAddress();
    await box("To").fill(to);
    await content("Template").click();
    await visit.page.getByRole("combobox", { name: "Template" }).click();
    await visit.page.getByRole("option", { name: "Order ready" }).click();
    await box("Value of order").fill("10042");
    await button("Give items as JSON").click();
    await box("Value of items").fill('["Tea", "Cups"]');
    await visit.page.getByText(/^The template is strict.*Missing: name$/).waitFor();
    await visit.page.frameLocator("iframe").getByText("Tea Cups").waitFor();
    await visit.examine("new-mail-template");
    await button(/^Send$/).click();
    await visit.page.getByRole("alert").getByText("missing variables: name").waitFor();
    await box("Value of name").fill("Ana");
    await button(/^Send$/).click();
    await timeline().getByText("Sent: the server accepted it").waitFor();
    const [mail] = await stack.mails(to);
    expect(mail?.subject).toBe("Order 10042");
  });

  it("that is refused says why at its fields, and keeps what was written", async () => {
    await open(NEW);
    await write("nobody");
    await box(/^Cc/).fill("a@b.example, c@@d");
    await button(/^Send$/).click();
    await visit.page.getByText("Not sent. What is wrong stands at its field.").waitFor();
    await visit.page.getByText("To must be a valid email address").waitFor();
    expect(await box("Subject").inputValue()).toBe("Your parcel");
    await visit.examine("new-mail-refused");
    await box("To").fill(anAddress());
    await button(/^Send$/).click();
    await visit.page.getByText("Cc must be a valid email address").waitFor();
  });

  it("may leave later", async () => {
    await open(NEW);
    await write(anAddress());
    await visit.page.getByLabel("Send it later").check();
    const later = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
    await visit.page.getByLabel("Time", { exact: true }).fill(later);
    await button("Schedule").click();
    await timeline().getByText("Scheduled by its sender").waitFor();
    expect(await visit.page.getByRole("button", { name: "Cancel it" }).isVisible()).toBe(true);
  });

  it("is not lost without a question", async () => {
    await open(NEW);
    await write(anAddress());
    await visit.page.keyboard.press("Escape");
    await visit.page.getByRole("link", { name: "Home" }).click();
    await visit.page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    await button("Stay here").click();
    expect(await box("Subject").inputValue()).toBe("Your parcel");
  });
});

/** The requests that send a message. `lose` lets the service take the first one and drops its answer. */
async function watched(lose: boolean) {
  const keys: (string | null)[] = [];
  await visit.page.route(SENDING, async (held) => {
    if (held.request().method() !== "POST") return held.fallback();
    keys.push(await held.request().headerValue("idempotency-key"));
    if (!lose || keys.length > 1) return held.continue();
    await held.fetch();
    return held.abort("connectionreset");
  });
  return keys;
}
const forgiveLoss = () => {
  const lost = /net::ERR_CONNECTION_RESET/;
  visit.complaints.splice(0, visit.complaints.length, ...visit.complaints.filter((one) => !lost.test(one)));
};

describePages("a mail whose answer is lost", () => {
  const loseOne = async (to: string) => {
    await open(NEW);
    await write(to);
    const keys = await watched(true);
    await button(/^Send$/).click();
    await visit.page.getByText("The service cannot be reached. Check the connection.").last().waitFor();
    return keys;
  };

  it("is sent once when the person tries again", async () => {
    const to = anAddress();
    const keys = await loseOne(to);
    await button(/^Send$/).click();
    await timeline().getByText("Sent: the server accepted it").waitFor();
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect(await stack.mails(to)).toHaveLength(1);
    forgiveLoss();
  });

  it("is not sent a second time with another text, before the person knows of the first", async () => {
    const to = anAddress();
    const keys = await loseOne(to);
    await box("Text").fill("It left at noon.");
    await button(/^Send$/).click();
    await visit.page.getByText("An earlier try of this form was accepted").waitFor();
    await visit.examine("new-mail-accepted-before");
    expect(await stack.mails(to)).toHaveLength(1);
    await button(/^Send$/).click();
    await timeline().getByText("Sent: the server accepted it").waitFor();
    expect(new Set(keys).size).toBe(2);
    expect(await stack.mails(to)).toHaveLength(2);
    forgiveLoss();
  });
});

describePages("a first message to a telephone", () => {
  it("is an approved template, and begins the conversation in which it is shown", async () => {
    await open("/conversations");
    await visit.page.getByRole("link", { name: "New conversation" }).click();
    await box("To").fill("+351 912 345 678");
    expect(await button(/^Send$/).isDisabled()).toBe(true);
    await visit.page.getByText("order_ready").click();
    await box("parameter_1").fill("Ana");
    await visit.page.getByRole("region", { name: "Preview" }).getByText("Hi Ana, your order is ready.").waitFor();
    await visit.examine("new-chat");
    const keys = await watched(false);
    await button(/^Send$/).dblclick();
    await visit.page.waitForURL(/\/conversations\/[0-9a-f-]{36}$/);

    await visit.page.locator(".msg.out").getByText("Hi Ana, your order is ready.").waitFor();
    await visit.page.getByRole("region", { name: "Conversations" }).getByText("+351912345678").waitFor();
    expect(keys).toHaveLength(1);
  });

  it("says at its field what is no telephone", async () => {
    await open(NEW_CHAT);
    await box("To").fill("912345678");
    await visit.page.getByText("order_ready").click();
    await box("parameter_1").fill("Ana");
    await button(/^Send$/).click();
    await visit.page.getByText(/^To must be a phone number in E\.164 form/).waitFor();
    expect(new URL(visit.page.url()).pathname).toBe(NEW_CHAT);
  });
});
