import { createHmac } from "node:crypto";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { decodeChunked } from "../../../local/aws/object/aws-chunked.ts";
import { crc32c, crc64nvme } from "../../../local/aws/object/crc.ts";
import type { RequestHead } from "../../../local/aws/object/request-head.ts";
import { verifySignature } from "../../../local/aws/object/signature.ts";

/**
 * The values are the worked examples of the Amazon S3 API reference, "Authenticating Requests (AWS Signature Version
 * 4)".
 */
const CREDENTIALS = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const NOW = new Date("2013-05-24T00:00:00Z");
const DATE = "20130524T000000Z";
const SCOPE = "20130524/us-east-1/s3/aws4_request";
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

function head(part: { method?: string; path: string; query?: object; headers: object }): RequestHead {
  const { method = "GET", path, query = {}, headers } = part;
  const all = { host: "examplebucket.s3.amazonaws.com", ...headers };
  return {
    ...{ method, path, bucket: "examplebucket", key: path.slice(1) },
    query: new Map(Object.entries(query)),
    headers: new Map(Object.entries(all)),
  };
}

const authorization = (signedHeaders: string, signature: string) =>
  `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/${SCOPE},SignedHeaders=${signedHeaders},Signature=${signature}`;

describe("verifySignature()", () => {
  const getObject = head({
    path: "/test.txt",
    headers: {
      authorization: authorization(
        "host;range;x-amz-content-sha256;x-amz-date",
        "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
      ),
      range: "bytes=0-9",
      "x-amz-content-sha256": EMPTY,
      "x-amz-date": DATE,
    },
  });
  const presigned = head({
    path: "/test.txt",
    headers: {},
    query: {
      "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
      "X-Amz-Credential": `AKIAIOSFODNN7EXAMPLE/${SCOPE}`,
      "X-Amz-Date": DATE,
      "X-Amz-Expires": "86400",
      "X-Amz-SignedHeaders": "host",
      "X-Amz-Signature": "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
    },
  });
  const listing = head({
    path: "/",
    query: { "max-keys": "2", prefix: "J" },
    headers: {
      authorization: authorization(
        "host;x-amz-content-sha256;x-amz-date",
        "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
      ),
      "x-amz-content-sha256": EMPTY,
      "x-amz-date": DATE,
    },
  });
  const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
  const changed = (base: RequestHead, part: Partial<RequestHead>): RequestHead => ({ ...base, ...part });

  it("accepts the documented examples", () => {
    expect(verifySignature(getObject, CREDENTIALS, NOW).payload).toBe(EMPTY);
    expect(verifySignature(listing, CREDENTIALS, NOW).payload).toBe(EMPTY);
    expect(verifySignature(presigned, CREDENTIALS, later(86_000)).payload).toBe("UNSIGNED-PAYLOAD");
  });

  it("refuses any change of what was signed", () => {
    const refused = { code: "SignatureDoesNotMatch" };
    const withHeader = (name: string, value: string) =>
      changed(getObject, { headers: new Map([...getObject.headers, [name, value]]) });
    for (const request of [
      changed(getObject, { method: "DELETE" }),
      changed(getObject, { path: "/other.txt" }),
      changed(getObject, { query: new Map([["prefix", "x"]]) }),
      withHeader("range", "bytes=0-99"),
      withHeader("x-amz-content-sha256", "UNSIGNED-PAYLOAD"),
      withHeader("host", "other.example"),
      changed(presigned, { method: "PUT" }),
      changed(presigned, { query: new Map([...presigned.query, ["X-Amz-Expires", "604800"]]) }),
      changed(presigned, { query: new Map([...presigned.query, ["X-Amz-Signature", "0".repeat(64)]]) }),
    ]) {
      expect(() => verifySignature(request, CREDENTIALS, NOW)).toThrow(expect.objectContaining(refused));
    }
  });

  it("refuses meaningful headers that were not signed, other keys, and other times", () => {
    const code = (request: RequestHead, now = NOW, credentials = CREDENTIALS) => {
      try {
        return verifySignature(request, credentials, now).payload;
      } catch (error) {
        return Object(error).code;
      }
    };
    const added = changed(getObject, { headers: new Map([...getObject.headers, ["x-amz-meta-a", "1"]]) });
    expect(code(added)).toBe("AccessDenied");
    expect(code(getObject, NOW, { ...CREDENTIALS, accessKeyId: "other" })).toBe("InvalidAccessKeyId");
    expect(code(getObject, NOW, { ...CREDENTIALS, secretAccessKey: "other" })).toBe("SignatureDoesNotMatch");
    expect(code(getObject, later(16 * 60))).toBe("RequestTimeTooSkewed");
    expect(code(getObject, later(-16 * 60))).toBe("RequestTimeTooSkewed");
    expect(code(presigned, later(86_401))).toBe("AccessDenied");
    expect(code(presigned, later(-16 * 60))).toBe("AccessDenied");
    expect(code(changed(getObject, { headers: new Map([["host", "x"]]) }))).toBe("AccessDenied");
    const nonsense = new Map([...getObject.headers, ["authorization", "Basic eDp5"]]);
    expect(code(changed(getObject, { headers: nonsense }))).toBe("AuthorizationHeaderMalformed");
  });
});

