import { describe, expect, it } from "vitest";
import { accountOf } from "../../../../rehearsal/iam/account.ts";
import { decide, matches, type Question } from "../../../../rehearsal/iam/evaluate.ts";
import { statementsIn } from "../../../../rehearsal/iam/policy.ts";

const ROLE = "arn:aws:iam::123456789012:role/worker";
const TABLE = "arn:aws:dynamodb:eu-central-1:123456789012:table/Chat";
const ASKED: Question = { caller: { role: ROLE }, action: "dynamodb:GetItem", resource: TABLE, context: {} };
const policy = (...Statement: object[]) => statementsIn({ Statement }, "policy");
const allow = (more: object = {}) => ({ Effect: "Allow", Action: "dynamodb:GetItem", Resource: TABLE, ...more });
const isAllowed = (identity: object[], question: Partial<Question> = {}, resource: object[] = []) =>
  decide({ ...ASKED, ...question }, { identity: policy(...identity), resource: policy(...resource) }).isAllowed;

describe("the inline policies of a role", () => {
  const document = (Action: string) => ({ Statement: [{ Effect: "Allow", Action, Resource: TABLE }] });

  it("count from the moment at which they are put, and replace those of their name", () => {
    const account = accountOf({ resources: [], outputs: {}, secrets: new Map() });
    expect([account.ask(ASKED).isAllowed, account.inlinePolicy(ROLE, "read")]).toEqual([false, undefined]);
    account.putInlinePolicy(ROLE, "read", document("dynamodb:GetItem"));
    account.putInlinePolicy(ROLE, "write", document("dynamodb:PutItem"));
    expect([account.ask(ASKED).isAllowed, account.statementsOf(ROLE)]).toMatchObject([true, [{}, {}]]);
    expect(account.ask({ ...ASKED, caller: { role: `${ROLE}2` } }).isAllowed).toBe(false);
    account.putInlinePolicy(ROLE, "read", document("dynamodb:Query"));
    expect([account.ask(ASKED).isAllowed, account.inlinePolicy(ROLE, "read")]).toEqual([
      false,
      document("dynamodb:Query"),
    ]);
  });
});

