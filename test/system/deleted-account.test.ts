import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAddress, LocalStack } from "../support/local-stack.ts";

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared();
});
afterAll(() => stack.close());

describe("a send right after its sending account was changed or deleted", () => {
  it.each(["named", "the default"])(
    "is judged by what stands, though the account was used a moment ago: %s",
    async (which) => {
      const owner = await stack.owner();
      const account = which === "named" ? { smtp_account_id: owner.accountId } : {};
      const mail = () => ({ recipient: anAddress(), ...account });
      const path = `/api/v1/smtp-accounts/${owner.accountId}`;
      const statuses = async () => {
        const sends = Array.from({ length: 5 }, () => stack.send(owner.key, mail()));
        return [...new Set((await Promise.all(sends)).map(({ status }) => status))];
      };
      expect(await statuses()).toEqual([202]);

      const json = stack.account({ trusted_domains: ["elsewhere.example"] });
      expect((await stack.call("PUT", path, { token: owner.token, json })).status).toBe(200);
      expect(await statuses()).toEqual([400]);

      expect((await stack.call("PUT", path, { token: owner.token, json: stack.account() })).status).toBe(200);
      expect(await statuses()).toEqual([202]);

      expect((await stack.call("DELETE", path, { token: owner.token })).status).toBeLessThan(300);
      expect(await statuses()).toEqual([400]);
      const notifications = [{ subject: "Hello", body: "It works.", ...mail() }];
      const batch = await stack.call("POST", "/api/v1/notifications/batch", {
        token: owner.key,
        json: { notifications },
      });
      expect(batch.body.results).toMatchObject([{ error: { status: 400 } }]);
    },
  );
});
