import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { call, type Fields, LocalStack } from "../support/local-stack.ts";
import { pictureOf } from "../support/media-files.ts";

/** This picture has one transparent pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const CUSTOMER = "+14155550123";
const LATE_CUSTOMER = "+14155550199";
const TALKATIVE_CUSTOMER = "+14155550177";
const NOTED_CUSTOMER = "+14155550166";
const TWO_DAYS_S = 172_800;
/** The history shows these messages on more than one page. */
const MANY = 110;

let stack: LocalStack;
let browser: Browser;
let visit: Visit;

const writesIn = async (phone: string, message: object) => {
  const answer = await call("POST", `${stack.file.chat_simulator_url}/api/customers/${phone}/messages`, {
    json: message,
  });
  expect(answer.status).toBe(201);
};

beforeAll(async () => {
  browser = await launchBrowser();
  stack = await LocalStack.start({ HERALD_CHAT_REVIEW_SECONDS: "0.2" });
  const hostile = "Ignore all instructions <img src=x onerror=alert(1)> <b>bold</b>";
  const picture = { caption: "My parcel" };
  const content = { content_base64: PNG.toString("base64"), content_type: "image/png" };
  await writesIn(CUSTOMER, { type: "text", text: { body: hostile } });
  await writesIn(CUSTOMER, { type: "image", image: picture, ...content });
  const late = {
    name: "late_answer",
    language: "en",
    category: "UTILITY",
    body: { text: "Hi {{1}}, we are here.", examples: ["Ann"] },
  };
  const created = await stack.call("POST", "/api/v1/chat-templates", { token: await stack.token("demo"), json: late });
  expect(created.status).toBe(201);
  const says = (body: string) =>
    writesIn(TALKATIVE_CUSTOMER, { type: "text", text: { body }, profile_name: "Ana Lima" });
  await says("The very first");
  await Promise.all(Array.from({ length: MANY }, (_, i) => says(`Line ${i}`)));
  await says("The last line");
  await writesIn(NOTED_CUSTOMER, { type: "text", text: { body: "Are you open?" }, profile_name: "Ben Okafor" });
  const timestamp = Math.floor(Date.now() / 1000) - TWO_DAYS_S;
  await writesIn(LATE_CUSTOMER, { type: "text", text: { body: "Is it ready?" }, timestamp });
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
const box = (name: string) => visit.page.getByRole("textbox", { name, exact: true });
const choose = async (label: string, option: string | RegExp) => {
  await visit.page.getByRole("combobox", { name: label }).click();
  await visit.page.getByRole("option", { name: option }).click();
};
const text = (content: string | RegExp) => visit.page.getByText(content).first();

describePages("chat templates", () => {
  it("shows the service's rules while one types, creates, and follows the review", async () => {
    await open("/chat-templates");
    await text("late_answer").waitFor();
    await visit.page.getByRole("link", { name: "Build a template" }).first().click();
    await field(/^Name/).fill("order_shipped");
    await field(/^Body/).fill("Good news, {{2}}: your order is on its way.");
    await text(/body/i).waitFor();
    await visit.page.getByText("Before it can be created").waitFor();
    await field(/^Body/).fill("Good news, {{1}}: your order is on its way.");
    await field(/^Examples/).fill("Ann");
    await button("Add a button").click();
    await choose("What it does", /ends in a variable/);
    await field(/^Text on it/).fill("Track it");
    await field(/^Address/).fill("https://shop.example/t/{{1}}");
    await field(/^Example of the ending/).fill("A-17");
    await text("Ready for the platform's review.").waitFor();
    await text("button_1_parameter_1").waitFor();
    await text("Good news, Ann: your order is on its way.").waitFor();
    await visit.examine("chat-template-builder");
    await button("Create and submit for review").click();
    await heading("order_shipped").waitFor();
    await text("It can be sent.").waitFor();
    await text("curl").waitFor();
    await visit.examine("chat-template");
    await visit.page.getByRole("link", { name: "Chat templates" }).first().click();
    await text("Approved").waitFor();
    await visit.examine("chat-templates");
  });

  it("shows marks as the telephone does, names variables, and keeps the languages of a name together", async () => {
    await open("/chat-templates/new");
    await field(/^Name/).fill("order_late");
    await field(/^Body/).fill("Sorry, *{{1}}*: it is _late_, ~not lost~. Code ```A_1```, thank you.");
    await field(/^Examples/).fill("Ann");
    const phone = visit.page.locator(".wa-message");
    for (const [element, shown] of [
      ["strong", "Ann"],
      ["em", "late"],
      ["s", "not lost"],
      ["code", "A_1"],
    ] as const)
      await phone.locator(element, { hasText: shown }).waitFor();
    expect(await phone.innerText()).toContain("Sorry, Ann: it is late, not lost. Code A_1, thank you.");
    await text("Ready for the platform's review.").waitFor();
    await button("Create and submit for review").click();
    await heading("order_late").waitFor();
    await field(/^Body \{\{1\}\}/).fill("customer's first name");
    await button("Save the names").click();
    await text("The names are saved.").waitFor();
    await visit.page.reload();
    await expect.poll(() => field(/^Body \{\{1\}\}/).inputValue()).toBe("customer's first name");
    const token = await stack.token("demo");
    const json = { name: "order_late", language: "de", category: "UTILITY", body: { text: "Es kommt bald." } };
    expect((await stack.call("POST", "/api/v1/chat-templates", { token, json })).status).toBe(201);
    await visit.page.reload();
    await visit.page.getByRole("link", { name: "German, de" }).click();
    await visit.page.getByRole("link", { name: "English, en" }).waitFor();
    await visit.page.getByRole("link", { name: "Chat templates" }).first().click();
    await text("late_answer").waitFor();
    const names = await visit.page.getByRole("rowheader").allInnerTexts();
    expect(names.map((name, at) => (name === "order_late" ? at : -1)).filter((at) => at >= 0)).toHaveLength(2);
    expect(names.lastIndexOf("order_late") - names.indexOf("order_late")).toBe(1);
  });

  it("uploads the review file of a media header, and deletes a template after asking", async () => {
    await open("/chat-templates/new");
    await field(/^Name/).fill("with_picture");
    await choose("Kind of header", "Image");
    await field(/^Example file/).setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PNG });
    await text("The file is uploaded.").waitFor();
    await field(/^Body/).fill("Look at this, please.");
    await text("Ready for the platform's review.").waitFor();
    await button("Create and submit for review").click();
    await heading("with_picture").waitFor();
    await button("Delete…").click();
    await button("Delete the template").click();
    await text("It is kept for the history and cannot be sent.").waitFor();
    expect(await button("Delete…").count()).toBe(0);
  });
});

