import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { awsCall } from "../../../../ops/doctor/aws-call.ts";

const SECRET = "a secret access key";
const credentials = async () => ({ accessKeyId: "AKIDEXAMPLE", secretAccessKey: SECRET });
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Computes a Signature Version 4 step by step as AWS documents it. */
function expectedSignature(url: string, { method = "", headers, body }: RequestInit): string {
  const sent = new Headers(headers);
  const [, scope = "", names = ""] =
    /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+),/.exec(sent.get("authorization") ?? "") ?? [];
  const canonical = [
    method,
    new URL(url).pathname,
    new URL(url).search.slice(1).split("&").toSorted().join("&"),
    ...names.split(";").map((name) => `${name}:${sent.get(name)}`),
    "",
    names,
    sha256(typeof body === "string" ? body : ""),
  ].join("\n");
  const text = ["AWS4-HMAC-SHA256", sent.get("x-amz-date"), scope, sha256(canonical)].join("\n");
  const key = scope.split("/").reduce<string | Buffer>((previous, part) => hmac(previous, part), `AWS4${SECRET}`);
  return hmac(key, text).toString("hex");
}

describe("awsCall()", () => {
  it.each([
    { service: "sts", host: "sts.eu-central-1.amazonaws.com", body: "Action=GetCallerIdentity&Version=2011-06-15" },
    { service: "lambda", host: "lambda.eu-central-1.amazonaws.com", path: "/2016-08-19/account-settings/" },
    {
      service: "cloudfront",
      host: "cloudfront.amazonaws.com",
      path: "/2020-05-31/response-headers-policy?Type=custom&MaxItems=100",
    },
    {
      ...{ service: "lambda", host: "lambda.eu-central-1.amazonaws.com", method: "DELETE" as const },
      path: "/2015-03-31/event-source-mappings/00000000-0000-4000-8000-000000000000",
    },
  ])("signs a request to $service as AWS documents it", async (request) => {
    const seen: [string, RequestInit][] = [];
    const ask: typeof fetch = async (url, init = {}) => {
      seen.push([String(url), init]);
      return new Response("{}");
    };
    const answer = await awsCall(credentials, ask)({ region: "eu-central-1", ...request }, AbortSignal.timeout(1000));
    expect(answer).toEqual({ status: 200, text: "{}" });
    const [[url = "", init = {}] = []] = seen;
    expect(url).toBe(`https://${request.host}${request.path ?? "/"}`);
    const authorization = new Headers(init.headers).get("authorization") ?? "";
    expect(authorization).toContain(`/eu-central-1/${request.service}/aws4_request`);
    expect(authorization).toContain(`Signature=${expectedSignature(url, init)}`);
  });
});
