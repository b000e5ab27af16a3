import { generateKeyPairSync } from "node:crypto";
import { App, SecretValue, Stack } from "aws-cdk-lib";
import { Key } from "aws-cdk-lib/aws-kms";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Topic } from "aws-cdk-lib/aws-sns";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { describe, expect, it } from "vitest";
import { environmentBytes, MAX_ENVIRONMENT_BYTES, refuseLargeEnvironment } from "../../lib/cloud/environment-size.ts";
import { SettingsError } from "../../lib/cloud/settings.ts";
import { functions, webFunctions } from "../../lib/functions.ts";
import { deployedEnvironment } from "./stacks/deployed-environment.ts";
import { synthesise } from "./stacks/synthesise.ts";

/** KMS adds this many bytes to a text that it seals. */
const SEAL_BYTES = 152;
const MEDIA = {
  mediaBucket: "herald-media-test",
  mediaDeliveryUrl: "https://herald.example.com/media",
  mediaPublicKeyId: "K2JCJMDEHXQW5F",
};

const sealed = (key: ReturnType<typeof generateKeyPairSync>["privateKey"]): string =>
  Buffer.from(`${key.export({ type: "pkcs8", format: "pem" })}${"0".repeat(SEAL_BYTES)}`).toString("base64");
const EC_KEY = sealed(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey);
const RSA_KEY = sealed(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey);

describe("the environment of functions", () => {
  it("fails the synthesis, by the function's name and its longest values, before Lambda would take it no more", () => {
    const privateNetworkAllow = Array.from({ length: 250 }, (_, i) => `10.0.${i}.0/24`).join(",");
    const large = () => synthesise({ privateNetworkAllow, vpcId: "vpc-0a1b2c3d", subnetIds: "subnet-0a1b2c3d" });
    expect(large).toThrow(SettingsError);
    expect(large).toThrow(
      /^The environment of the function .+ may come to \d{4} bytes, more than the 3712 that leave room below Lambda's 4096\. Shorten what takes most of it: PRIVATE_NETWORK_ALLOW \(\d{4}\)/,
    );
  });

  it.each([
    ["an elliptic key", EC_KEY],
    ["an RSA key", RSA_KEY],
  ])(
    "fits in a stage with a long name, two origin secrets and %s, which one function gets",
    (_, mediaPrivateKeySealed) => {
      const templates = synthesise({
        ...MEDIA,
        stage: "production-of-europe",
        mediaPrivateKeySealed,
        originSecretGeneration: 2,
      });
      const holders = [...functions, ...webFunctions].filter(({ name }) => {
        const deployed = deployedEnvironment(templates, name);
        expect(Buffer.byteLength(JSON.stringify(deployed))).toBeLessThan(MAX_ENVIRONMENT_BYTES);
        return deployed.MEDIA_PRIVATE_KEY_SEALED === mediaPrivateKeySealed;
      });
      expect(holders.map(({ name }) => name)).toEqual(["conversation-media"]);
    },
  );

  it("is counted as JSON, with what only a deployment knows at its longest", () => {
    const stack = new Stack(new App(), "herald-service-prod");
    const url = new Queue(stack, "Queue").queueUrl;
    const real = "https://sqs.ap-southeast-1.amazonaws.com/123456789012/herald-service-prod-Queue4A7E3555-AbCdEfGhIjKl";
    const environment = {
      LITERAL: 'ü"',
      URL: url,
      TOPIC: new Topic(stack, "Topic").topicArn,
      KEY: new Key(stack, "Key").keyArn,
      SECRETS: [new Secret(stack, "Secret"), new Secret(stack, "Another")]
        .map((secret) => SecretValue.secretsManager(secret.secretArn).unsafeUnwrap())
        .join(","),
    };
    expect(environmentBytes({ LITERAL: environment.LITERAL })).toBe(18);
    expect(environmentBytes({ URL: url })).toBeGreaterThanOrEqual(JSON.stringify({ URL: real }).length);
    expect(environmentBytes({ SECRETS: environment.SECRETS })).toBe(2 * 64 + 1 + '{"SECRETS":""}'.length);
    expect(environmentBytes(environment)).toBeLessThan(800);
    expect(() => refuseLargeEnvironment("mine", { ...environment, LONG: "x".repeat(3000) })).not.toThrow();
    expect(() => refuseLargeEnvironment("mine", { ...environment, LONG: "x".repeat(3712) })).toThrow(
      "The environment of the function mine may come to",
    );
  });

  it("may hold no reference whose length nobody knows", () => {
    const stack = new Stack(new App(), "Stack");
    const { queueName } = new Queue(stack, "Queue");
    expect(() => environmentBytes({ NAME: queueName })).toThrow("no length is known for QueueName of Stack/Queue");
  });
});