const inbox = () => visit.page.getByRole("region", { name: "Conversations", exact: true });
const entry = (name: RegExp) => inbox().getByRole("link", { name });
const thread = () => visit.page.getByRole("log", { name: "Messages" });
const message = (content: string | RegExp) => thread().getByRole("listitem").filter({ hasText: content });
const status = (of: string, name: RegExp) => message(of).getByRole("img", { name });
const number = (phone: string) => new RegExp(phone.replace("+", "\\+"));

const TELEPHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };
/** The names of the visible controls that something else covers. */
const COVERED = `[...document.querySelectorAll("main :is(button, a, input, textarea), .tabs-bottom a")].filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  if (width === 0 || x + width > innerWidth || y + height > innerHeight) return false;
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return top?.closest(".toasts") != null;
}).map((one) => one.getAttribute("aria-label") ?? one.textContent)`;

describePages("conversations", () => {
  it("shows what customers wrote as text, with their files, and answers within the window", async () => {
    await open("/conversations");
    await entry(number(CUSTOMER)).waitFor();
    await visit.examine("conversations");
    await entry(number(CUSTOMER)).click();
    await heading(CUSTOMER).waitFor();
    await message("<b>bold</b>").waitFor();
    await visit.page.locator("img.message-image").waitFor();
    await expect.poll(() => visit.page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Message");
    await visit.page.keyboard.type("It is on");
    await visit.page.keyboard.press("Shift+Enter");
    await visit.page.keyboard.type("its way.");
    await visit.page.keyboard.press("Enter");
    await status("its way.", /^(?:Sent|Delivered|Read)$/).waitFor();
    expect(await box("Message").inputValue()).toBe("");
    const chooser = visit.page.waitForEvent("filechooser");
    await button("Attach").click();
    await visit.page.getByRole("menuitem", { name: "A file" }).click();
    await (await chooser).setFiles({ name: "map.png", mimeType: "image/png", buffer: PNG });
    await visit.page.locator(".attached img").waitFor();
    await expect.poll(() => visit.page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Message");
    await visit.page.keyboard.type("The way");
    await text("The file is ready.").waitFor();
    await button("Send").click();
    await visit.page.locator(".msg.out img.message-image").waitFor();
    for (const body of ["Thank you!", "And thanks again."]) {
      await writesIn(CUSTOMER, { type: "text", text: { body } });
      await message(body).waitFor();
    }
    await entry(/And thanks again/).waitFor();
    await visit.examine("conversation");
  });

  it("offers approved templates with a preview when the window is closed", async () => {
    await open("/conversations?window=closed");
    await entry(number(LATE_CUSTOMER)).click();
    await text("The window is closed").waitFor();
    await visit.page.getByText("late_answer", { exact: true }).click();
    expect(await button("Send the template").isDisabled()).toBe(true);
    await field("parameter_1").fill("Ann");
    await text("Hi Ann, we are here.").waitFor();
    expect(await box("Message").count()).toBe(0);
    await visit.examine("conversation-closed");
    await button("Send the template").click();
    await message("Hi Ann, we are here.").waitFor();
  });

  it("keeps the filters of the list when a conversation is opened, and on the way back", async () => {
    await open("/conversations?window=closed&q=0199");
    await entry(number(LATE_CUSTOMER)).click();
    await text("The window is closed").waitFor();
    expect(new URL(visit.page.url()).search).toBe("?window=closed&q=0199");
    await expect.poll(() => inbox().getByRole("listitem").count()).toBe(1);
    await visit.page.setViewportSize({ width: 390, height: 844 });
    await visit.page.getByRole("link", { name: "Back to Conversations" }).click();
    await heading("Conversations").waitFor();
    expect(new URL(visit.page.url()).search).toBe("?window=closed&q=0199");
  });

  it("names the customer where the name is known, beside the number", async () => {
    await open("/conversations?q=0177");
    await entry(/Ana Lima/).waitFor();
    expect(await entry(/Ana Lima/).innerText()).toContain(TALKATIVE_CUSTOMER);
    await entry(/Ana Lima/).click();
    await heading("Ana Lima").waitFor();
    await visit.page.getByRole("region", { name: "About Ana Lima" }).getByText(TALKATIVE_CUSTOMER).waitFor();
  });

  it("finds words in older messages, and says how far it looked", async () => {
    await open("/conversations");
    await field("Search conversations").fill("Line 7");
    await expect.poll(() => inbox().getByRole("listitem").count()).toBe(1);
    await entry(/Line 7/).waitFor();
    await text(/^Looked through the newest messages of/).waitFor();
  });

  it("marks as done, keeps notes, and writes by canned replies", async () => {
    await open("/conversations?q=0166");
    await entry(/Ben Okafor/).click();
    await heading("Ben Okafor").waitFor();
    await button("Add a note").click();
    await field("Note").fill("Rings the bell twice.");
    await button("Add the note").click();
    await text("Rings the bell twice.").waitFor();
    await box("Message").fill("/");
    await button("Write and change canned replies").click();
    await button("Write a canned reply").click();
    await field("Name").fill("hours");
    await field("Text").fill("We are here from 9 to 17.");
    await button("Save").click();
    await text("/hours").waitFor();
    // The form around the line must not react to the dialog's events.
    expect(await visit.page.locator(".msg.out").count()).toBe(0);
    await button("Delete hours").click();
    const dialog = visit.page.getByRole("dialog");
    await expect.poll(() => dialog.getByText("/hours", { exact: true }).count()).toBe(0);
    await button("Undo").click();
    await dialog.getByText("/hours", { exact: true }).waitFor();
    await button("Delete hours").click();
    await visit.page.keyboard.press("Escape");
    await expect.poll(() => dialog.count()).toBe(0);
    await button("Undo").click();
    await box("Message").fill("/hou");
    await visit.page.getByRole("option", { name: /hours/ }).waitFor();
    await visit.examine("conversation-canned");
    await box("Message").press("Enter");
    await expect.poll(() => box("Message").inputValue()).toBe("We are here from 9 to 17.");
    await button("Done").click();
    await button("Reopen").waitFor();
    await visit.page.getByText("Undo").click();
    await visit.page.getByRole("button", { name: "Done", exact: true }).waitFor();
  });

  it("deletes a note when nobody can undo it any more", async () => {
    const notes = async () => {
      const token = await stack.token("demo");
      const { body } = await stack.call("GET", "/panel/api/chat-conversations?q=0166", { token });
      const [conversation] = body.conversations as Fields[];
      const path = `/panel/api/chat-conversations/${String(conversation?.id)}/notes`;
      return ((await stack.call("GET", path, { token })).body.notes as Fields[]).map(({ text: shown }) => shown);
    };
    await open("/conversations?q=0166");
    await entry(/Ben Okafor/).click();
    for (const note of ["Note one.", "Note two."]) {
      await button("Add a note").click();
      await box("Note").fill(note);
      await button("Add the note").click();
      await visit.page.getByText(note).waitFor();
    }
    const deleteNote = async (note: string) => {
      await visit.page.locator(".todo", { hasText: note }).getByRole("button", { name: "Delete the note" }).click();
      // A toast under the pointer stays, so a slow machine still finds its buttons.
      await button("Undo").hover();
    };
    await deleteNote("Note one.");
    await expect.poll(() => visit.page.getByText("Note one.").count()).toBe(0);
    expect(await notes()).toContain("Note one.");
    await button("Undo").click();
    await visit.page.getByText("Note one.").waitFor();
    await deleteNote("Note one.");
    await button("Dismiss").click();
    await expect.poll(notes).not.toContain("Note one.");
    await deleteNote("Note two.");
    await visit.page.goto(`${stack.file.base_url}/signed-out`);
    await expect.poll(notes).not.toContain("Note two.");
    await open("/conversations?q=0166");
    await entry(/Ben Okafor/).click();
    await button("Add a note").click();
    await box("Note").fill("Note three.");
    await button("Add the note").click();
    await visit.page.route("**/notes/*", (route) => route.fulfill({ status: 503, json: { error: "not now" } }));
    await deleteNote("Note three.");
    await button("Dismiss").click();
    await visit.page.getByText("Not deleted").waitFor();
    await visit.page.getByText("Note three.").waitFor();
  });

  it("takes no file where the deployment takes none, however it comes, and says so", async () => {
    await visit.page.route("**/config.json", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), uploads: false } });
    });
    await open("/conversations?q=0166");
    await entry(number(NOTED_CUSTOMER)).click();
    const asked: string[] = [];
    visit.page.on("request", (request) => void (request.method() === "POST" && asked.push(request.url())));
    await box("Message").waitFor();
    for (const [type, data] of [
      ["paste", "clipboardData"],
      ["drop", "dataTransfer"],
    ]) {
      await visit.page.evaluate(`{
        const files = new DataTransfer();
        files.items.add(new File(["x"], "a.png", { type: "image/png" }));
        const event = new Event("${type}", { bubbles: true, cancelable: true });
        Object.defineProperty(event, "${data}", { value: files });
        document.querySelector("[aria-label=Message]").dispatchEvent(event);
      }`);
      await visit.page.getByRole("status").getByText("This deployment takes no files.").waitFor();
      for (const size of [TELEPHONE, WIDE]) {
        await visit.page.setViewportSize(size);
        expect({ size, covered: await visit.page.evaluate(COVERED) }).toEqual({ size, covered: [] });
      }
      await button("Dismiss").click();
      await visit.page.getByText("This deployment takes no files.").waitFor({ state: "detached" });
    }
    expect(asked.filter((url) => url.includes("/media"))).toEqual([]);
  });

  it("keeps a draft with its conversation", async () => {
    await open("/conversations?q=0166");
    await entry(/Ben Okafor/).click();
    await box("Message").fill("Half a sen");
    await visit.page.reload();
    await heading("Ben Okafor").waitFor();
    expect(await box("Message").inputValue()).toBe("Half a sen");
    await box("Message").fill("");
  });

  it("comes to the oldest message of a long conversation by scrolling", async () => {
    await open("/conversations?q=0177");
    await entry(number(TALKATIVE_CUSTOMER)).click();
    await message("The last line").waitFor();
    await visit.page.evaluate(`document.querySelector(".thread").scrollTo({ top: -1e6 })`);
    await message("The very first").waitFor();
    await button("To the newest").click();
    await expect.poll(() => visit.page.evaluate(`document.querySelector(".thread").scrollTop`)).toBe(0);
  });

  it("scrolls a long conversation in its own frame, and keeps the page as high as the window", async () => {
    await open("/conversations?q=0177");
    await entry(number(TALKATIVE_CUSTOMER)).click();
    await message("The last line").waitFor();
    const high = await visit.page.evaluate("document.documentElement.scrollHeight");
    expect(high).toBe(await visit.page.evaluate("innerHeight"));
    const send = await button("Send").boundingBox();
    expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThanOrEqual(Number(high));
  });

  it("stays at the newest message when pictures arrive above it", async () => {
    const content = { content_base64: pictureOf(300, 400).toString("base64"), content_type: "image/png" };
    await open("/conversations?q=0177");
    await entry(number(TALKATIVE_CUSTOMER)).click();
    await message("The last line").waitFor();
    await writesIn(TALKATIVE_CUSTOMER, { type: "image", image: { caption: "Look" }, ...content });
    await visit.page.locator("img.message-image").last().waitFor();
    const isWhole = `[...document.images].every(({ complete, naturalHeight }) => complete && naturalHeight > 0)`;
    await visit.page.waitForFunction(isWhole);
    const below = `(() => {
      const { bottom } = document.querySelector(".thread").getBoundingClientRect();
      return [...document.querySelectorAll(".thread li")].at(-1).getBoundingClientRect().bottom - bottom;
    })()`;
    await expect.poll(() => visit.page.evaluate(below)).toBeLessThanOrEqual(0);
    const picture = await visit.page.locator("img.message-image").last().boundingBox();
    expect(picture?.height).toBeGreaterThan(200);
  });
});

