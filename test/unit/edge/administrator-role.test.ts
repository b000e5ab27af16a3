import { describe, expect, it } from "vitest";
import * as z from "zod";
import { route } from "../../../shared/edge/contract/route.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { aContext, anEvent } from "../../support/an-event.ts";
import { anOwner } from "../../support/an-owner.ts";
import { someEdgeServices } from "../../support/some-edge-services.ts";

const forAdministrators = route({
  group: "admin",
  operationId: "doThing",
  summary: "",
  method: "GET",
  path: "/admin/api/things",
  auth: ["access-token"],
  role: "administrator",
  success: { status: 200, schema: z.strictObject({ owner: z.string() }) },
  refusals: [],
  uses: [],
  impact: "",
});

async function ask(roles: readonly string[], administratorRole: string | undefined, scopes = ["notifications"]) {
  const frame = await someEdgeServices({
    tokenVerifier: { verify: async () => ({ sub: anOwner("root"), scopes, roles, groups: [], expiresAtMs: 4e12 }) },
    ...(administratorRole === undefined ? {} : { administratorRole }),
  });
  const things = operation(
    forAdministrators,
    async (_deps, { owner }) => ({ owner }),
    () => undefined,
  );
  const event = anEvent(forAdministrators, { headers: { authorization: "Bearer a.b.c" } });
  const { statusCode, body = "" } = await httpFunction(() => frame, [things])(event, aContext);
  return [statusCode, JSON.parse(body)];
}

describe("a route for administrators", () => {
  it.each([[["admin"]], [["reader", "admin"]]])("lets in a token with the roles %j", async (roles) => {
    expect(await ask(roles, "admin")).toEqual([200, { owner: "root" }]);
  });

  it.each([
    [[], "admin"],
    [["reader"], "admin"],
    [["Admin"], "admin"],
    [["admin"], "operator"],
    [["admin"], undefined],
    [[""], ""],
  ])("refuses a token with the roles %j where the role is %j", async (roles, role) => {
    expect(await ask(roles, role)).toEqual([403, { error: "administrator role required", code: "role_required" }]);
  });

  it("asks for the scope first", async () => {
    expect(await ask(["admin"], "admin", [])).toEqual([
      403,
      { error: "insufficient scope", code: "insufficient_scope" },
    ]);
  });
});