describe("decodeChunked()", () => {
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const key = ["us-east-1", "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${CREDENTIALS.secretAccessKey}`, "20130524"));
  const seed = "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9";
  const chunk = (size: string, signature: string, content: string) =>
    `${size};chunk-signature=${signature}\r\n${content}\r\n`;
  const example = [
    chunk("10000", "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648", "a".repeat(65_536)),
    chunk("400", "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497", "a".repeat(1024)),
    chunk("0", "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9", ""),
  ].join("");

  async function decode(body: string, options: { payload?: string; pieceBytes?: number } = {}) {
    const { payload = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD", pieceBytes = 1000 } = options;
    const pieces = Array.from({ length: Math.ceil(body.length / pieceBytes) }, (_, index) =>
      Buffer.from(body.slice(index * pieceBytes, (index + 1) * pieceBytes)),
    );
    const trailers = new Map<string, string>();
    const signing = { key, date: DATE, scope: SCOPE, seed };
    const decoded: Buffer[] = [];
    for await (const piece of decodeChunked({ source: Readable.from(pieces), payload, signing, trailers })) {
      decoded.push(piece);
    }
    return { text: Buffer.concat(decoded).toString(), trailers: Object.fromEntries(trailers) };
  }

  it("accepts the documented example, however it is cut", async () => {
    expect((await decode(example)).text).toBe("a".repeat(66_560));
    expect((await decode(example, { pieceBytes: 7 })).text).toBe("a".repeat(66_560));
  });

  it("refuses a chunk that was changed, left out, or cut short", async () => {
    await expect(decode(example.replace("aaaa", "aaba"))).rejects.toMatchObject({ code: "SignatureDoesNotMatch" });
    const firstLeftOut = example.slice(example.indexOf("400;"));
    await expect(decode(firstLeftOut)).rejects.toMatchObject({ code: "SignatureDoesNotMatch" });
    const endLeftOut = example.slice(0, example.lastIndexOf("0;chunk"));
    await expect(decode(endLeftOut)).rejects.toMatchObject({ code: "IncompleteBody" });
    await expect(decode(example.slice(0, 500))).rejects.toMatchObject({ code: "IncompleteBody" });
    await expect(decode("nonsense\r\n")).rejects.toMatchObject({ code: "InvalidRequest" });
    await expect(decode("x".repeat(10_000))).rejects.toMatchObject({ code: "InvalidRequest" });
    await expect(decode(example, { payload: "STREAMING-OTHER" })).rejects.toMatchObject({ code: "NotImplemented" });
  });

  it("reads what follows an unsigned body", async () => {
    const body = "5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n";
    const found = await decode(body, { payload: "STREAMING-UNSIGNED-PAYLOAD-TRAILER", pieceBytes: 3 });
    expect(found).toEqual({ text: "hello", trailers: { "x-amz-checksum-crc32": "NhCmhg==" } });
  });
});

describe("checksums", () => {
  /** The catalogue of CRCs computes its check values over these digits. */
  const digits = Buffer.from("123456789");
  it("are those of the catalogue, in one piece or in several", () => {
    expect(crc32c(digits)).toBe(0xe3069283);
    expect(crc64nvme(digits)).toBe(0xae8b14860a799888n);
    expect(crc32c(digits.subarray(4), crc32c(digits.subarray(0, 4)))).toBe(0xe3069283);
    expect(crc64nvme(digits.subarray(4), crc64nvme(digits.subarray(0, 4)))).toBe(0xae8b14860a799888n);
  });
});
