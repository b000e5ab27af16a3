import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { functions, webFunctions } from "../../lib/functions.ts";
import { notificationRequest } from "../../shared/channels/contract/notification-request.ts";
import { KEY_REFUSALS } from "../../shared/edge/contract/idempotent.ts";
import { STATUS_OF } from "../../shared/edge/contract/refusal-status.ts";
import { limitOf, takesIdempotencyKey } from "../../shared/edge/contract/route.ts";
import { sendingAccountRequest } from "../../shared/email/contract/sending-account-request.ts";
import { toSendingAccountView } from "../../shared/email/contract/sending-accounts.ts";
import { apiKeyRequest } from "../../shared/keys/contract.ts";
import { readDeliveryMessage } from "../../shared/notifications/contract/messages.ts";
import { openApiDocument } from "../../shared/reference/contract/openapi.ts";
import { routes } from "../../shared/routes.ts";
import { aSendingAccount } from "../support/builders.ts";
import { shapeMessage } from "../support/shape-problems.ts";

const ROOT = join(import.meta.dirname, "../..");

const entryOf = (group: string): string =>
  functions.find(({ trigger }) => trigger.kind === "routes" && trigger.group === group)?.entry ?? "";

describe("routes", () => {
  it.each(
    routes
      .filter(({ group }) => !webFunctions.some((one) => one.group === group))
      .map(({ operationId, group }) => [operationId, entryOf(group)]),
  )("%s stands in the table of %s", (operationId, entry) => {
    const table = readFileSync(join(ROOT, entry), "utf8").replaceAll(/^import .*?;$/gms, "");
    expect(table).toMatch(new RegExp(`\\b${operationId}\\b`));
  });

  it("have an operation id, and method and path, of their own", () => {
    expect(new Set(routes.map((route) => route.operationId)).size).toBe(routes.length);
    expect(new Set(routes.map((route) => `${route.method} ${route.path}`)).size).toBe(routes.length);
  });

  it("say which parameters their path has, and who is hurt", () => {
    for (const route of routes) {
      expect(route.impact).not.toBe("");
      expect(route.path.includes("{")).toBe(route.params !== undefined);
    }
  });

  it("offer an idempotency key only where a credential says whose it is (D24)", () => {
    const offering = routes.filter(({ headers }) => headers?.["Idempotency-Key"] !== undefined);
    expect(offering.length).toBeGreaterThan(2);
    for (const { auth } of offering) expect(auth).toHaveLength(1);
  });

  /**
   * People may repeat these requests: they change nothing that a second time would change again, or they pass on a
   * stream that is read once.
   */
  const HARMLESS_TWICE = [
    // These operations answer a question.
    "previewEmailTemplate",
    "checkChatTemplate",
    // These operations read the provider's state and store it.
    "syncChatTemplate",
    "verifyChatAccount",
    // A line that stands already is answered so.
    "importSuppressions",
    // Another request sends the uploaded file, which otherwise expires by itself.
    "uploadPanelAttachment",
    "uploadPanelMedia",
    "uploadTemplateMedia",
    // In test mode, a person sees at once what happened twice: the clock, or the customer's message.
    "advancePanelTestClock",
    "writeAsPanelCustomer",
  ];

  it("carry out once under an idempotency key whatever people create or send", () => {
    const people = routes.filter(({ auth, method }) => auth.includes("access-token") && method === "POST");
    const unkeyed = people.filter((route) => !takesIdempotencyKey(route)).map(({ operationId }) => operationId);
    expect(unkeyed.sort()).toEqual([...HARMLESS_TWICE].sort());
  });

  it("refuse a key that was used for another request, or whose request is in flight", () => {
    for (const one of routes.filter(takesIdempotencyKey))
      expect([one.operationId, one.refusals]).toEqual([one.operationId, expect.arrayContaining([...KEY_REFUSALS])]);
  });

  it("keep no secret in the clear that they show once: each says in which field it is", () => {
    const showing = routes.filter(({ success: { schema } }) =>
      schema instanceof z.ZodObject ? "key" in schema.shape || "secret" in schema.shape : false,
    );
    expect(showing.map(({ operationId }) => operationId).sort()).toEqual([
      "createApiKey",
      "createWebhook",
      "rotateApiKey",
      "rotateWebhookSecret",
    ]);
    for (const { success, madeSecret } of showing)
      expect(success.schema instanceof z.ZodObject && Object.keys(success.schema.shape)).toContain(madeSecret?.field);
  });

  it("name the refusals that every credential and every id brings along", () => {
    for (const { auth, params, body, refusals, path } of routes) {
      if (auth.length > 0) expect(refusals).toContain("unauthorized");
      if (auth.includes("access-token")) expect(refusals).toContain("insufficient_scope");
      if (path.includes("{id}")) expect(refusals).toContain("not_found");
      if ((params && path.includes("{id}")) || body) expect(refusals).toContain("invalid_request");
    }
  });

  it("are limited, all but health, webhooks, the reference and links of mails (D5)", () => {
    const outside = routes.filter(({ path }) => limitOf(path) === undefined).map(({ path }) => path);
    for (const path of outside) expect(path).toMatch(/^\/(?:health|webhooks|docs|openapi\.json|u\/)/);
    expect(limitOf("/api/v1/status")).toBe("api");
    for (const path of ["/panel/api/api-keys", "/admin/api/chat-accounts"]) expect(limitOf(path)).toBe("panel");
    for (const path of ["/health/live", "/mcp", "/docs", "/assets/app.js"]) expect(limitOf(path)).toBeUndefined();
  });
});

