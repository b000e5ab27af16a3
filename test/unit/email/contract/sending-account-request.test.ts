import { describe, expect, it } from "vitest";
import { sendingAccountRequest } from "../../../../shared/email/contract/sending-account-request.ts";
import { shapeMessages } from "../../../support/shape-problems.ts";

const ACCOUNT = { label: "Shop", from_address: "a@shop.example", host: "h", port: 25, encryption: "none" };
const sendersOf = (from_addresses?: unknown) =>
  sendingAccountRequest.parse({ ...ACCOUNT, from_addresses }).fromAddresses;
const problemsOf = (from_addresses: unknown) => shapeMessages(sendingAccountRequest, { ...ACCOUNT, from_addresses });

describe("from_addresses (D52)", () => {
  it("are trimmed and stay as they are written", () => {
    const given = [" Billing@Shop.example\t", "*@BÜCHER.example", "billing@shop.example"];
    expect(sendersOf(given)).toEqual(["Billing@Shop.example", "*@BÜCHER.example", "billing@shop.example"]);
  });

  it("are absent where none is given", () => {
    expect(sendersOf()).toBeUndefined();
    expect(sendersOf([])).toBeUndefined();
  });

  it("are at most 100", () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `a${i}@shop.example`);
    expect(sendersOf(many(100))).toHaveLength(100);
    expect(problemsOf(many(101))).toEqual(["from_addresses must have at most 100 entries"]);
  });

  it.each([null, "a@shop.example", {}, 1, [1], [null], [["a@shop.example"]]])("refuses %j", (given) => {
    expect(problemsOf(given)).toEqual(["from_addresses must be an array of strings"]);
  });

  it.each(["", " ", "*", "shop.example", "*@localhost", "*@*.shop.example", "Shop <a@shop.example>", "a@b@c.example"])(
    "refuses the entry %j",
    (entry) => {
      const message = "from_addresses must hold email addresses, or *@ with a bare domain name such as *@example.com";
      expect(problemsOf(["ok@shop.example", entry])).toEqual([message]);
    },
  );
});

describe("feedback_topic_arn (D45g)", () => {
  const FIELD = "feedback_topic_arn";
  const topicOf = (given?: unknown) => sendingAccountRequest.parse({ ...ACCOUNT, [FIELD]: given }).feedbackTopicArn;
  const refusedOf = (given: unknown) => shapeMessages(sendingAccountRequest, { ...ACCOUNT, [FIELD]: given });

  it.each([
    "arn:aws:sns:eu-west-1:123456789012:ses-feedback",
    "arn:aws-cn:sns:cn-north-1:123456789012:a",
    "arn:aws-us-gov:sns:us-gov-west-1:123456789012:a_b",
  ])("is the ARN of a topic: %s", (arn) => {
    expect(topicOf(arn)).toBe(arn);
  });

  it("is absent where none is given, and where it is empty", () => {
    expect([topicOf(), topicOf("")]).toEqual([undefined, undefined]);
  });

  it.each([
    "ses-feedback",
    " ",
    " arn:aws:sns:eu-west-1:123456789012:ses-feedback",
    "arn:aws:sns:eu-west-1:123456789012:ses-feedback\n",
    "arn:aws:sqs:eu-west-1:123456789012:ses-feedback",
    "arn:aws:sns:eu-west-1:12345:ses-feedback",
    "arn:aws:sns:eu-west-1:123456789012:",
    "arn:aws:sns:eu-west-1:123456789012:ses feedback",
    "arn:aws:sns:eu-west-1:123456789012:ses-feedback:5f9a2c1e-4b7d-4c3a-9e8f-0a1b2c3d4e5f",
    "arn:aws:sns::123456789012:ses-feedback",
    // A bucket of somebody has the address that would be this topic's.
    "arn:aws:sns:s3-us-west-2:123456789012:ses-feedback",
    "arn:aws:sns:s3:123456789012:ses-feedback",
    `arn:aws:sns:eu-west-1:123456789012:${"a".repeat(257)}`,
  ])("refuses %j", (arn) => {
    expect(refusedOf(arn)).toEqual(["feedback_topic_arn must be the ARN of an SNS topic"]);
  });

  it("refuses what is no text", () => {
    expect(refusedOf(1)).toEqual(["feedback_topic_arn must be a string"]);
  });
});