describePages("administration", () => {
  it("lists, creates, verifies, edits and deletes chat accounts", async () => {
    await open("/admin/chat-accounts", "admin");
    await visit.page.getByRole("link", { name: "Add a chat account" }).waitFor();
    await text("Dana Moreno (demo), Oscar Thern (other)").waitFor();
    await visit.examine("chat-accounts");
    await visit.page.getByRole("link", { name: "Add a chat account" }).click();
    await field(/^Label/).fill("Second number");
    await visit.page.getByRole("combobox", { name: "Add an owner" }).fill("nobody");
    await text("Nobody’s name or address begins so").waitFor();
    await visit.page.getByRole("combobox", { name: "Add an owner" }).fill("oscar t");
    await visit.page.getByRole("option", { name: /Oscar Thern · other@northwind.example/ }).click();
    expect(await box("Owners").inputValue()).toBe("other");
    await text("Oscar Thern (other)").waitFor();
    await visit.examine("chat-account-owners");
    await box("Owners").fill("demo");
    await text("Dana Moreno (demo)").waitFor();
    await field(/^Region/).fill("us-east-1");
    await box("WABA ID at AWS").fill("waba-1f");
    await box("Phone number ID at AWS").fill("phone-number-id-2f");
    await box("WABA ID at Meta").fill("abc");
    await button("Add the account").click();
    await text("provider_business_account_id must be").waitFor();
    await box("WABA ID at Meta").fill("123");
    await button("Add the account").click();
    await heading("Second number").waitFor();
    await button("Verify").click();
    await text("Something differs").waitFor();
    await visit.examine("chat-account");
    await visit.page.reload();
    await visit.page.getByText("Differs", { exact: true }).waitFor();
    await open("/", "admin");
    await text("Chat account Second number is not as the cloud provider has it").waitFor();
    await visit.page.getByRole("link", { name: /^Open the account.*Second number/ }).click();
    await heading("Second number").waitFor();
    await button("Delete…").click();
    await button("Delete the account").click();
    await heading("Chat accounts").waitFor();
  });

  it("is refused by the service to an owner who lacks the role, and not offered to them", async () => {
    await open("/admin/chat-accounts");
    await text("administrator role required").waitFor();
    expect(await visit.page.getByRole("link", { name: "Chat accounts" }).count()).toBe(0);
    await visit.examine("chat-accounts-refused");
  });
});
