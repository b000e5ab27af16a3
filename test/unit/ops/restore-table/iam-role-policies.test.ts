import { describe, expect, it } from "vitest";
import type { AwsAnswer, AwsRequest } from "../../../../ops/doctor/aws-call.ts";
import { IamRolePolicies } from "../../../../ops/restore-table/iam-role-policies.ts";

const DOCUMENT = { Version: "2012-10-17", Statement: [{ Effect: "Allow", Resource: ["a&b%"] }] };

function iam(answer: AwsAnswer) {
  const asked: AwsRequest[] = [];
  const policies = new IamRolePolicies(async (request) => {
    asked.push(request);
    return answer;
  });
  const form = () => Object.fromEntries(new URLSearchParams(asked[0]?.body));
  return { policies, asked, form };
}

describe("IamRolePolicies", () => {
  it("reads a document, which IAM encodes", async () => {
    const encoded = encodeURIComponent(JSON.stringify(DOCUMENT));
    const text = `<GetRolePolicyResponse><GetRolePolicyResult><PolicyDocument>${encoded}</PolicyDocument></GetRolePolicyResult></GetRolePolicyResponse>`;
    const { policies, form, asked } = iam({ status: 200, text });
    expect(await policies.read("role", "name")).toEqual(DOCUMENT);
    expect(form()).toEqual({ Action: "GetRolePolicy", RoleName: "role", PolicyName: "name", Version: "2010-05-08" });
    expect(asked[0]).toMatchObject({ host: "iam.amazonaws.com", region: "us-east-1" });
  });

  it("finds no policy where there is none", async () => {
    const text = "<ErrorResponse><Error><Code>NoSuchEntity</Code><Message>none</Message></Error></ErrorResponse>";
    expect(await iam({ status: 404, text }).policies.read("role", "name")).toBeUndefined();
  });

  it("writes a document as it is", async () => {
    const { policies, form } = iam({ status: 200, text: "" });
    await policies.write("role", "name", DOCUMENT);
    expect(JSON.parse(String(form().PolicyDocument))).toEqual(DOCUMENT);
  });

  it("does not take a refusal for a policy that is not there", async () => {
    const text =
      "<ErrorResponse><Error><Code>AccessDenied</Code><Message>not authorized</Message></Error></ErrorResponse>";
    const { policies } = iam({ status: 403, text });
    await expect(policies.read("role", "name")).rejects.toThrow("IAM answers GetRolePolicy with 403: not authorized");
    await expect(policies.write("role", "name", {})).rejects.toThrow("IAM answers PutRolePolicy with 403");
    await expect(iam({ status: 200, text: "<a/>" }).policies.read("role", "name")).rejects.toThrow("shows no document");
  });
});
