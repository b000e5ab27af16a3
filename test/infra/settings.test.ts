import { describe, expect, it } from "vitest";
import { leaseBounds, readSettings, SettingsError } from "../../lib/cloud/settings.ts";
import { contextOfCdkJson } from "./cdk-context.ts";

const read = (context: Record<string, unknown>) => readSettings({ tryGetContext: (key: string) => context[key] });
const minimal = { stage: "dev", oidcIssuer: "https://identity.example.com" };

describe("readSettings()", () => {
  it("takes the specification's values where a deployment says nothing", () => {
    expect(read(minimal)).toEqual({
      ...minimal,
      isProduction: false,
      requiredScope: "notifications",
      httpApiProvider: false,
      backoffBaseSeconds: 30,
      leaseSeconds: 90,
      rateRefillPerSecond: 1,
      rateBurst: 30,
      privateNetworkAllow: [],
      logRetentionDays: 30,
      gatewayRequestsPerSecond: 2000,
      gatewayBurst: 4000,
    });
  });

  it("reads text from the command line as it reads values from cdk.json", () => {
    const given = {
      httpApiProvider: "true",
      rateBurst: "5",
      logRetentionDays: "7",
      privateNetworkAllow: "10.0.0.0/8, relay",
    };
    expect(read({ ...minimal, ...given })).toMatchObject({
      httpApiProvider: true,
      rateBurst: 5,
      logRetentionDays: 7,
      privateNetworkAllow: ["10.0.0.0/8", "relay"],
    });
    expect(read({ ...minimal, privateNetworkAllow: ["10.0.0.0/8"] }).privateNetworkAllow).toEqual(["10.0.0.0/8"]);
  });

  it.each([
    [{ stage: "prod" }, true],
    [{ stage: "production" }, true],
    [{ stage: "dev" }, false],
    [{ stage: "dev", production: true }, true],
    [{ stage: "prod", production: "false" }, false],
  ])("takes %j for a production stage: %s", (given, isProduction) => {
    expect(read({ ...minimal, ...given }).isProduction).toBe(isProduction);
  });

  it("names every setting that is missing or wrong", () => {
    const wrong = {
      stage: "Dev!",
      logRetentionDays: 8,
      httpApiProvider: "maybe",
      rateBurst: 0,
      alarmTopicArn: "topic",
    };
    expect(() => read(wrong)).toThrow(SettingsError);
    for (const name of [...Object.keys(wrong), "oidcIssuer"]) expect(() => read(wrong)).toThrow(`  ${name}: `);
  });

  it.each(["http://identity.example.com", "identity.example.com"])("refuses the issuer %s", (oidcIssuer) => {
    expect(() => read({ ...minimal, oidcIssuer })).toThrow("oidcIssuer: must be an https:// address");
  });

  it("refuses a lease that ends before its worker does, or after the queue shows the message again", () => {
    const { above, below } = leaseBounds();
    for (const leaseSeconds of [above, below]) {
      expect(() => read({ ...minimal, leaseSeconds })).toThrow(/leaseSeconds: must lie between \d+ s .* and \d+ s/);
    }
    expect(read({ ...minimal, leaseSeconds: above + 1 }).leaseSeconds).toBe(above + 1);
  });

  it("accepts the examples of cdk.json", () => {
    expect(read(contextOfCdkJson())).toMatchObject({ stage: "dev", oidcIssuer: "https://identity.example.com" });
  });
});