const RECORD_WRITES: readonly string[] = ["config:write", "api-keys:write", "webhooks:write", "chat:write"];

describe("openApiDocument()", () => {
  const document = openApiDocument() as {
    paths: Record<string, Record<string, { responses: object; operationId: string }>>;
  };

  it("lists every route with its success and every refusal, and nothing else", () => {
    for (const route of routes) {
      const listed = document.paths[route.path]?.[route.method.toLowerCase()];
      expect(listed?.operationId).toBe(route.operationId);
      const wanted = [
        route.success.status,
        ...Object.keys(route.alsoAnswers ?? {}).map(Number),
        ...(route.success.whenThere === undefined ? [] : [route.success.whenThere]),
        ...route.refusals.map((code) => STATUS_OF[code]),
      ];
      if (limitOf(route.path)) wanted.push(429);
      // A key may lack the permission of any route that takes keys.
      if (route.auth.includes("api-key")) wanted.push(STATUS_OF.insufficient_permission);
      // Other requests may write the same record at the same moment.
      if (route.method !== "GET" && route.uses.some((one) => RECORD_WRITES.includes(one))) wanted.push(409);
      expect(
        Object.keys(listed?.responses ?? {})
          .map(Number)
          .sort(),
      ).toEqual([...new Set(wanted)].sort());
    }
    const count = Object.values(document.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
    expect(count).toBe(routes.length);
  });

  it("refers to nothing that is not in it", () => {
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(references.length).toBeGreaterThan(5);
    for (const reference of references) {
      const found = reference
        .split("/")
        .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
      expect([reference, typeof found]).toEqual([reference, "object"]);
    }
  });
});

describe("notificationRequest", () => {
  const good = { recipient: "a@b.co", subject: "s", body: "b" };
  it.each([
    [{ ...good, recipient: undefined }, "recipient is required"],
    [{ ...good, recipient: "  " }, "recipient is required"],
    [{ ...good, recipient: 1 }, "recipient must be a string"],
    [{ ...good, subject: undefined }, "subject is required"],
    [{ ...good, subject: "" }, "subject is required"],
    [{ ...good, body: "" }, "body is required"],
    [{ ...good, body_type: "markdown" }, "body_type must be one of: text, html"],
    [{ ...good, cc: "a@b.co" }, "cc must be an array of strings"],
    [{ ...good, bcc: [1] }, "bcc must be an array of strings"],
    [{ ...good, smtp_account_id: "x" }, "smtp_account_id must be a UUID"],
    [{ ...good, template_id: "Not one" }, "template_id must be a UUID or an alias"],
    [{ ...good, from_name: "a\nBcc: x" }, "from_name must not contain line breaks or control characters"],
    [{ ...good, from_name: "x".repeat(256) }, "from_name must have at most 255 characters"],
    [{ ...good, more: 1 }, 'unknown field "more"'],
    [{ more: 1 }, 'unknown field "more"'],
    [[], "invalid request body"],
  ])("answers %j with %s", (request, expected) => {
    expect(shapeMessage(notificationRequest, request)).toBe(expected);
  });

  it("reads ids in lower case, and fills in what may be left out", () => {
    const id = "6F1C1C9E-0B0E-4F7E-9D8A-1F0D5F6C2B11";
    expect(notificationRequest.parse({ ...good, smtp_account_id: id })).toMatchObject({
      channel: "email",
      cc: [],
      bcc: [],
      accountId: id.toLowerCase(),
    });
  });
});

describe("sendingAccountRequest", () => {
  const good = {
    label: "Main",
    from_address: "a@b.co",
    host: "mail.b.co",
    port: 587,
    encryption: "tls",
    password: "x",
  };
  it.each([
    [{ label: " " }, "label is required"],
    [{ label: "a\r\nb" }, "label must not contain line breaks or control characters"],
    [{ from_address: "nope" }, "from_address must be a valid email address"],
    [{ provider: "pigeon" }, "provider must be one of: smtp, http_api"],
    [{ host: undefined }, "host is required"],
    [{ host: "a b" }, "host must be a host name or an IP address"],
    [{ port: undefined }, "port is required"],
    [{ port: 0 }, "port must be an integer from 1 to 65535"],
    [{ port: 65_536 }, "port must be an integer from 1 to 65535"],
    [{ port: 1.5 }, "port must be an integer from 1 to 65535"],
    [{ port: "587" }, "port must be an integer from 1 to 65535"],
    [{ encryption: undefined }, "encryption is required"],
    [{ encryption: "ssl" }, "encryption must be one of: none, starttls, tls"],
    [{ max_connections: 0 }, "max_connections must be an integer from 1 to 50"],
    [{ max_connections: 51 }, "max_connections must be an integer from 1 to 50"],
    [{ max_connections: 2.5 }, "max_connections must be an integer from 1 to 50"],
    [{ max_connections: "5" }, "max_connections must be an integer from 1 to 50"],
    [{ max_connections: null }, "max_connections must be an integer from 1 to 50"],
    [{ is_default: "yes" }, "is_default must be true or false"],
    [{ trusted_domains: "b.co" }, "trusted_domains must be an array of strings"],
    [{ password: "x".repeat(2049) }, "password must have at most 2048 characters"],
    [{ password: "€".repeat(1366) }, "password must have at most 4096 bytes"],
    [{ smtp: 1 }, 'unknown field "smtp"'],
  ])("answers %j with %s", (changes, expected) => {
    expect(shapeMessage(sendingAccountRequest, { ...good, ...changes })).toBe(expected);
  });

  it.each(["https://b.co", "a@b.co", "b.co/x", "b c.co", "localhost", "", ".b.co", "b.co:25"])(
    "refuses %j in a domain list",
    (domain) => {
      for (const field of ["trusted_domains", "api_allowed_domains"])
        expect(shapeMessage(sendingAccountRequest, { ...good, [field]: [domain] })).toContain(
          `${field} must hold bare domain names`,
        );
    },
  );

  it("shows max_connections only where the account has a setting of its own", () => {
    const shown = (changes: object) => {
      const { settings } = sendingAccountRequest.parse({ ...good, ...changes });
      return toSendingAccountView(aSendingAccount({ settings }));
    };
    expect(shown({ max_connections: 50 })).toMatchObject({ port: 587, max_connections: 50 });
    expect(shown({ max_connections: 1 })).toMatchObject({ max_connections: 1 });
    expect(Object.keys(shown({}))).not.toContain("max_connections");
    const http = { provider: "http_api", endpoint: "https://b.co", body_template: "{}", max_connections: 3 };
    expect(Object.keys(shown(http))).not.toContain("max_connections");
  });

  it("trims, lower-cases and de-duplicates domain lists", () => {
    const { trustedDomains } = sendingAccountRequest.parse({ ...good, trusted_domains: [" B.co ", "b.co", "c.co"] });
    expect(trustedDomains).toEqual(["b.co", "c.co"]);
  });

  it("shows no secret in the answer, and no field of the other provider", () => {
    const view = toSendingAccountView(aSendingAccount());
    expect(Object.keys(view)).not.toEqual(expect.arrayContaining(["password"]));
    expect(JSON.stringify(view)).not.toContain("sealed");
    expect(view).not.toHaveProperty("endpoint");
  });
});

describe("apiKeyRequest", () => {
  it.each([
    [{}, "name is required"],
    [{ name: " " }, "name is required"],
    [{ name: "x".repeat(121) }, "name must have at most 120 characters"],
    [{ name: "a", expires_at: "tomorrow" }, "expires_at must be an RFC 3339 timestamp"],
    [{ name: "a", expires_at: "2027-02-30T00:00:00Z" }, "expires_at must be an RFC 3339 timestamp"],
    [{ name: "a", expires_at: "9999-12-31T23:59:59-10:00" }, "expires_at must not lie past 9999"],
    [{ name: "a", scope: "all" }, 'unknown field "scope"'],
  ])("answers %j with %s", (request, expected) => {
    expect(shapeMessage(apiKeyRequest, request)).toBe(expected);
  });
});

describe("readDeliveryMessage()", () => {
  const good = { owner: "o", id: crypto.randomUUID(), accountId: crypto.randomUUID() };
  it("reads what the producer wrote", () => {
    expect(readDeliveryMessage(JSON.stringify(good))).toEqual(good);
  });
  it.each(["", "{", "null", "{}", JSON.stringify({ ...good, id: "1" }), JSON.stringify({ ...good, owner: "" })])(
    "reads nothing in %j",
    (text) => {
      expect(readDeliveryMessage(text)).toBeUndefined();
    },
  );
});
