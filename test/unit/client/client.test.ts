import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { clientChecks } from "../../../bin/client-checks.ts";
import { CLIENT_CHECKS, CLIENT_TYPES, clientTypes } from "../../../bin/client-types.ts";
import { Herald, HeraldError, type RawResponse } from "../../../client/src/herald.ts";
import { pause } from "../../../client/src/pause.ts";
import { aClient, aNotification, ok } from "./a-server.ts";

const ID = "0190b2a0-0000-7000-8000-000000000001";
const NOT_AS_DESCRIBED = "the answer is not as the API describes it";
const MEDIA = {
  url: "https://cdn.test/x",
  expires_at: "2026-01-01T00:00:00Z",
  content_type: "image/png",
  filename: "x.png",
};
const aConversation = (id: string) => ({
  id,
  chat_account_id: ID,
  customer_phone: "+14155550123",
  service_window_expires_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  window_open: false,
});
const copying = { status: 503, json: { error: "being copied" }, headers: { "retry-after": "2" } } as const;

describe("Herald", () => {
  it("puts calls with the access token into test mode beside a key of test mode (D48b)", async () => {
    for (const [apiKey, mode] of [
      ["hrld_test_x", "test"],
      ["hrld_live_x", null],
    ]) {
      const { herald, seen } = aClient([ok()], { apiKey: apiKey ?? "" });
      await herald.notifications.get(ID);
      await expect(herald.emailTemplates.get(ID)).rejects.toThrow(NOT_AS_DESCRIBED);
      expect(seen.map(({ headers }) => headers.get("herald-mode"))).toEqual([null, mode]);
    }
  });

  it("sends JSON below the base address with the credential of the resource", async () => {
    const { herald, seen } = aClient([ok()]);
    await herald.notifications.send({ recipient: "a@b.test", subject: "s", body: "b" });
    // Both calls get a notification as their answer.
    await expect(herald.emailTemplates.get("a/b?")).rejects.toThrow(NOT_AS_DESCRIBED);
    await expect(herald.status.get()).rejects.toThrow(NOT_AS_DESCRIBED);
    const [send, template, status] = seen;
    expect(send).toMatchObject({ method: "POST", url: "https://herald.test/base/api/v1/notifications" });
    expect(JSON.parse(String(send?.body))).toEqual({ recipient: "a@b.test", subject: "s", body: "b" });
    expect(send?.headers.get("content-type")).toBe("application/json");
    expect(send?.headers.get("authorization")).toBe("Bearer hrld_live_x");
    expect(template?.url).toBe("https://herald.test/base/api/v1/templates/a%2Fb%3F");
    expect(template?.headers.get("authorization")).toBe("Bearer token");
    expect(status?.headers.has("authorization")).toBe(false);
  });

  it("asks for the request of a notification, and checks it by the channel (D53)", async () => {
    const mail = { recipient: "a@b.test", smtp_account_id: ID, attachments: [] };
    const chat = { recipient: "+14155550123", chat_account_id: ID, type: "text" };
    const answers = [mail, chat, { recipient: "a@b.test" }].map((request) => {
      const json = { ...aNotification(), request, resent_as: [ID] };
      return { status: 200, json } as const;
    });
    const { herald, seen } = aClient(answers);
    const asked = () => herald.notifications.get(ID, { expand: "request" });
    expect(await asked()).toMatchObject({ request: mail, resent_as: [ID] });
    expect((await asked()).request).toEqual(chat);
    await expect(asked()).rejects.toThrow(NOT_AS_DESCRIBED);
    await expect(asked()).rejects.toThrow("request.chat_account_id");
    expect(seen[0]?.url).toBe(`https://herald.test/base/api/v1/notifications/${ID}?expand=request`);
  });

  it("asks a token function at every try", async () => {
    let asked = 0;
    const accessToken = async () => `token-${++asked}`;
    const { herald, seen } = aClient([{ status: 500 }, { status: 200, json: [] }], { accessToken });
    expect(await herald.sendingAccounts.list()).toEqual([]);
    expect(seen.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer token-1", "Bearer token-2"]);
  });

  it("names a credential that is missing, and refuses an address that is none", async () => {
    const herald = new Herald({ baseUrl: "https://herald.test", apiKey: "", accessToken: "" });
    await expect(herald.notifications.get(ID)).rejects.toThrow(
      "this call needs an apiKey: pass it, or set HERALD_API_KEY",
    );
    await expect(herald.chatTemplates.list()).rejects.toThrow("this call needs an accessToken");
    expect(() => new Herald({ baseUrl: "ftp://herald.test" })).toThrow("baseUrl must be an http or https address");
    expect(() => new Herald({ baseUrl: "" })).toThrow("baseUrl is missing: pass it, or set HERALD_URL");
  });

  it("takes from the environment what the program does not say", async () => {
    const set = { HERALD_URL: "https://set.test", HERALD_API_KEY: "set", HERALD_ACCESS_TOKEN: "token" };
    for (const [name, value] of Object.entries(set)) vi.stubEnv(name, value);
    try {
      const seen: unknown[] = [];
      const fetch = async (url: unknown, init?: RequestInit) => {
        seen.push([String(url), new Headers(init?.headers).get("authorization")]);
        return Response.json(seen.length === 1 ? aNotification() : []);
      };
      const herald = new Herald({ fetch });
      await herald.notifications.get(ID);
      await herald.chatTemplates.list();
      expect(seen).toEqual([
        [`https://set.test/api/v1/notifications/${ID}`, "Bearer set"],
        ["https://set.test/api/v1/chat-templates", "Bearer token"],
      ]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("lets the caller hear every answer as it came, that of a call or all", async () => {
    const heard: unknown[] = [];
    const hear = ({ request, status, body, attempt, headers }: RawResponse) =>
      heard.push([request, status, attempt, headers.get("x-request-id"), body.length > 0]);
    const turns = [
      { status: 503, text: "away" },
      { status: 200, json: aNotification(), headers: { "x-request-id": "r-2" } },
    ] as const;
    const { herald } = aClient(turns, { onResponse: hear });
    await herald.notifications.page({ recipient: "a@b.test" }).catch(() => "not a page");
    const request = "GET https://herald.test/base/api/v1/notifications";
    expect(heard).toEqual([
      [request, 503, 1, null, true],
      [request, 200, 2, "r-2", true],
    ]);
    const own: number[] = [];
    await herald.notifications.get(ID, { onResponse: ({ status }) => own.push(status) });
    expect([own, heard.length]).toEqual([[200], 2]);
  });

  it("carries what a refusal says", async () => {
    const headers = { "x-request-id": "r-1", "retry-after": "7" };
    const json = { error: "failed to send test email", detail: "535 no" };
    const { herald } = aClient([{ status: 502, json, headers }]);
    const error = await herald.sendingAccounts.test(ID).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(HeraldError);
    const expected = { message: json.error, status: 502, detail: "535 no", requestId: "r-1", retryAfterSeconds: 7 };
    expect(error).toMatchObject(expected);
  });

  it("keeps the words of an answer that is no JSON, short, and refuses a success that is none", async () => {
    const limited = aClient([{ status: 429, text: "too many requests" }], { maxRetries: 0 });
    await expect(limited.herald.status.get()).rejects.toThrow("too many requests");
    const page = aClient([{ status: 404, text: "x".repeat(9999) }]);
    await expect(page.herald.status.get()).rejects.toMatchObject({ message: "x".repeat(200) });
    const empty = aClient([{ status: 404 }]);
    await expect(empty.herald.status.get()).rejects.toThrow("HTTP status 404");
    const portal = aClient([{ status: 200, text: "<html>sign in</html>" }]);
    await expect(portal.herald.status.get()).rejects.toThrow("the answer is not JSON");
  });

  it.each([
    ["status", { status: "lost" }],
    ["attempts", { attempts: "1" }],
    ["id", { id: undefined }],
    ["last_error", { last_error: 5 }],
  ])("says where an answer is not as described: %s", async (place, wrong) => {
    const { herald } = aClient([ok(wrong)]);
    await expect(herald.notifications.get(ID)).rejects.toMatchObject({
      name: "HeraldError",
      message: `${NOT_AS_DESCRIBED}, at ${place}`,
      status: 200,
    });
  });

  it("says which one of a list is not as described, and takes what it does not know beside the rest", async () => {
    const conversations = [
      { ...aConversation("1"), since: 2031 },
      { ...aConversation("2"), window_open: "no" },
    ];
    const { herald } = aClient([{ status: 200, json: { conversations } }]);
    await expect(herald.conversations.page()).rejects.toThrow("at conversations[1].window_open");
    const known = aClient([{ status: 200, json: { conversations: conversations.slice(0, 1) } }]);
    expect((await known.herald.conversations.page()).conversations).toHaveLength(1);
    const none = aClient([
      { status: 200, json: [] },
      { status: 200, text: "null" },
    ]).herald;
    await expect(none.conversations.page()).rejects.toThrow(NOT_AS_DESCRIBED);
    await expect(none.notifications.get(ID)).rejects.toThrow(NOT_AS_DESCRIBED);
  });

  it("deletes without an answer to read, and returns not-ready as an answer", async () => {
    const deleted = aClient([{ status: 204 }]);
    expect(await deleted.herald.emailTemplates.delete(ID)).toBeUndefined();
    const body = { status: "not-ready", database: "unavailable", oidc: "available" };
    expect(await aClient([{ status: 503, json: body }]).herald.status.ready()).toEqual(body);
  });

  it("waits until a notification has come to its end, failed included", async () => {
    const { herald, seen, paused } = aClient([
      ok(),
      ok({ status: "processing" }),
      ok({ status: "failed", last_error: "550 no" }),
    ]);
    expect(await herald.notifications.waitUntilSettled(ID, { intervalMs: 10 })).toMatchObject({ last_error: "550 no" });
    expect([seen.length, paused]).toEqual([3, [10, 10]]);
    const stuck = aClient([ok({ status: "submitted" })]);
    const waiting = stuck.herald.notifications.waitUntilSettled(ID, { timeoutMs: 5, intervalMs: 10 });
    await expect(waiting).rejects.toThrow("is still submitted after 5 ms");
  });

  it("treats what was canceled as settled", async () => {
    const { herald } = aClient([ok({ status: "canceled" })]);
    expect(await herald.notifications.waitUntilSettled(ID)).toMatchObject({ status: "canceled" });
  });

  it("sends batches, cancels, moves and sends again, with a key of its own where it creates", async () => {
    const results = {
      results: [{ notification: aNotification() }, { error: { status: 400, message: "no", code: "invalid_request" } }],
    };
    const { herald, seen } = aClient([{ status: 202, json: results }, ok(), ok(), ok()]);
    const { notifications } = herald;
    const request = { notifications: [{ recipient: "a@b.test", subject: "s", body: "b" }], atomic: true };
    expect(await notifications.sendBatch(request)).toEqual(results);
    await notifications.cancel(ID);
    await notifications.reschedule(ID, new Date("2030-01-01T09:00:00Z"));
    await notifications.resend(ID, { idempotencyKey: "mine" });
    const path = `/api/v1/notifications`;
    expect(seen.map(({ method, url }) => `${method} ${url.slice(url.indexOf(path))}`)).toEqual([
      ...[`POST ${path}/batch`, `POST ${path}/${ID}/cancel`, `PATCH ${path}/${ID}`, `POST ${path}/${ID}/resend`],
    ]);
  });

  it("uploads a file as a form, with no content type of its own", async () => {
    const { herald, seen } = aClient([
      {
        status: 201,
        json: { media_id: ID, media_type: "image", content_type: "image/png", filename: "x.png", size: 1 },
      },
    ]);
    await herald.conversations.uploadMedia(ID, { file: new Blob(["x"]), mediaType: "image", filename: "x.png" });
    const form = seen[0]?.body as FormData;
    expect([form.get("media_type"), (form.get("file") as File).name]).toEqual(["image", "x.png"]);
    expect(seen[0]?.headers.has("content-type")).toBe(false);
  });

  it("uploads a file for mails under its own name, or the one that is said", async () => {
    const upload = {
      attachment_id: ID,
      filename: "x",
      content_type: "image/png",
      size: 1,
      expires_at: MEDIA.expires_at,
    };
    const { herald, seen } = aClient([{ status: 201, json: upload }]);
    expect(await herald.attachments.upload(new File(["x"], "own.png"))).toEqual(upload);
    await herald.attachments.upload(new Blob(["x"]), "said.png");
    await herald.attachments.upload(new Blob(["x"]));
    const names = seen.map(({ body }) => ((body as FormData).get("file") as File).name);
    expect(names).toEqual(["own.png", "said.png", "attachment"]);
    const bytes = new Uint8Array(70_000).map((_, i) => i % 256);
    expect(herald.attachments.inline("a.bin", bytes, { content_id: "a" })).toEqual({
      ...{ filename: "a.bin", content_id: "a", content: Buffer.from(bytes).toString("base64") },
    });
  });

  it("waits for a file that is being copied, but not for ever, and for nothing else", async () => {
    const { herald, paused } = aClient([copying, copying, { status: 200, json: MEDIA }]);
    expect(await herald.conversations.media(ID, ID)).toEqual(MEDIA);
    expect(paused).toEqual([2000, 2000]);
    const slow = aClient([copying]).herald.conversations.media(ID, ID, { timeoutMs: 1000 });
    await expect(slow).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 });
    const gone = aClient([{ status: 404, json: { error: "media expired" } }]).herald.conversations.media(ID, ID);
    await expect(gone).rejects.toThrow("media expired");
  });

  it("reaches every operation of its resources, and takes no other answer than its own", async () => {
    const { herald, seen } = aClient([{ status: 200, json: aNotification() }]);
    const { conversations, sendingAccounts, emailTemplates, chatTemplates, status } = herald;
    const account = { label: "l", from_address: "a@b.test", host: "h", port: 25, encryption: "none" } as const;
    const template = { name: "n", language: "en", category: "UTILITY", body: { text: "t" } } as const;
    for (const call of [
      () => conversations.page(),
      () => conversations.get(ID),
      () => conversations.messagePage(ID, { limit: 5, cursor: "c" }),
      () => sendingAccounts.create(account),
      () => sendingAccounts.get(ID),
      () => sendingAccounts.replace(ID, account),
      () => emailTemplates.list(),
      () => emailTemplates.page(),
      () => emailTemplates.page({ limit: 2, cursor: "c" }),
      () => emailTemplates.create({ name: "n", subject: "s", body: "b" }),
      () => emailTemplates.replace(ID, { name: "n", subject: "s", body: "b" }),
      () => emailTemplates.versions(ID),
      () => emailTemplates.versionPage(ID),
      () => emailTemplates.versionPage(ID, { limit: 2, cursor: "c" }),
      () => emailTemplates.restore(ID, 3),
      () => chatTemplates.list(),
      () => chatTemplates.create(template),
      () => chatTemplates.get(ID),
      () => chatTemplates.sync(ID),
      () => chatTemplates.delete(ID),
      () => status.live(),
    ])
      await expect(call()).rejects.toThrow(NOT_AS_DESCRIBED);
    await sendingAccounts.delete(ID);
    expect(
      seen.map(({ method, url }) => `${method} ${url.replace("https://herald.test/base", "").replace(ID, "{id}")}`),
    ).toEqual([
      "GET /api/v1/chat-conversations",
      "GET /api/v1/chat-conversations/{id}",
      "GET /api/v1/chat-conversations/{id}/messages?limit=5&cursor=c",
      "POST /api/v1/smtp-accounts",
      "GET /api/v1/smtp-accounts/{id}",
      "PUT /api/v1/smtp-accounts/{id}",
      "GET /api/v1/templates",
      "GET /api/v1/templates?limit=25",
      "GET /api/v1/templates?limit=2&cursor=c",
      "POST /api/v1/templates",
      "PUT /api/v1/templates/{id}",
      "GET /api/v1/templates/{id}/versions",
      "GET /api/v1/templates/{id}/versions?limit=10",
      "GET /api/v1/templates/{id}/versions?limit=2&cursor=c",
      "POST /api/v1/templates/{id}/restore",
      "GET /api/v1/chat-templates",
      "POST /api/v1/chat-templates",
      "GET /api/v1/chat-templates/{id}",
      "POST /api/v1/chat-templates/{id}/sync",
      "DELETE /api/v1/chat-templates/{id}",
      "GET /health/live",
      "DELETE /api/v1/smtp-accounts/{id}",
    ]);
  });
});

describe("pause()", () => {
  it("waits, and ends at once with the signal's reason", async () => {
    const startedAt = Date.now();
    await pause(5, new AbortController().signal);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(4);
    const controller = new AbortController();
    const reason = new Error("enough");
    const waiting = pause(60_000, controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(pause(60_000, controller.signal)).rejects.toBe(reason);
  });
});

describe("api-types.ts and api-checks.ts", () => {
  it("are what the contract says: node bin/client-types.ts writes them", async () => {
    expect(await clientTypes()).toBe(readFileSync(CLIENT_TYPES, "utf8"));
    expect(clientChecks()).toBe(readFileSync(CLIENT_CHECKS, "utf8"));
  });
});

describe("errors of the client", () => {
  it("have the service's code and every problem of the request", async () => {
    const errors = [{ field: "recipient", message: "recipient is required" }];
    const json = { error: "recipient is required", code: "invalid_request", errors };
    const { herald } = aClient([{ status: 400, json }]);
    await expect(herald.notifications.send({ recipient: "", subject: "s", body: "b" })).rejects.toMatchObject({
      ...{ status: 400, message: "recipient is required", code: "invalid_request", errors },
    });
    const results = [{}, { error: { status: 403, message: "origin not allowed" } }];
    const refused = aClient([{ status: 400, json: { error: "no", code: "batch_refused", results } }]).herald;
    await expect(refused.notifications.sendBatch({ notifications: [], atomic: true })).rejects.toMatchObject({
      results,
    });
    const other = aClient([{ status: 400, json: { error: "no", code: 5, errors: [{ field: 1 }] } }]).herald;
    await expect(other.notifications.get(ID)).rejects.toMatchObject({ code: undefined, errors: undefined });
  });
});
