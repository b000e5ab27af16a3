import { describe, expect, it } from "vitest";
import * as z from "zod";
import { route } from "../../../shared/edge/contract/route.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { type Owner, ownerSub } from "../../../shared/kernel/owner.ts";
import { aContext, anEvent } from "../../support/an-event.ts";
import { API_KEY, OWNER, someEdgeServices } from "../../support/some-edge-services.ts";

const common = {
  group: "notifications",
  operationId: "getNotification",
  summary: "",
  method: "GET",
  path: "/api/v1/caller",
  success: { status: 200, schema: z.strictObject({ seen: z.string() }) },
  refusals: [],
  uses: [],
  impact: "",
} as const;
const byKey = route({ ...common, auth: ["api-key"] });
const open = route({ ...common, auth: [] });

const anything = (): undefined => undefined;

async function seen(bound: ReturnType<typeof operation>): Promise<unknown> {
  const frame = await someEdgeServices();
  const event = anEvent(common, { headers: { authorization: `Bearer ${API_KEY}` } });
  const { body = "" } = await httpFunction(() => frame, [bound])(event, aContext);
  return JSON.parse(body).seen;
}

// The compiler checks the lines below an expected error. Each would fail the type check if an owner were a mere string.
describe("an owner", () => {
  /** Takes an `Owner`, as every port and use case does. */
  const named = (owner: Owner): string => `owner ${owner}`;

  it("is made of the subject of a credential, and no other string passes for one", () => {
    const sub: string = "ann";
    expect(named(ownerSub.parse(sub))).toBe("owner ann");
    // @ts-expect-error A string is not an owner.
    expect(named(sub)).toBe("owner ann");
    // @ts-expect-error Nor is a text in the code.
    expect(named("ann")).toBe("owner ann");
  });

  it.each([[""], [undefined], [null], [1], [["ann"]]])("is not made of %j", (sub) => {
    expect(ownerSub.safeParse(sub).success).toBe(false);
  });

  it("is with a request that brought a credential", async () => {
    const answer = operation(byKey, async (_deps, { owner }) => ({ seen: named(owner) }), anything);
    expect(await seen(answer)).toBe(`owner ${OWNER}`);
  });

  it("is not with a request of an open route, whatever credential that brought", async () => {
    const answer = operation(
      open,
      async (_deps, request) => {
        // @ts-expect-error There is no owner.
        const { owner } = request;
        return { seen: typeof owner };
      },
      anything,
    );
    expect(await seen(answer)).toBe("undefined");
  });
});
