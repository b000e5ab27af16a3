import { describe, expect, it } from "vitest";
import { VARIANTS } from "../stacks/variants.ts";
import { collisions, exceededQuotas, takenNames } from "./account.ts";
import { givenUpResources, movedResources, replacedResources } from "./kept.ts";
import { lockedExports, missingOutputs, staleReadings } from "./readings.ts";
import { type Resource, type StackName, type Stage, stageOf } from "./stage.ts";

describe("the check of transitions", () => {
  const prod = stageOf(VARIANTS.prod);
  /** Returns the stage with a change in one of its stacks. */
  function changed(stack: StackName, change: (of: Stage["stacks"][StackName]) => void): Stage {
    const stacks = structuredClone(prod.stacks);
    change(stacks[stack]);
    return { ...prod, stacks };
  }
  const resource = (of: Stage["stacks"][StackName], id: string): Resource => {
    const one = of.Resources[id];
    if (one === undefined) throw new Error(`there is no ${id}`);
    return one;
  };
  const withExport = changed("service", (service) => {
    service.Outputs.Shared = { Value: "one", Export: { Name: "shared" } };
  });
  withExport.stacks.panel.Resources.Reader = { Type: "Test", Properties: { Name: { "Fn::ImportValue": "shared" } } };

  it("finds an export that is dropped, or gets another value, while a later stack imports it", () => {
    const sentence = "herald-service-prod cannot drop shared: herald-panel-prod still imports it.";
    expect(lockedExports(withExport, prod)).toEqual([sentence]);
    const other = structuredClone(withExport);
    other.stacks.service.Outputs.Shared = { Value: "other", Export: { Name: "shared" } };
    expect(lockedExports(withExport, other)).toEqual([sentence]);
    expect(lockedExports(withExport, withExport)).toEqual([]);
  });

  it("finds an output that somebody reads and nobody has", () => {
    const [output = ""] = Object.keys(prod.stacks.data.Outputs);
    const without = changed("data", ({ Outputs }) => Reflect.deleteProperty(Outputs, output));
    expect(missingOutputs(without)).toEqual([
      `herald-service-prod reads herald-data-prod.${output}, which no stack before it has.`,
    ]);
  });

  it("finds an output that changes its value under a stack that is not deployed again", () => {
    const [output = ""] = Object.keys(prod.stacks.data.Outputs);
    const other = changed("data", ({ Outputs }) => {
      Outputs[output] = { Value: { Ref: "Another" } };
    });
    expect(staleReadings(prod, other)).toEqual([
      `herald-service-prod does not change, and so keeps the old ${output} of data.`,
    ]);
  });

  it("finds a table, a bucket, a key or a distribution that gets another logical id", () => {
    for (const [stack, id] of [
      ["data", "ConfigTable"],
      ["data", "MediaBucket"],
      ["data", "SealingKey"],
      ["service", "EdgeDistribution0060737B"],
      ["service", "PanelBucket"],
    ] as const) {
      const moved = changed(stack, ({ Resources }) => {
        const one = Resources[id];
        if (one) Resources.Another = one;
        Reflect.deleteProperty(Resources, id);
      });
      const { Type } = resource(prod.stacks[stack], id);
      expect(movedResources(prod, moved)).toEqual([
        `herald-${stack}-prod makes a new ${Type} Another, and lets go of ${id}, which holds something.`,
      ]);
    }
  });

  it("finds a key that is not kept any more", () => {
    const other = changed("data", (data) => {
      data.Resources.SealingKey = { ...resource(data, "SealingKey"), DeletionPolicy: "Delete" };
    });
    expect(givenUpResources(prod, other)).toEqual([
      "herald-data-prod would delete SealingKey (AWS::KMS::Key), which it kept so far.",
    ]);
  });

  it("finds a change that means another table, or another bucket for files that a stack reads the name of", () => {
    const other = changed("data", (data) => {
      resource(data, "ChatTable").Properties.KeySchema = [{ AttributeName: "other", KeyType: "HASH" }];
    });
    expect(replacedResources(prod, other)).toEqual([
      "herald-data-prod replaces ChatTable (AWS::DynamoDB::GlobalTable): its KeySchema changes.",
    ]);
    const named = changed("service", (service) => {
      resource(service, "PanelBucket").Properties.BucketName = "herald-panel";
    });
    expect(replacedResources(prod, named)).toEqual([
      "herald-service-prod replaces PanelBucket (AWS::S3::Bucket): its BucketName changes.",
    ]);
  });

  it("finds a function that would be made again, under another name, instead of being updated", () => {
    const [id = ""] =
      Object.entries(prod.stacks.service.Resources).find(([, { Type }]) => Type === "AWS::Lambda::Function") ?? [];
    const named = changed("service", (service) => {
      resource(service, id).Properties.FunctionName = "mail";
    });
    expect(replacedResources(prod, named)).toEqual([
      `herald-service-prod replaces ${id} (AWS::Lambda::Function): its FunctionName changes.`,
    ]);
  });

  it("finds the name of a region that is used in another, where it must be the account's only one", () => {
    const elsewhere = { ...prod, region: "us-east-1" };
    expect(collisions([prod, elsewhere])).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^herald-service-prod in us-east-1 cannot make the AWS::CloudFront::KeyGroup \S+: herald-service-prod in eu-central-1 has one of that name\.$/,
        ),
      ]),
    );
    // The alias of a key belongs to one region.
    expect(collisions([prod, elsewhere]).filter((one) => one.includes("KMS"))).toEqual([]);
    expect(collisions([prod, prod]).filter((one) => one.includes("KMS"))).toHaveLength(1);
  });

  it("finds a name that goes from one resource to another in one deployment", () => {
    const moved = changed("data", ({ Resources }) => {
      const one = Resources.MediaBucket;
      if (one) Resources.Another = one;
      Reflect.deleteProperty(Resources, "MediaBucket");
    });
    expect(takenNames(prod, moved)).toEqual([
      "herald-data-prod in eu-central-1 cannot make the AWS::S3::Bucket herald-media-example as Another: MediaBucket still has that name.",
    ]);
  });

  it("finds more of a kind than an account may have", () => {
    const many = Array.from({ length: 11 }, () => prod);
    expect(exceededQuotas(many)).toContain(
      "11 deployments have 11 of AWS::CloudFront::KeyGroup: an account may have 10.",
    );
  });
});
