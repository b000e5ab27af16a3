import { describe, expect, it } from "vitest";
import { readSettings } from "../../../../lib/cloud/settings.ts";
import { proofSettings } from "../../../../ops/prove/proof-settings.ts";

const base = {
  stage: "prove-a1",
  account: "123456789012",
  region: "eu-central-1",
  recorderPath: "0123456789abcdef0123456789abcdef",
  recorderConcurrency: undefined,
  issuer: "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Aa1",
};

describe("proofSettings()", () => {
  it("are settings of a stage that keeps nothing, records, and trusts the pool's tokens", () => {
    const given = proofSettings({ ...base, more: ["uploads=false", "rateBurst=50"] });
    expect(readSettings({ tryGetContext: (key) => given[key] })).toMatchObject({
      stage: "prove-a1",
      isProduction: false,
      keepsData: false,
      recorder: true,
      httpApiProvider: true,
      requiredScope: "aws.cognito.signin.user.admin",
      uploads: false,
      rateBurst: 50,
    });
  });

  it.each([
    ["keepsData=true", "a proof sets keepsData itself"],
    ["production=true", "a proof sets production itself"],
    ["account=210987654321", "a proof sets account itself"],
    ["vpcId=vpc-0a1b2c3d", "a proof takes no vpcId"],
    ["subnetIds=subnet-0a1b2c3d", "a proof takes no subnetIds"],
    ["edgeAccessLogs=true", "a proof takes no edgeAccessLogs"],
    ["alarmTopicArn=arn:aws:sns:eu-central-1:123456789012:a", "a proof takes no alarmTopicArn"],
    ["pipelineRepository=a/b", "a proof takes no pipelineRepository"],
    ["uploads", "uploads must be setting=value"],
  ])("refuses %s", (one, message) => {
    expect(() => proofSettings({ ...base, more: [one] })).toThrow(message);
  });
});
