import { generateKeyPairSync } from "node:crypto";
import { App, SecretValue, Stack } from "aws-cdk-lib";
import { Key } from "aws-cdk-lib/aws-kms";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Topic } from "aws-cdk-lib/aws-sns";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { describe, expect, it } from "vitest";
import { environmentBytes, refuseLargeEnvironment } from "../../lib/cloud/environment-size.ts";
import { SettingsError } from "../../lib/cloud/settings.ts";
import { functions, webFunctions } from "../../lib/functions.ts";
import { deployedEnvironment } from "./stacks/deployed-environment.ts";
import { synthesise } from "./stacks/synthesise.ts";

/** KMS puts so much around what it seals. */
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
  it("fails the synthesis, by its name and its longest values, where Lambda would take it no more", () => {
    const large = () => synthesise({ ...MEDIA, stage: "production", mediaPrivateKeySealed: RSA_KEY });
    expect(large).toThrow(SettingsError);
    expect(large).toThrow(
      /^The environment of the function .+ may come to \d{4} bytes, and Lambda takes 4096\. Shorten what takes most of it: MEDIA_PRIVATE_KEY_SEALED \(\d{4}\)/,
    );
  });

  it("fits in a stage with a long name and an elliptic key, and is counted as no less than what is deployed", () => {
    const templates = synthesise({ ...MEDIA, stage: "production-of-europe", mediaPrivateKeySealed: EC_KEY });
    for (const { name } of [...functions, ...webFunctions]) {
      const deployed = deployedEnvironment(templates, name);
      expect(Buffer.byteLength(JSON.stringify(deployed))).toBeLessThan(4096);
      expect(deployed.MEDIA_PRIVATE_KEY_SEALED).toBe(EC_KEY);
    }
  });

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
    expect(() => refuseLargeEnvironment("mine", { ...environment, LONG: "x".repeat(3200) })).not.toThrow();
    expect(() => refuseLargeEnvironment("mine", { ...environment, LONG: "x".repeat(4096) })).toThrow(
      "The environment of the function mine may come to",
    );
  });

  it("may hold no reference whose length nobody knows", () => {
    const stack = new Stack(new App(), "Stack");
    const { queueName } = new Queue(stack, "Queue");
    expect(() => environmentBytes({ NAME: queueName })).toThrow("no length is known for QueueName of Stack/Queue");
  });
});
