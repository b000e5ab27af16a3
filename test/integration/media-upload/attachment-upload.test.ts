import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BOUNDARY, FILES, FORM_TYPE, grown, multipart, type Part } from "../../support/media-files.ts";
import { API_KEY, OWNER, TOKEN } from "../../support/some-edge-services.ts";
import { type RawAnswer, raw, uploadFixture } from "./upload-fixture.ts";

const MIB = 1024 * 1024;
const LIMITS = { idleMs: 300, totalMs: 5000, maxBytes: 64 * MIB, answerMs: 60_000 };
const WEEK_MS = 7 * 86_400_000;
const aFile = (content: Buffer, filename = "report.pdf", type = "application/octet-stream"): Part => ({
  ...{ name: "file", filename, type, content },
});

const FILE_HEAD = 'Content-Disposition: form-data; name="file"';
const ODD_HEADS = [
  "",
  ":",
  "X: y",
  "Content-Disposition",
  "Content-Disposition:",
  "Content-Disposition: attachment; name=file",
  "Content-Disposition: form-data; name",
  "Content-Disposition: form-data; name=",
  "Content-Disposition: form-data; name*=utf-16le''%00%D8",
  'Content-Disposition: form-data; name="__proto__"',
  'Content-Disposition: form-data; name="constructor"; filename="toString"',
  'Content-Disposition: form-data; name="file\ud800"',
  `${FILE_HEAD}; filename*=bogus''a`,
  `${FILE_HEAD}; filename*=`,
  `${FILE_HEAD}; filename*=utf-8''%ED%A0%80`,
  `${FILE_HEAD}; filename*=utf-16be''%D8%00`,
  `${FILE_HEAD}; filename="a"; filename="b"; name="b"`,
  `${FILE_HEAD}; filename="a"\r\nContent-Type: `,
  `${FILE_HEAD}; filename="a"\r\nContent-Type: text/html; charset=utf-16le`,
  `${FILE_HEAD}; filename="a"\r\nContent-Type: multipart/mixed; boundary=x`,
  `${FILE_HEAD}; filename="a"\r\nContent-Transfer-Encoding: base64`,
  `${FILE_HEAD}; filename="a"\r\nX: ${"x".repeat(20_000)}`,
  `${FILE_HEAD}; filename="a"${"\r\nX: y".repeat(3000)}`,
  `${FILE_HEAD}; filename="${"a".repeat(3000)}"`,
];

describe("POST /api/v1/attachments (D43)", () => {
  let fixture: Awaited<ReturnType<typeof uploadFixture>>;
  beforeAll(async () => {
    fixture = await uploadFixture(LIMITS);
  });
  afterEach(() => fixture.edge.clock.advance(60_000));
  afterAll(() => fixture.close());

  const post = (parts: readonly Part[], { type = FORM_TYPE, token = API_KEY } = {}): Promise<RawAnswer> => {
    const body = multipart(parts);
    const head = `POST /api/v1/attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
    return raw({ port: fixture.port, head, pieces: [body] });
  };

  it("keeps a file with its name, its type and its size, for seven days", async () => {
    const answer = await post([aFile(FILES.pdf, "Übersicht 漢字.pdf")]);
    expect(answer.status).toBe(201);
    const { attachment_id: id, expires_at: expiresAt, ...view } = JSON.parse(answer.body);
    expect(view).toEqual({
      filename: "Übersicht 漢字.pdf",
      content_type: "application/pdf",
      size: FILES.pdf.length,
    });
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(new Date(expiresAt).toISOString()).toBe(expiresAt);
    const upload = await fixture.attachments.find(OWNER, id, "now");
    expect(upload).toMatchObject({ filename: "Übersicht 漢字.pdf", contentType: "application/pdf", isKept: false });
    expect(WEEK_MS).toBeGreaterThan(0);
  });

  it.each([
    ["a.png", "text/html", FILES.jpeg, "image/jpeg"],
    ["a.csv", "application/octet-stream", Buffer.from("a;b"), "text/csv"],
    ["a.html", "application/octet-stream", Buffer.from("<p>"), "text/html"],
    ["a", "application/x-own", Buffer.from("a;b"), "application/x-own"],
    ["a", "application/octet-stream", Buffer.from("a;b"), "text/plain"],
    ["a", "application/octet-stream", Buffer.from([0, 1, 2]), "application/octet-stream"],
    ["zip", "application/octet-stream", Buffer.from([0, 1, 2]), "application/octet-stream"],
  ])("calls %s of type %s by what it holds", async (name, type, content, found) => {
    const answer = await post([aFile(content, name, type)]);
    expect(JSON.parse(answer.body)).toMatchObject({ content_type: found });
  });

  it("takes exactly 20 MiB, and an empty file", async () => {
    expect((await post([aFile(grown(FILES.pdf, 20 * MIB))])).status).toBe(201);
    expect(JSON.parse((await post([aFile(Buffer.alloc(0))])).body)).toMatchObject({ size: 0 });
  });

  it.each([
    [
      "one byte too many",
      [aFile(grown(FILES.pdf, 20 * MIB + 1))],
      "file is too large: an upload may have at most 20 MB",
    ],
    ["no file", [], "file is required"],
    ["two files", [aFile(FILES.pdf), aFile(FILES.pdf)], "only one file may be given"],
    ["a field", [aFile(FILES.pdf), { name: "media_type", content: "image" }], 'unknown field "media_type"'],
    ["a path", [aFile(FILES.pdf, "../a.pdf")], "the file's name must be a plain file name, without a path"],
    ["a long name", [aFile(FILES.pdf, "x".repeat(256))], "the file's name must have at most 255 bytes"],
  ] as const)("refuses %s, and keeps nothing", async (_, parts, error) => {
    const before = fixture.attachments.files.size;
    const answer = await post(parts);
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([400, error]);
    expect(fixture.attachments.files.size).toBe(before);
  });

  it.each(["utf-16le''%00%D8", "utf-16le''a%00%00%D8", "ucs2''%00%DCa%00"])(
    "refuses a name with half a surrogate pair (%s)",
    async (name) => {
      const header = `Content-Disposition: form-data; name="file"; filename*=${name}`;
      const answer = await post([{ name: "file", header, content: FILES.pdf }]);
      expect([answer.status, JSON.parse(answer.body).error]).toEqual([400, "the file's name must be Unicode text"]);
    },
  );

  it.each([
    ["a field", "Content-Disposition: form-data"],
    ["a file", 'Content-Disposition: form-data; filename="a.pdf"'],
    ["a file of bytes", "Content-Disposition: form-data\r\nContent-Type: application/octet-stream"],
    ["a field of an empty name", 'Content-Disposition: form-data; name=""'],
  ])("refuses %s without a name", async (_, header) => {
    const answer = await post([{ name: "", header, content: "a" }]);
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([400, 'unknown field ""']);
  });

  it.each(ODD_HEADS)("answers an odd head of a part with a refusal or a file: %j", async (header) => {
    const answer = await post([{ name: "file", header, content: "a" }]);
    expect([201, 400]).toContain(answer.status);
  });

  it("refuses what is no form, and who has no API key", async () => {
    expect((await post([aFile(FILES.pdf)], { type: "application/json" })).status).toBe(400);
    expect((await post([aFile(FILES.pdf)], { token: TOKEN })).status).toBe(401);
    expect((await post([aFile(FILES.pdf)], { type: `text/plain; boundary=${BOUNDARY}` })).status).toBe(400);
  });
});
