import type { Browser, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { call, LocalStack, until } from "../support/local-stack.ts";

const CUSTOMER = "+14155550177";
const OTHER_CUSTOMER = "+14155550178";
/** This picture has one transparent pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** The browser logs these messages about requests that a test makes fail. */
const LOST_REQUEST = /Failed to load resource|ERR_CONNECTION_REFUSED|net::ERR_FAILED/;

let stack: LocalStack;
let browser: Browser;
let visit: Visit;
let thread: string;
let otherThread: string;

/**
 * Returns the ids of the two customers' conversations. A message of each customer creates one, and arrives through the
 * queue.
 */
async function threads(): Promise<readonly string[]> {
  const { body } = await stack.call("GET", "/api/v1/chat-conversations", { token: stack.file.demo.api_key });
  return (body.conversations as { id: string }[]).map(({ id }) => id);
}

const says = (phone: string, body: string) =>
  call("POST", `${stack.file.chat_simulator_url}/api/customers/${phone}/messages`, {
    json: { type: "text", text: { body } },
  });

beforeAll(async () => {
  browser = await launchBrowser();
  stack = await LocalStack.start({ HERALD_CHAT_REVIEW_SECONDS: "0" });
  await says(CUSTOMER, "Is anybody there?");
  await until(threads, (found) => found.length > 0);
  thread = (await threads())[0] ?? "";
  await says(OTHER_CUSTOMER, "Me too.");
  const isOther = (id: string) => id !== thread;
  otherThread = (await until(threads, (found) => found.some(isOther))).find(isOther) ?? "";
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
  expect(visit.complaints.filter((one) => !LOST_REQUEST.test(one))).toEqual([]);
});

const open = (path: string) => visit.open(stack.file.base_url + path);
const button = (name: string | RegExp, page = visit.page) => page.getByRole("button", { name });
const subject = (page = visit.page) => page.getByLabel(/^Subject/);
const asked = () => visit.page.getByRole("dialog", { name: "Leave without saving?" });

async function template(): Promise<string> {
  const json = { name: "Greeting", subject: "Hello", body: "Good morning." };
  const { body } = await stack.call("POST", "/api/v1/templates", { token: await stack.token("demo"), json });
  return `/email-templates/${String(body.id)}`;
}

const ofApi = ({ pathname }: URL) => /^\/(?:api|panel\/api|admin\/api)\//.test(pathname);
/** Makes requests for the panel's page, its code and the API fail while `isDown()` is true. */
const cutOff = (page: Page, isDown: () => boolean) =>
  page.route(
    (url) => ofApi(url) || url.pathname === "/" || url.pathname.startsWith("/assets/"),
    (route) => (isDown() ? route.abort("connectionrefused") : route.continue()),
  );

const field = (name: string | RegExp) => visit.page.getByLabel(name).first();
const link = (name: string) => visit.page.getByRole("link", { name, exact: true }).first();
const heading = (name: string) => visit.page.getByRole("heading", { name, level: 1 });
const message = () => visit.page.getByRole("textbox", { name: "Message" });
const said = (text: string) => visit.page.getByRole("log").getByText(text).first();
const unread = () => visit.page.locator(".conv[aria-current] .unread");
const choose = async (label: string, option: string) => {
  await visit.page.getByRole("combobox", { name: label }).click();
  await visit.page.getByRole("option", { name: option }).click();
};
/** Changes the address within the page, as a link does that needs no confirmation. */
const move = (address: string) => visit.page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)})`);

/** Holds requests of this method and path back until the test releases them or makes them fail. */
async function hold(method: string, path: RegExp) {
  const fate = Promise.withResolvers<"sent" | "lost">();
  const seen = Promise.withResolvers<void>();
  let count = 0;
  const matches = ({ pathname }: URL) => path.test(pathname);
  await visit.page.route(matches, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    count += 1;
    seen.resolve();
    await ((await fate.promise) === "sent" ? route.continue() : route.abort("connectionrefused"));
  });
  return {
    letGo: () => fate.resolve("sent"),
    lose: () => fate.resolve("lost"),
    end: () => visit.page.unroute(matches),
    seen: seen.promise,
    count: () => count,
  };
}

describePages("leaving unsaved changes", () => {
  it("asks on the browser's ways back and forward, and goes where the reader wanted", async () => {
    const address = await template();
    await open("/email-templates");
    const { page } = visit;
    await page.locator(`a[href="${address}"]`).first().click();
    await subject().waitFor();
    await page.getByRole("link", { name: "Notifications", exact: true }).first().click();
    await page.getByRole("heading", { name: "Notifications", level: 1 }).waitFor();
    await page.goBack();
    await subject().fill("Dear friend");
    for (const move of [() => page.goBack(), () => page.goForward()]) {
      await move();
      await asked().waitFor();
      await button("Stay here").click();
      expect(new URL(page.url()).pathname).toBe(address);
      expect(await subject().inputValue()).toBe("Dear friend");
    }
    await page.goForward();
    await button("Leave").click();
    await page.getByRole("heading", { name: "Notifications", level: 1 }).waitFor();
    await page.goBack();
    await subject().fill("Dear friend");
    await page.goBack();
    await button("Leave").click();
    await page.getByRole("heading", { name: "Email templates", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/email-templates");
  });

  it("asks before the tab is closed or loaded anew", async () => {
    await open(await template());
    await subject().fill("Dear friend");
    const question = visit.page.waitForEvent("dialog");
    await visit.page.evaluate("setTimeout(() => location.reload())");
    const dialog = await question;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    expect(await subject().inputValue()).toBe("Dear friend");
  });
});

describePages("a service that is down for a while", () => {
  const notice = () => visit.page.getByRole("status").filter({ hasText: "Herald cannot be reached" });

  it("leaves what is on screen, says so once, asks at growing waits, and comes back by itself", async () => {
    let isDown = false;
    let tries = 0;
    await open(`/conversations/${thread}`);
    await visit.page.getByRole("log").getByText("Is anybody there?").waitFor();
    await cutOff(visit.page, () => isDown);
    isDown = true;
    await notice().waitFor();
    visit.page.on("request", (request) => {
      tries += Number(request.url().endsWith("/messages"));
    });
    await visit.page.waitForTimeout(15_000);
    expect(tries).toBeLessThanOrEqual(9);
    expect(await notice().count()).toBe(1);
    expect(await visit.page.getByRole("alert").count()).toBe(0);
    await visit.page.getByRole("log").getByText("Is anybody there?").waitFor();
    const message = visit.page.getByRole("textbox", { name: "Message" });
    await message.fill("We are back soon.");
    await message.press("Enter");
    await visit.page.getByRole("log").getByText("The service cannot be reached").first().waitFor();
    isDown = false;
    await expect.poll(() => notice().count()).toBe(0);
    await button("Send it again").click();
    await expect.poll(() => button("Send it again").count()).toBe(0);
    await visit.page.getByRole("log").getByText("We are back soon.").waitFor();
  });

  it("keeps a form's text, which is saved afterwards", async () => {
    let isDown = false;
    await open(await template());
    await cutOff(visit.page, () => isDown);
    isDown = true;
    await subject().fill("Dear friend");
    await button("Save").click();
    await visit.page.getByRole("alert").getByText("The service cannot be reached.").waitFor();
    isDown = false;
    await button("Save").click();
    await visit.page.getByText("“Greeting” is saved.").waitFor();
    expect(await subject().inputValue()).toBe("Dear friend");
  });

  it("brings a page that was opened meanwhile, code included", async () => {
    let isDown = false;
    await open("/email-templates");
    await cutOff(visit.page, () => isDown);
    isDown = true;
    await visit.page.getByRole("link", { name: "API keys" }).click();
    await visit.page.getByRole("status").getByText("A part of this page could not be loaded").waitFor();
    isDown = false;
    await visit.page.getByRole("heading", { name: "API keys", level: 1 }).waitFor();
    await expect.poll(() => visit.page.getByText("A part of this page could not be loaded").count()).toBe(0);
  });
});

describePages("a panel with a newer version", () => {
  it("offers to reload, and leaves what was typed", async () => {
    await open(await template());
    await subject().fill("Dear friend");
    const gone = (route: Route) => route.fulfill({ status: 404, json: { error: "not found" } });
    await visit.page.route("**/assets/*.js", gone);
    await visit.page.route(
      ({ pathname }) => pathname === "/",
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replace(/first-[\w-]+\.js/, "first-new.js") });
      },
    );
    await button("Send it by API").click();
    const offer = visit.page.getByRole("status").filter({ hasText: "There is a new version of the panel" });
    await offer.getByRole("button", { name: "Reload" }).waitFor();
    expect(await subject().inputValue()).toBe("Dear friend");
    await visit.examine("new-version");
  });
});

describePages("a sign-in that ends while one types", () => {
  const dialog = () => visit.page.getByRole("dialog", { name: "Sign in again" });

  /** Makes the service refuse both the access token and the refresh token. */
  async function end(page: Page): Promise<() => void> {
    let hasEnded = true;
    await page.route(ofApi, (route) =>
      hasEnded ? route.fulfill({ status: 401, json: { error: "unauthorized" } }) : route.continue(),
    );
    await page.route("**/connect/token", (route) =>
      hasEnded
        ? route.fulfill({
            status: 400,
            headers: { "access-control-allow-origin": "*" },
            json: { error: "invalid_grant" },
          })
        : route.continue(),
    );
    return () => {
      hasEnded = false;
    };
  }

  it("is renewed in a window of its own, and what was typed is saved", async () => {
    await open(await template());
    await subject().fill("Dear friend");
    const mend = await end(visit.page);
    await button("Save").click();
    await dialog().waitFor();
    await visit.examine("sign-in-again");
    mend();
    await dialog().getByRole("button", { name: "Sign in" }).click();
    await visit.page.getByText("“Greeting” is saved.").waitFor();
    expect(await dialog().count()).toBe(0);
    expect(await subject().inputValue()).toBe("Dear friend");
  });

  it("may be put off, and asks again at the next save", async () => {
    await open(await template());
    await subject().fill("Dear friend");
    await end(visit.page);
    for (let time = 0; time < 2; time += 1) {
      await button("Save").click();
      await dialog().waitFor();
      await visit.page.keyboard.press("Escape");
      await expect.poll(() => dialog().count()).toBe(0);
      await visit.page.getByRole("alert").getByText("Not saved").waitFor();
      expect(await subject().inputValue()).toBe("Dear friend");
      await visit.page.getByRole("status").getByRole("button", { name: "Sign in…" }).waitFor();
    }
  });

  it("is not asked for when only the identity provider is out of reach", async () => {
    await open(await template());
    await subject().fill("Dear friend");
    await end(visit.page);
    await visit.page.route("**/connect/token", (route) => route.abort("connectionrefused"));
    await button("Save").click();
    await visit.page.getByRole("alert").getByText("The service cannot be reached.").waitFor();
    expect(await dialog().count()).toBe(0);
  });

  it("ends in every tab at once, and leaves a text that is not saved", async () => {
    const address = await template();
    await open(address);
    await subject().fill("Dear friend");
    const [idle, leaving] = [await visit.tab(), await visit.tab()];
    await visit.open(`${stack.file.base_url}/conversations`, "demo", idle);
    await visit.open(`${stack.file.base_url}/api-keys`, "demo", leaving);
    await button(/^Signed in as/, leaving).click();
    await leaving.getByRole("menuitem", { name: "Sign out" }).click();
    await idle.getByRole("heading", { name: "You are signed out" }).waitFor();
    await dialog().waitFor();
    expect(await subject().inputValue()).toBe("Dear friend");
    const [window] = await Promise.all([
      visit.page.waitForEvent("popup"),
      dialog().getByRole("button", { name: "Sign in" }).click(),
    ]);
    await window.getByRole("button", { name: /^demo\b/ }).click();
    await expect.poll(() => dialog().count()).toBe(0);
    await button("Save").click();
    await visit.page.getByText("“Greeting” is saved.").waitFor();
  });
});

describePages("two tabs", () => {
  it("do not write over each other's template without a word", async () => {
    const address = await template();
    await open(address);
    const other = await visit.tab();
    await visit.open(stack.file.base_url + address, "demo", other);
    await subject().fill("Mine");
    await subject(other).fill("Theirs");
    await button("Save", other).click();
    await other.getByText("“Greeting” is saved.").waitFor();
    await button("Save").click();
    const alert = visit.page.getByRole("alert").filter({ hasText: "Saved somewhere else since you opened it" });
    await alert.waitFor();
    await visit.examine("email-template-elsewhere");
    await alert.getByRole("button", { name: "Take theirs" }).click();
    expect(await subject().inputValue()).toBe("Theirs");
    await subject().fill("Mine, after theirs");
    await button("Save").click();
    await visit.page.getByText("“Greeting” is saved.").waitFor();
    await subject(other).fill("Theirs again");
    await button("Save", other).click();
    await button("Save mine over it", other).click();
    const token = await stack.token("demo");
    const saved = async () => {
      const { body } = await stack.call("GET", `/api/v1/templates/${address.split("/")[2]}`, { token });
      return body.subject;
    };
    await expect.poll(saved).toBe("Theirs again");
    await expect.poll(() => other.getByText("Saved somewhere else").count()).toBe(0);
  });

  it.each([
    ["webhook", "Description", "demo", "/api/v1/webhooks", "/events/webhooks"],
    ["sending account", "Label", "demo", "/api/v1/smtp-accounts", "/sending-accounts"],
    ["chat account", "Label", "admin", "/admin/api/chat-accounts", "/admin/chat-accounts"],
  ] as const)("do not write over each other's %s without a word", async (_what, label, user, api, pages) => {
    const { demo, base_url } = stack.file;
    const token = await stack.token(user);
    const webhook = { url: "http://127.0.0.1:2/herald", description: "Shop" };
    const known = {
      "/api/v1/webhooks": async () => String((await stack.call("POST", api, { token, json: webhook })).body.id),
      "/api/v1/smtp-accounts": async () => demo.smtp_account_id,
      "/admin/api/chat-accounts": async () => demo.chat_account_id,
    };
    const id = await known[api]();
    const field = (page = visit.page) => page.getByLabel(label).first();
    await visit.open(`${base_url}${pages}/${id}`, user);
    const other = await visit.tab();
    await visit.open(`${base_url}${pages}/${id}`, user, other);
    await field(other).fill("Untouched");
    await button("Save", other).click();
    await other
      .getByText(/saved\.$/)
      .first()
      .waitFor();
    await visit.page.reload();
    await expect.poll(() => field().inputValue()).toBe("Untouched");
    await field().fill("Mine");
    await field(other).fill("Theirs");
    await button("Save", other).click();
    const saved = () => stack.call("GET", `${api}/${id}`, { token });
    const value = async () => (await saved()).body[label.toLowerCase()];
    // The other tab may still show the message of its first save.
    await expect.poll(value).toBe("Theirs");
    await button("Save").click();
    const alert = visit.page.getByRole("alert").filter({ hasText: "Saved somewhere else since you opened it" });
    await alert.waitFor();
    await visit.glance("elsewhere", "dark");
    await alert.getByRole("button", { name: "Take theirs" }).click();
    await expect.poll(() => field().inputValue()).toBe("Theirs");
    expect(await alert.count()).toBe(0);
    await field().fill("Mine, after theirs");
    await button("Save").click();
    await expect.poll(value).toBe("Mine, after theirs");
    await field(other).fill("Theirs again");
    await button("Save", other).click();
    await button("Save mine over it", other).click();
    await expect.poll(value).toBe("Theirs again");
    await expect.poll(() => other.getByText("Saved somewhere else").count()).toBe(0);
  });

  it("show each other's mark that a conversation is done", async () => {
    await open(`/conversations/${thread}`);
    const other = await visit.tab();
    await visit.open(`${stack.file.base_url}/conversations/${thread}`, "demo", other);
    await button("Done", other).click();
    await button("Reopen").waitFor();
    expect(await button("Done").count()).toBe(0);
  });
});

describePages("an answer that comes late", () => {
  it("navigates nobody who has left the page, and keeps asking before what was typed there is lost", async () => {
    await open("/sending-accounts/new");
    const held = await hold("POST", /\/smtp-accounts$/);
    await field(/^Label/).fill("Late");
    await field(/^From address/).fill("late@shop.example");
    await field(/^Host/).fill("127.0.0.1");
    await field(/^User name/).fill("late");
    await visit.page.locator("input[type=password]").fill("late-secret");
    await button("Add the account").click();
    await held.seen;
    await link("Email templates").click();
    await button("Leave").click();
    await heading("Email templates").waitFor();
    await move("/email-templates/new");
    await field(/^Subject/).fill("Typed meanwhile");
    held.letGo();
    await visit.page.getByText("“Late” is saved.").waitFor();
    expect(new URL(visit.page.url()).pathname).toBe("/email-templates/new");
    await link("API keys").click();
    await button("Stay here").click();
    expect(await field(/^Subject/).inputValue()).toBe("Typed meanwhile");
  });

  it("with the code of a page leaves the focus in the palette, and gives it to the page afterwards", async () => {
    await open("/");
    const held = await hold("GET", /\/assets\/activity-page-/);
    await move("/activity");
    await held.seen;
    await visit.page.keyboard.press("Control+k");
    await visit.page.getByPlaceholder("Search or jump to").waitFor();
    await visit.page.keyboard.type("web");
    held.letGo();
    await heading("Activity").waitFor({ state: "attached" });
    await visit.page.keyboard.type("hooks");
    expect(await visit.page.getByPlaceholder("Search or jump to").inputValue()).toBe("webhooks");
    await visit.page.keyboard.press("Escape");
    await expect.poll(() => visit.page.evaluate("document.activeElement?.textContent")).toBe("Activity");
  });

  it("with the code of a page that the palette opened gives that page the focus", async () => {
    await open("/");
    await visit.page.keyboard.press("Control+k");
    await visit.page.getByPlaceholder("Search or jump to").fill("API keys");
    await visit.page.keyboard.press("Enter");
    await heading("API keys").waitFor();
    await expect.poll(() => visit.page.evaluate("document.activeElement?.textContent")).toBe("API keys");
  });

  it.each([
    ["sending account", "Label", "demo", "/api/v1/smtp-accounts", "/sending-accounts"],
    ["webhook", "Description", "demo", "/api/v1/webhooks", "/events/webhooks"],
    ["chat account", "Label", "admin", "/admin/api/chat-accounts", "/admin/chat-accounts"],
  ] as const)("to the save of a %s says nothing of what was typed since", async (_what, label, user, api, pages) => {
    const { demo, base_url } = stack.file;
    const webhook = { url: "http://127.0.0.1:2/herald", description: "Shop" };
    const token = await stack.token(user);
    const known = {
      "/api/v1/webhooks": async () => String((await stack.call("POST", api, { token, json: webhook })).body.id),
      "/api/v1/smtp-accounts": async () => demo.smtp_account_id,
      "/admin/api/chat-accounts": async () => demo.chat_account_id,
    };
    await visit.open(`${base_url}${pages}/${await known[api]()}`, user);
    const held = await hold("PUT", new RegExp(`^${api}/`));
    await field(label).fill("One");
    await button("Save").click();
    await held.seen;
    await field(label).fill("One, and two");
    held.letGo();
    await visit.page
      .getByText(/saved\.$/)
      .first()
      .waitFor();
    await link("API keys").click();
    await button("Stay here").click();
    expect(await field(label).inputValue()).toBe("One, and two");
    await button("Save").click();
    await expect.poll(() => held.count()).toBe(2);
    await expect.poll(() => button("Save").isEnabled()).toBe(true);
    // React draws the button of a finished save at once, and the end of the unsaved changes a moment later.
    await visit.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100)))");
    await link("API keys").click();
    await heading("API keys").waitFor();
  });

  it("lets the save key make one template, however often it is pressed", async () => {
    await open("/email-templates/new");
    await field(/^Name/).fill("Twice");
    await field(/^Subject/).fill("Twice");
    await visit.page.locator(".cm-content").click();
    await visit.page.keyboard.type("Body");
    const held = await hold("POST", /\/api\/v1\/templates$/);
    await visit.page.keyboard.press("Control+s");
    await held.seen;
    await visit.page.keyboard.press("Control+s");
    held.letGo();
    await heading("Twice").waitFor();
    expect(held.count()).toBe(1);
  });

  it("to an upload leaves what was written since", async () => {
    await open("/chat-templates/new");
    await choose("Kind of header", "Image");
    const held = await hold("POST", /chat-template-media$/);
    const answer = visit.page.waitForResponse(/chat-template-media$/);
    await field(/^Example file/).setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PNG });
    await held.seen;
    await choose("Kind of header", "Text");
    await field(/^Header text/).fill("Your order");
    await field(/^Body/).fill("It is on its way.");
    held.letGo();
    expect((await answer).status()).toBe(201);
    await visit.page
      .getByText("Ready for the platform's review.")
      .or(visit.page.getByText("Before it can be created"))
      .first()
      .waitFor();
    expect(await field(/^Body/).inputValue()).toBe("It is on its way.");
    expect(await field(/^Header text/).inputValue()).toBe("Your order");
  });

  it("that a reply was not sent keeps it for its writer, who reads another conversation", async () => {
    await open(`/conversations/${thread}`);
    await said("Is anybody there?").waitFor();
    const held = await hold("POST", /\/reply$/);
    await message().fill("We are here.");
    await message().press("Enter");
    await held.seen;
    await move(`/conversations/${otherThread}`);
    await said("Me too.").waitFor();
    held.lose();
    await visit.page.getByText("A reply was not sent. It waits in its conversation.").waitFor();
    expect(await button("Send it again").count()).toBe(0);
    await move(`/conversations/${thread}`);
    await said("Is anybody there?").waitFor();
    await held.end();
    await button("Send it again").click();
    await expect.poll(() => button("Send it again").count()).toBe(0);
    await visit.page
      .getByRole("listitem")
      .filter({ hasText: "We are here." })
      .getByRole("img", { name: /^(?:Sent|Delivered|Read)$/ })
      .waitFor();
    expect(await visit.page.getByRole("log").getByText("We are here.").count()).toBe(1);
  });

  it("to Done can be undone from anywhere, and says so when that fails", async () => {
    await says(CUSTOMER, "One more thing.");
    await open(`/conversations/${thread}`);
    await said("One more thing.").waitFor();
    await expect.poll(() => unread().count()).toBe(0);
    const held = await hold("PUT", /\/marks$/);
    await button("Done").click();
    await held.seen;
    await move("/api-keys");
    await heading("API keys").waitFor();
    held.letGo();
    await visit.page.getByText("Marked as done").waitFor();
    await held.end();
    await visit.page.route(/\/marks$/, (route) => route.abort("connectionrefused"));
    await button("Undo").click();
    await visit.page.getByText("Not undone. The service cannot be reached.").waitFor();
  });
});

describePages("an opened conversation", () => {
  it("offers a canned reply no more once it was deleted", async () => {
    const token = await stack.token("demo");
    for (const name of ["hours", "house"])
      await stack.call("POST", "/panel/api/canned-replies", { token, json: { name, text: `All about ${name}.` } });
    await open(`/conversations/${thread}`);
    await button("Canned replies").click();
    await button("Write and change canned replies").click();
    await button("Delete hours").click();
    await visit.page.keyboard.press("Escape");
    await message().fill("/hou");
    await visit.page.getByRole("option", { name: /house/ }).waitFor();
    expect(await visit.page.getByRole("option").count()).toBe(1);
    await button("Undo").click();
    await visit.page.getByRole("option", { name: /hours/ }).waitFor();
    await message().fill("");
  });

  it("does not save a canned reply over what somebody else wrote meanwhile", async () => {
    const token = await stack.token("demo");
    const name = "parking";
    const made = await stack.call("POST", "/panel/api/canned-replies", { token, json: { name, text: "In the yard." } });
    await open(`/conversations/${thread}`);
    await button("Canned replies").click();
    await button("Write and change canned replies").click();
    await button(`Change ${name}`).click();
    const dialog = visit.page.getByRole("dialog");
    await dialog.getByLabel("Text").fill("Behind the house.");
    const path = `/panel/api/canned-replies/${made.body.id}`;
    await stack.call("PUT", path, { token, json: { name, text: "Opposite the house." } });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Not saved").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByText("Opposite the house.").waitFor();
    expect((await stack.call("GET", path, { token })).body.text).toBe("Opposite the house.");
    await stack.call("DELETE", path, { token });
  });

  it("marks as read what an outage kept from being marked", async () => {
    await open("/api-keys");
    await says(OTHER_CUSTOMER, "And again.");
    let tries = 0;
    await visit.page.route(/\/marks$/, (route) => {
      tries += 1;
      return tries === 1 ? route.abort("connectionrefused") : route.continue();
    });
    await move(`/conversations/${otherThread}`);
    await said("And again.").waitFor();
    await expect.poll(() => tries).toBe(2);
    await expect.poll(() => unread().count()).toBe(0);
  });
});

describePages("two records of one kind", () => {
  it("are not mixed up by a way through the history that skips the list", async () => {
    const token = await stack.token("admin");
    const path = "/admin/api/chat-accounts";
    const { body } = await stack.call("GET", `${path}/${stack.file.demo.chat_account_id}`, { token });
    const json = {
      label: "Second",
      ...{ ownership_type: body.ownership_type, cloud_region: body.cloud_region, owners: body.owners },
      ...{ business_account_id: body.business_account_id, origination_phone_number_id: "phone-number-id-second" },
      provider_business_account_id: body.provider_business_account_id,
    };
    const made = await stack.call("POST", path, { token, json });
    expect(made.status).toBe(201);
    await visit.open(`${stack.file.base_url}/admin/chat-accounts/${made.body.id}`, "admin");
    await expect.poll(() => field("Label").inputValue()).toBe("Second");
    await move(`/admin/chat-accounts/${stack.file.demo.chat_account_id}`);
    await expect.poll(() => field("Label").inputValue()).toBe(body.label);
    await visit.page.goBack();
    await expect.poll(() => field("Label").inputValue()).toBe("Second");
    await visit.page.goForward();
    await heading(String(body.label)).waitFor();
    expect(await field("Label").inputValue()).toBe(body.label);
  });

  it("do not carry the question whether to delete one over to the other", async () => {
    const token = await stack.token("demo");
    const add = async (description: string) => {
      const json = { url: "http://127.0.0.1:2/herald", description };
      return `/events/webhooks/${(await stack.call("POST", "/api/v1/webhooks", { token, json })).body.id}`;
    };
    const [first, second] = [await add("First"), await add("Second")];
    await open(first);
    await heading("First").waitFor();
    await move(second);
    await heading("Second").waitFor();
    await button("Delete…").click();
    await visit.page.getByRole("dialog").waitFor();
    await visit.page.goBack();
    await heading("First").waitFor({ state: "attached" });
    await expect.poll(() => visit.page.getByRole("dialog").count()).toBe(0);
  });
});

describePages("the way out", () => {
  it("ends the sign-in at the provider, however slow that is", async () => {
    // No other observer can look at a page that is about to be left.
    await visit.page.addInitScript(`new MutationObserver(() => {
      if (document.querySelector("[role=dialog]")) console.warn("a dialog is open");
    }).observe(document, { childList: true, subtree: true })`);
    await open(`/conversations/${thread}`);
    await said("Is anybody there?").waitFor();
    const lost: string[] = [];
    visit.page.on("requestfailed", (request) => void lost.push(request.url()));
    await visit.page.route(/endsession/, async (route) => {
      // The answer takes longer than the page waits before it asks for new messages.
      await new Promise((resolve) => setTimeout(resolve, 4000));
      await route.continue();
    });
    await button(/^Signed in as/).click();
    await visit.page.getByRole("menuitem", { name: "Sign out" }).click();
    await heading("You are signed out").waitFor();
    expect(lost.filter((url) => url.includes("endsession"))).toEqual([]);
  });
});
