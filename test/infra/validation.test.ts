import { CfnResource } from "aws-cdk-lib";
import { describe, expect, it } from "vitest";
import { ruleFindings } from "./stacks/synthesise.ts";
import { type Given, VARIANTS } from "./stacks/variants.ts";
import { ORDER, stageOf } from "./transitions/stage.ts";
import { specProblems, unknownTypes } from "./validation/spec-check.ts";

const EVERYTHING: Given = { ...VARIANTS.prod, edgeAccessLogs: true, httpApiProvider: true, originSecretGeneration: 2 };
const STAGES: readonly [string, Given][] = [
  ["for development", VARIANTS.dev],
  ["with everything", EVERYTHING],
  ["without a name of its own", VARIANTS.withoutDomain],
  ["without media", VARIANTS.withoutMedia],
  ["with uploads to a container", VARIANTS.container],
  ["without uploads", VARIANTS.withoutUploads],
  ["without trying new code out", VARIANTS.withoutCanary],
  ["with mail in a network", VARIANTS.network],
  ["with a pipeline", VARIANTS.pipeline],
  ["with mail in a network, under groups of its own", VARIANTS.ownGroups],
];

describe.each(STAGES)("the templates of a stage %s", (_name, given) => {
  it("break none of CloudFormation's own rules", () => {
    expect(ruleFindings(undefined, { ...given })).toEqual([]);
  });

  it("have the properties that CloudFormation knows, none missing, each of its type and among its values", () => {
    const { stacks } = stageOf(given);
    expect(ORDER.flatMap((stack) => specProblems(stacks[stack]))).toEqual([]);
    const unknown = ORDER.flatMap((stack) => unknownTypes(stacks[stack]));
    // These types are the CDK's own custom resources, and types that are newer than the specification.
    expect(unknown.filter((type) => !/^(?:Custom::|AWS::Lambda::WebFunction)/.test(type))).toEqual([]);
  });
});

describe("the check of templates", () => {
  it("finds a mistake that breaks a rule of CloudFormation", () => {
    const found = ruleFindings(({ service }) => {
      new CfnResource(service, "Planted", {
        type: "AWS::SQS::Queue",
        properties: { DelaySeconds: 901, Colour: "red" },
      });
    }, VARIANTS.dev);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((one) => one.endsWith(" at herald-service-dev/Planted"))).toBe(true);
  });

  it("finds a reference to what only another stack has", () => {
    const found = ruleFindings(({ service }) => {
      const properties = { Configuration: { TABLE: { Ref: "ConfigTable" } } };
      new CfnResource(service, "Planted", { type: "Custom::Planted", properties });
    }, VARIANTS.dev);
    expect(found).toEqual([expect.stringMatching(/F1020.* at herald-service-dev\/Planted$/)]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["an unknown property", { Colour: "red" }, "Colour is no property"],
    ["a wrong type", { Code: { ZipFile: ["text"] } }, "Code.ZipFile must be of the type string"],
    ["a value of no list", { PackageType: "Box" }, "PackageType must be one of Image, Zip"],
    ["a structure that is a text", { VpcConfig: "none" }, "VpcConfig must be an object"],
    ["a list that is none", { Layers: "one" }, "Layers must be a list"],
    ["a property that is missing", { Role: undefined }, "Role is missing"],
  ])("finds %s", (_name, planted, problem) => {
    const { service } = stageOf(VARIANTS.dev).stacks;
    const [id = "", one] =
      Object.entries(service.Resources).find(([, { Type }]) => Type === "AWS::Lambda::Function") ?? [];
    if (one === undefined) throw new Error("there is no function");
    const spoilt = { ...one, Properties: { ...one.Properties, ...planted } };
    expect(specProblems({ Resources: { [id]: spoilt }, Outputs: {} })).toEqual([
      expect.stringContaining(`${id} (AWS::Lambda::Function).${problem}`),
    ]);
  });
});
