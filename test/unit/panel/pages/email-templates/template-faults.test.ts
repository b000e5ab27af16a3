import { describe, expect, it } from "vitest";
import { lastGoodOf, shownPreview } from "../../../../../panel/src/pages/email-templates/shown-preview.ts";
import type { Preview } from "../../../../../panel/src/pages/email-templates/template-draft.ts";
import { faultIn, faultsOf, faultText } from "../../../../../panel/src/pages/email-templates/template-fault.ts";

const BODY = "{{range .items}}{{.}}{{end}}";
const RANGE = `template: body:1:8: executing "body" at <.items>: range can't iterate over ["Tea","Coffee"]`;
const GOOD: Preview = { subject: "For Ann", body: "<p>Tea</p>", text: "Tea", variables: ["name"], missing: [] };
const given = { draft: { subject: "For {{.name}}", body: BODY }, samples: { items: '["Tea","Coffee"]' } };
const failing = (over: Partial<Preview> = {}): Preview => ({
  ...{ subject: "For Ann", body: BODY, variables: ["name", "items"], missing: [] },
  faults: [{ field: "body", during: "render", detail: RANGE }],
  ...over,
});
const unparsed: Preview = {
  ...{ subject: "For Bob", body: "{{if}}", variables: ["name"], missing: [] },
  faults: [{ field: "body", during: "parse", detail: "template: body:1: missing value for if" }],
};

describe("a template that fails with its sample values", () => {
  it("keeps subject, variables and size on the page from the first answer on", () => {
    expect(shownPreview(failing(), lastGoodOf(failing(), {}), given)).toEqual({
      ...{ subject: "For Ann", body: BODY, variables: ["name", "items"], missing: [] },
    });
  });

  it("shows the body that last rendered, beside the subject and the variables of now", () => {
    const good = lastGoodOf(failing({ subject: "For Bob" }), lastGoodOf(GOOD, {}));
    expect(shownPreview(failing({ subject: "For Bob" }), good, given)).toEqual({
      ...{ subject: "For Bob", body: "<p>Tea</p>", text: "Tea", variables: ["name", "items"], missing: [] },
    });
  });

  it("forgets nothing once it is right again", () => {
    const mended = { ...GOOD, body: "Coffee" };
    expect(shownPreview(mended, lastGoodOf(mended, lastGoodOf(failing(), {})), given)).toEqual(mended);
  });

  it("says that values are text, and where", () => {
    expect(faultsOf(failing()).map(faultText)).toEqual([
      `Line 1: range can't iterate over ["Tea","Coffee"]. A sample is text, also one that looks like a list, until it is given as JSON.`,
    ]);
    const fields = faultIn(
      'template: subject:2:9: executing "subject" at <.a.b>: can\'t evaluate field b in type string',
    );
    expect(fields).toMatchObject({ field: "subject", line: 2, hint: expect.stringContaining("is text") });
    expect(faultIn("template: body:3: unexpected EOF")?.hint).toBeUndefined();
  });

  it("names a fault without a place, too", () => {
    const limit = { field: "body", during: "render", detail: "template: the output is larger than 1 MiB" } as const;
    expect(faultsOf(failing({ faults: [limit] }))).toEqual([{ field: "body", message: limit.detail }]);
    expect(faultText({ field: "body", message: limit.detail })).toBe(`${limit.detail}.`);
  });
});

describe("a text that does not parse", () => {
  it("keeps the variables of the last one that did", () => {
    const good = lastGoodOf(unparsed, lastGoodOf(failing(), {}));
    expect(shownPreview(unparsed, good, given)).toMatchObject({ subject: "For Bob", variables: ["name", "items"] });
  });

  it("keeps the variables that have samples where none has parsed yet, and where there is no answer", () => {
    expect(shownPreview(unparsed, lastGoodOf(unparsed, {}), given).variables).toEqual(["name", "items"]);
    expect(shownPreview(undefined, {}, given)).toMatchObject({ ...given.draft, variables: ["items"] });
  });
});
