import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signedHeaders } from "../../../../shared/aws/direct-calls/request-signature.ts";

/** Hashes text or bytes for the SDK's own signer. */
class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    const key = typeof secret === "string" ? secret : secret && Buffer.from(secret as Uint8Array);
    this.#hash = key === undefined ? createHash("sha256") : createHmac("sha256", key);
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(typeof data === "string" ? data : Buffer.from(data as Uint8Array));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

const word = fc.stringMatching(/^[A-Za-z0-9+/]{1,40}$/);
const headers = {
  host: "dynamodb.eu-central-1.amazonaws.com",
  "content-type": "application/x-amz-json-1.0",
  "x-amz-target": "DynamoDB_20120810.GetItem",
};

describe("signedHeaders()", () => {
  it("signs as the SDK's own signer does", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          { accessKeyId: word, secretAccessKey: word, sessionToken: word },
          { requiredKeys: ["accessKeyId", "secretAccessKey"] },
        ),
        fc.record({ region: fc.stringMatching(/^[a-z0-9-]{1,20}$/), service: fc.constantFrom("dynamodb", "sqs") }),
        fc.string(),
        fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
        async (credentials, scope, body, now) => {
          const ours = { ...headers, "content-length": String(Buffer.byteLength(body)) };
          const signer = new SignatureV4({ ...scope, credentials, sha256: Sha256 });
          const { host, ...rest } = ours;
          const request = { protocol: "https:", hostname: host, path: "/", method: "POST", headers: { host, ...rest } };
          const theirs = await signer.sign({ ...request, body }, { signingDate: now });
          const { authorization, ...others } = signedHeaders({ headers: ours, body }, { credentials, scope, now });
          expect(authorization).toBe(theirs.headers.authorization);
          const { authorization: _, ...said } = theirs.headers;
          expect(others).toEqual(said);
        },
      ),
    );
  });

  it("keeps apart what days, regions and credentials sign", () => {
    const now = new Date("2026-11-21T23:59:59Z");
    const credentials = { accessKeyId: "a", secretAccessKey: "b" };
    const sign = (given: object) =>
      signedHeaders(
        { headers, body: "" },
        { credentials, scope: { region: "r", service: "s" }, now, ...given },
      ).authorization?.replace(/^.*Signature=/, "");
    const all = [
      sign({}),
      sign({ now: new Date("2026-11-22T00:00:00Z") }),
      sign({ scope: { region: "r2", service: "s" } }),
      sign({ credentials: { accessKeyId: "a", secretAccessKey: "c" } }),
    ];
    expect(new Set(all).size).toBe(4);
    expect(sign({})).toBe(all[0]);
  });
});
