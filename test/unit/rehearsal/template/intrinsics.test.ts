import { describe, expect, it } from "vitest";
import { inOrder } from "../../../../rehearsal/template/assembly.ts";
import { referencesIn, resolveValue, type Scope } from "../../../../rehearsal/template/intrinsics.ts";

const SCOPE: Scope = {
  pseudo: { "AWS::Region": "eu-central-1", "AWS::Partition": "aws" },
  ref: (id) => `ref of ${id}`,
  attribute: (id, name) => `${name} of ${id}`,
  exported: (name) => `export ${name}`,
  stackOutput: (stack, name) => `output ${name} of ${stack}`,
  dynamic: (reference) => `<${reference}>`,
};
const resolved = (value: unknown) => resolveValue(value, SCOPE);

describe("resolveValue()", () => {
  it.each<[string, unknown, unknown]>([
    ["a text", "plain", "plain"],
    ["Ref", { Ref: "Table" }, "ref of Table"],
    ["Ref to a pseudo parameter", { Ref: "AWS::Region" }, "eu-central-1"],
    ["Fn::GetAtt as a list", { "Fn::GetAtt": ["Table", "Arn"] }, "Arn of Table"],
    ["Fn::GetAtt as a text", { "Fn::GetAtt": "Table.Stream.Arn" }, "Stream.Arn of Table"],
    ["Fn::Join", { "Fn::Join": [":", ["arn", { Ref: "AWS::Partition" }, 7]] }, "arn:aws:7"],
    ["Fn::Select of Fn::Split", { "Fn::Select": [1, { "Fn::Split": ["/", "a/b/c"] }] }, "b"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own.
    ["Fn::Sub", { "Fn::Sub": "${AWS::Region}-${Table.Arn}-${!Kept}" }, "eu-central-1-Arn of Table-${Kept}"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own.
    ["Fn::Sub with variables", { "Fn::Sub": ["${a}", { a: { Ref: "X" } }] }, "ref of X"],
    ["Fn::ImportValue", { "Fn::ImportValue": { "Fn::Join": ["", ["a", "b"]] } }, "export ab"],
    ["Fn::GetStackOutput", { "Fn::GetStackOutput": { StackName: "data", OutputName: "Arn" } }, "output Arn of data"],
    ["a dynamic reference", "x{{resolve:secretsmanager:a:SecretString:::}}y", "x<secretsmanager:a:SecretString:::>y"],
    [
      "a dynamic reference that is put together",
      { "Fn::Join": ["", ["{{resolve:", { Ref: "S" }, "}}"]] },
      "<ref of S>",
    ],
    ["a property without a value", { a: 1, b: { Ref: "AWS::NoValue" } }, { a: 1 }],
    ["an element without a value", [1, { Ref: "AWS::NoValue" }], [1]],
    ["an object that only looks like one", { Ref: "a", Other: "b" }, { Ref: "a", Other: "b" }],
  ])("knows %s", (_, value, expected) => {
    expect(resolved(value)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ["an expression of another kind", { "Fn::Cidr": ["10.0.0.0/8", 1, 1] }],
    ["a selection beyond the list", { "Fn::Select": [3, ["a"]] }],
    ["a join of what is no text", { "Fn::Join": ["", [{ a: 1 }]] }],
  ])("does not pass over %s", (_, value) => {
    expect(() => resolved(value)).toThrow();
  });
});

describe("referencesIn()", () => {
  it("finds the ids in every kind of expression", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own.
    const value = [{ Ref: "A" }, { x: { "Fn::GetAtt": ["B", "Arn"] } }, { "Fn::Sub": "${C}-${D.Arn}" }];
    expect(new Set(referencesIn(value))).toEqual(new Set(["A", "B", "C", "D"]));
  });
});

describe("inOrder()", () => {
  it("puts each after what it needs", () => {
    const needs: Record<string, string[]> = { panel: ["service"], service: ["data"], data: [] };
    expect(inOrder(["panel", "service", "data"], (name) => needs[name] ?? [])).toEqual(["data", "service", "panel"]);
  });

  it("names a circle", () => {
    expect(() => inOrder(["a", "b"], (name) => (name === "a" ? ["b"] : ["a"]))).toThrow("circle of dependencies at a");
  });
});