describe("decide()", () => {
  it("allows nothing by itself", () => {
    expect(isAllowed([])).toBe(false);
  });

  it.each<[string, object, Partial<Question>, boolean]>([
    ["the action and the resource", {}, {}, true],
    ["another action", {}, { action: "dynamodb:PutItem" }, false],
    ["another resource", {}, { resource: `${TABLE}2` }, false],
    ["an index, which is a resource of its own", {}, { resource: `${TABLE}/index/recent` }, false],
    ["actions by a pattern", { Action: "dynamodb:Get*" }, {}, true],
    ["actions in other letters", { Action: "DynamoDB:getitem" }, {}, true],
    ["resources by a pattern", { Resource: `${TABLE}/index/*` }, { resource: `${TABLE}/index/recent` }, true],
    [
      "a fulfilled condition",
      { Condition: { StringEquals: { "kms:Via": ["a", "b"] } } },
      { context: { "kms:via": "b" } },
      true,
    ],
    ["a condition on a key that is missing", { Condition: { StringEquals: { "kms:Via": "a" } } }, {}, false],
    ["a condition that may be missing", { Condition: { StringEqualsIfExists: { "kms:Via": "a" } } }, {}, true],
    ["a number below a limit", { Condition: { NumericLessThan: { n: 2 } } }, { context: { n: "1" } }, true],
    ["a number at a limit", { Condition: { NumericLessThan: { n: 2 } } }, { context: { n: "2" } }, false],
    ["a key that must be missing", { Condition: { Null: { n: true } } }, {}, true],
  ])("reads %s", (_, more, question, expected) => {
    expect(isAllowed([allow(more)], question)).toBe(expected);
  });

  describe("with a condition on all values of a key", () => {
    const TEST_MODE = { "dynamodb:LeadingKeys": ["O#hrld_test:*", "TESTS"] };
    const isAllowedFor = (context: Question["context"], operator = "ForAllValues:StringLike") =>
      isAllowed([allow({ Condition: { [operator]: TEST_MODE } })], { context });

    it.each<[string, Question["context"], boolean]>([
      ["one value that fits", { "dynamodb:leadingkeys": "TESTS" }, true],
      ["values that all fit", { "dynamodb:leadingkeys": ["O#hrld_test:anna", "TESTS"] }, true],
      ["one of several that does not fit", { "dynamodb:leadingkeys": ["O#hrld_test:anna", "O#anna"] }, false],
      ["another value", { "dynamodb:leadingkeys": ["O#anna"] }, false],
      ["a call without the key, as AWS does", {}, true],
    ])("reads %s", (_, context, expected) => {
      expect(isAllowedFor(context)).toBe(expected);
    });

    it("compares without patterns where the operator says so", () => {
      const owner = { "dynamodb:leadingkeys": ["O#hrld_test:anna"] };
      expect(isAllowedFor(owner, "ForAllValues:StringEquals")).toBe(false);
      expect(isAllowedFor({ "dynamodb:leadingkeys": ["TESTS"] }, "ForAllValues:StringEquals")).toBe(true);
    });

    it("does not pass over an operator for one value, nor one that is not known", () => {
      const owner = { "dynamodb:leadingkeys": ["TESTS"] };
      expect(() => isAllowedFor(owner, "StringLike")).toThrow("several values");
      expect(() => isAllowedFor(owner, "ForAnyValue:StringLike")).toThrow("ForAnyValue");
      expect(() => isAllowedFor(owner, "ForAllValues:IpAddress")).toThrow("IpAddress");
    });
  });

  it("puts a denial before every permission", () => {
    const denial = { Effect: "Deny", Action: "*", Resource: "*", Principal: { AWS: "*" } };
    expect(isAllowed([allow()], {}, [denial])).toBe(false);
    const unless = { ...denial, Condition: { StringNotEquals: { "kms:EncryptionContext:service": "herald" } } };
    expect(isAllowed([allow()], { context: { "kms:encryptioncontext:service": "herald" } }, [unless])).toBe(true);
    expect(isAllowed([allow()], {}, [unless])).toBe(false);
  });

  it("takes a resource's word for the principals that it names", () => {
    const forService = allow({ Principal: { Service: "apigateway.amazonaws.com" } });
    const by = (service: string) => isAllowed([], { caller: { service } }, [forService]);
    expect(by("apigateway.amazonaws.com")).toBe(true);
    expect(by("events.amazonaws.com")).toBe(false);
    expect(isAllowed([], {}, [allow({ Principal: { AWS: "arn:aws:iam::123456789012:root" } })])).toBe(false);
    expect(isAllowed([], {}, [allow({ Principal: { AWS: ROLE } })])).toBe(true);
  });

  it("does not pass over an operator that it does not know", () => {
    expect(() => isAllowed([allow({ Condition: { IpAddress: { "aws:SourceIp": "10.0.0.0/8" } } })])).toThrow(
      "IpAddress",
    );
  });

  it.each([
    ["NotAction", { Effect: "Allow", NotAction: "a:b", Resource: "*" }],
    ["NotResource", { Effect: "Allow", Action: "a:b", NotResource: "*" }],
    ["NotPrincipal", { Effect: "Allow", Action: "a:b", Resource: "*", NotPrincipal: "*" }],
  ])("does not pass over %s", (_, statement) => {
    expect(() => policy(statement)).toThrow();
  });
});

describe("accountOf()", () => {
  const place = { stack: "s", account: "123456789012", region: "eu-central-1" };
  const key = "arn:aws:kms:eu-central-1:123456789012:key/1";
  const allowed = (principal: object) => {
    const role = { ...place, logicalId: "Role", type: "AWS::IAM::Role", ref: "worker", attributes: { Arn: ROLE } };
    const document = { Statement: { Effect: "Allow", Action: "kms:Decrypt", Resource: key } };
    const own = { ...role, properties: { Policies: [{ PolicyDocument: document }] } };
    const KeyPolicy = { Statement: { Effect: "Allow", Action: "kms:*", Principal: principal, Resource: "*" } };
    const sealing = { ...place, logicalId: "Key", type: "AWS::KMS::Key", ref: "1", attributes: { Arn: key } };
    const resources = [own, { ...sealing, properties: { KeyPolicy } }];
    const { ask } = accountOf({ resources, outputs: {}, secrets: new Map() });
    return ask({ caller: { role: ROLE }, action: "kms:Decrypt", resource: key, context: {} }).isAllowed;
  };

  it("counts an identity's policy on a key only where the key's own hands the decision to the account", () => {
    expect(allowed({ AWS: "arn:aws:iam::123456789012:root" })).toBe(true);
    expect(allowed({ AWS: "arn:aws:iam::123456789012:role/other" })).toBe(false);
  });
});

describe("matches()", () => {
  it.each([
    ["a*c", "abbc", true],
    ["a?c", "abc", true],
    ["a?c", "abbc", false],
    ["a.c", "abc", false],
    ["*", "", true],
  ])("%s and %s: %s", (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });
});
