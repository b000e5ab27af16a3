import { describe, expect, it } from "vitest";
import { nameVariables, readVariableNames } from "../../../../shared/chat/templates/name-variables.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aChatTemplate } from "../../../support/chat-builders.ts";
import { inMemoryChatTemplateStore } from "../../../support/in-memory-chat-template-store.ts";
import { inMemoryVariableNames } from "../../../support/in-memory-variable-names.ts";

const body = (position: number, name = "order number") => ({ component: "body", position, name }) as const;

function setUp() {
  const parameters = [1, 2].map((position) => ({ ...body(position), type: "text", required: true }) as const);
  const template = aChatTemplate({ parameters });
  const deps = { chatTemplates: inMemoryChatTemplateStore([template]), variableNames: inMemoryVariableNames() };
  const { owner, id } = template;
  const name = (names: Parameters<typeof nameVariables>[2], by = owner) =>
    nameVariables(deps, { owner: by, id }, names);
  return { name, read: (by = owner) => readVariableNames(deps, by, id) };
}

describe("nameVariables()", () => {
  it("keeps the names of a template's own variables", async () => {
    const { name, read } = setUp();
    await name([body(1), body(2, "day")]);
    expect(await read()).toEqual([body(1), body(2, "day")]);
  });

  it("refuses a variable that the template has not, or that is named twice", async () => {
    const { name, read } = setUp();
    for (const names of [[body(3)], [{ ...body(1), component: "header" as const }], [body(1), body(1, "other")]])
      await expect(name(names)).rejects.toMatchObject({ code: "invalid_request" });
    expect(await read()).toEqual([]);
  });

  it("knows nothing of another owner's template", async () => {
    const { name, read } = setUp();
    await expect(name([body(1)], anOwner())).rejects.toMatchObject({ code: "not_found" });
    await expect(read(anOwner())).rejects.toMatchObject({ code: "not_found" });
  });
});
