import { describe, expect, it } from "vitest";
import { freeDraft, startersOf } from "../../../../../../panel/src/pages/email-templates/starters/starter.ts";

const files = {
  bodies: {
    "../../examples/welcome/body.html": "<p>no comment</p>",
    "../../examples/receipt/body.html": "{{/* Sent when paid. */ -}}\n<p>B</p>",
  },
  fields: {
    "../../examples/receipt/template.json": { name: "Receipt", subject: "For {{.name}}" },
    "../../examples/welcome/template.json": { name: "Welcome", subject: "S" },
  },
  samples: { "../../examples/receipt/samples.json": { name: "Ann" } },
};

describe("startersOf()", () => {
  it("joins the files of each folder, by name", () => {
    const [receipt, welcome] = startersOf(files);
    expect(receipt).toEqual({
      alias: "receipt",
      about: "Sent when paid.",
      draft: {
        ...{ name: "Receipt", subject: "For {{.name}}", body: "{{/* Sent when paid. */ -}}\n<p>B</p>" },
        ...{ body_type: "html", alias: "receipt", strict: true, isEscaped: true },
      },
      samples: { name: "Ann" },
    });
    expect(welcome).toMatchObject({ alias: "welcome", about: "", samples: {} });
  });
});

describe("freeDraft()", () => {
  it.each([
    [[], "receipt", "Receipt"],
    [["welcome"], "receipt", "Receipt"],
    [["receipt"], "receipt-2", "Receipt 2"],
    [["receipt", "receipt-2", "receipt-4"], "receipt-3", "Receipt 3"],
  ])("with %j taken is %s", (taken, alias, name) => {
    const [receipt] = startersOf(files);
    expect(receipt && freeDraft(receipt, new Set(taken))).toMatchObject({ alias, name });
  });
});
