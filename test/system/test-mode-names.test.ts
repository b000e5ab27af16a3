import { afterAll, beforeAll, describe, it } from "vitest";
import { chatOwner } from "../support/chat-owner.ts";
import { type Fields, HASTY, LocalStack } from "../support/local-stack.ts";

const LIVE = {};
const TEST = { "herald-mode": "test" };

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
});
afterAll(() => stack.close());

const NAMED: Readonly<Record<string, { readonly path: string; readonly json: Fields; readonly status: number }>> = {
  "a chat template": {
    path: "/api/v1/chat-templates",
    json: { name: "order_here", language: "en_US", category: "UTILITY", body: { text: "It is here." } },
    status: 400,
  },
  "an email template of the same alias": {
    path: "/api/v1/templates",
    json: { name: "Welcome", subject: "S", body: "B", alias: "welcome" },
    status: 409,
  },
  "an email template without an alias": {
    path: "/api/v1/templates",
    json: { name: "Welcome", subject: "S", body: "B" },
    status: 201,
  },
  "a canned reply": { path: "/panel/api/canned-replies", json: { name: "thanks", text: "Thank you" }, status: 409 },
  "a webhook": { path: "/api/v1/webhooks", json: { url: "http://127.0.0.1:2/herald" }, status: 201 },
};

describe("a second record of one name", () => {
  it.for(Object.entries(NAMED))("%s is answered in test mode as in live mode (D48)", async ([, named], { expect }) => {
    const { path, json, status } = named;
    const { token } = await chatOwner(stack);
    const second = async (headers: Readonly<Record<string, string>>) => {
      const post = () => stack.call("POST", path, { token, json, headers });
      expect((await post()).status).toBe(201);
      const answer = await post();
      return { status: answer.status, error: answer.body.error, code: answer.body.code };
    };
    const [live, test] = [await second(LIVE), await second(TEST)];
    expect(live.status).toBe(status);
    expect(test).toEqual(live);
  });
});
