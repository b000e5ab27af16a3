import { describe, expect, it } from "vitest";
import * as z from "zod";
import { collection } from "../../../bin/collection.ts";
import { routes } from "../../../shared/routes.ts";

const request = z.object({
  method: z.string(),
  auth: z.object({ type: z.string(), bearer: z.array(z.object({ value: z.string() })).default([]) }),
  header: z.array(z.object({ key: z.string() })),
  url: z.object({ raw: z.string(), path: z.array(z.string()) }),
  body: z.object({ mode: z.string(), raw: z.string().optional() }).optional(),
});
const shape = z.object({
  variable: z.array(z.object({ key: z.string() })),
  item: z.array(z.object({ item: z.array(z.object({ name: z.string(), request })) })),
});

const isPublic = ({ path }: { path: string }) => path.startsWith("/api/v1/") || path.startsWith("/health/");
const CREDENTIALS = { "api-key": "{{api_key}}", "access-token": "{{access_token}}" };

describe("collection()", () => {
  const parsed = shape.parse(collection());
  const items = new Map(parsed.item.flatMap(({ item }) => item.map((one) => [one.name, one.request] as const)));

  it("has every public operation once, and no other", () => {
    expect([...items.keys()].sort()).toEqual(
      routes
        .filter(isPublic)
        .map(({ operationId }) => operationId)
        .sort(),
    );
  });

  for (const { operationId, method, path, auth, body, form, headers } of routes.filter(isPublic))
    it(`${operationId} has the method, the path, the credential and a body that the contract takes`, () => {
      const item = items.get(operationId);
      expect(item?.method).toBe(method);
      const written = path
        .replace("{id}", "{{id}}")
        .replace("{messageID}", "{{message_id}}")
        .replace("{event_id}", "{{event_id}}")
        .replace("{phone}", "{{phone}}");
      expect(item?.url).toEqual({ raw: `{{base_url}}${written}`, path: written.slice(1).split("/") });
      expect(item?.auth.bearer.map(({ value }) => value)).toEqual(auth.map((credential) => CREDENTIALS[credential]));
      expect(item?.header.map(({ key }) => key)).toEqual(Object.keys(headers ?? {}));
      expect(item?.body?.mode).toBe(form ? "formdata" : body && "raw");
      if (body) expect(body.safeParse(JSON.parse(item?.body?.raw ?? "null"))).toMatchObject({ success: true });
    });

  it("names only variables that it brings", () => {
    const known = new Set([...parsed.variable.map(({ key }) => key), "$guid"]);
    const used = [...JSON.stringify(collection()).matchAll(/\{\{([$\w]+)\}\}/g)].map(([, name]) => name ?? "");
    expect(used.filter((name) => !known.has(name) && !/^\d+$/.test(name))).toEqual([]);
  });
});
