import { expect, it } from "vitest";
import { aClient } from "./a-server.ts";

const SUPPRESSION = {
  ...{ id: "0190b2a0-0000-7000-8000-000000000001", channel: "email", recipient: "ana@nordpost.example" },
  ...{ reason: "unsubscribe", topic: "newsletter", created_at: "2026-01-01T00:00:00Z" },
};
const ok = (json: unknown, status = 200) => ({ status, json });

it("asks each route of suppressions with the access token, and answers what it says", async () => {
  const page = { suppressions: [SUPPRESSION], next_cursor: "b" };
  const turns = [ok(page), ok(page), ok({ suppressions: [SUPPRESSION] }), ok(SUPPRESSION, 201), { status: 204 }];
  const { herald, seen } = aClient(turns);
  const { suppressions } = herald;
  expect(await suppressions.page({ reason: "bounce", limit: 1 })).toEqual(page);
  const all = [];
  for await (const one of suppressions.list({ recipient: "ana@nordpost.example" })) all.push(one);
  expect(all).toEqual([SUPPRESSION, SUPPRESSION]);
  expect(await suppressions.create({ recipient: SUPPRESSION.recipient, topic: "newsletter" })).toEqual(SUPPRESSION);
  expect(await suppressions.delete("a/b")).toBeUndefined();
  expect(seen.map(({ method, url }) => `${method} ${url.replace(/^.*\/api\/v1/, "")}`)).toEqual([
    "GET /suppressions?reason=bounce&limit=1",
    "GET /suppressions?recipient=ana%40nordpost.example",
    "GET /suppressions?recipient=ana%40nordpost.example&cursor=b",
    "POST /suppressions",
    "DELETE /suppressions/a%2Fb",
  ]);
});
