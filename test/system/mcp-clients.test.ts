import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KEY_PERMISSIONS } from "../../shared/kernel/key-permissions.ts";
import { TOOL_PERMISSIONS } from "../../shared/mcp/contract/tool-permissions.ts";
import { anAddress, type Fields, LocalStack, type Owner } from "../support/local-stack.ts";
import { OTHER_MCP_CLIENTS } from "../support/other-mcp-clients.ts";

// The clients of the present official library are tested in mcp.test.ts.

let stack: LocalStack;
let owner: Owner;
let key: string;
let template: Fields;
beforeAll(async () => {
  stack = await LocalStack.shared();
  owner = await stack.owner();
  key = String((await stack.apiKey(owner.token, { permissions: KEY_PERMISSIONS })).key);
  const json = { name: "Welcome", subject: "Hello {{.name}}", body: "It works, {{.name}}." };
  template = (await stack.call("POST", "/api/v1/templates", { token: owner.token, json })).body;
});
afterAll(() => stack.close());

describe.each(Object.entries(OTHER_MCP_CLIENTS))("a client of %s", (_, connect) => {
  it("finds a template, tries a mail of it out, sends it, and is told what is wrong (D47a)", async () => {
    const client = await connect(stack, key);
    expect(client.instructions).toContain("idempotency_key");
    expect(await client.toolNames()).toEqual(Object.keys(TOOL_PERMISSIONS));
    const { structuredContent: listed } = await client.call("list_templates", { channel: "email" });
    expect(listed.templates).toEqual([expect.objectContaining({ id: template.id, variables: ["name"] })]);

    const recipient = anAddress();
    const mail = { recipient, template_id: template.id, variables: { name: "Ana" } };
    const dry = await client.call("send_email", { ...mail, dry_run: true });
    expect(dry.structuredContent).toEqual({
      ...{ dry_run: true, preview: { subject: "Hello Ana", body: "It works, Ana.", body_type: "text" } },
      ...{ recipients: [recipient], left_out: [] },
    });
    expect(await stack.mails(recipient)).toEqual([]);
    const { structuredContent: sent } = await client.call("send_email", mail);
    expect(sent).toEqual({ notification_id: expect.any(String), status: "pending" });
    expect(await stack.settled(owner.key, sent.notification_id)).toMatchObject({ status: "sent" });
    expect(await stack.mails(recipient)).toHaveLength(1);

    const refused = await client.call("send_email", { ...mail, template_id: crypto.randomUUID() });
    expect([refused.isError, refused.content[0]?.text?.split("\n")[0]]).toEqual([true, "template_id not found"]);
    await client.close();
  });

  it("is not let in without a key that works", async () => {
    await expect(connect(stack, "wrong")).rejects.toThrow(/401|unauthorized/i);
  });
});
