import { readdirSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../support/local-stack.ts";
import { BOUNDARY, FILES, FORM_TYPE, grown, multipart, type Part } from "../../support/media-files.ts";
import { API_KEY, TOKEN } from "../../support/some-edge-services.ts";
import { CONVERSATION, ORPHAN, type RawAnswer, raw, uploadFixture } from "./upload-fixture.ts";

const MIB = 1024 * 1024;
const PATH = `/api/v1/chat-conversations/${CONVERSATION}/media-upload`;
const LIMITS = { idleMs: 300, totalMs: 5000, maxBytes: 64 * MIB, answerMs: 60_000 };
const IMAGE: Part = { name: "media_type", content: "image" };
const aFile = (content: Buffer, filename = "photo.jpg", type = "image/jpeg"): Part => ({
  name: "file",
  filename,
  type,
  content,
});

describe("media upload", () => {
  let fixture: Awaited<ReturnType<typeof uploadFixture>>;
  beforeAll(async () => {
    fixture = await uploadFixture(LIMITS);
  });
  afterEach(() => {
    fixture.edge.clock.advance(60_000);
    Object.assign(fixture.state, { behavior: "well", isRecording: true });
  });
  afterAll(() => fixture.close());

  const headOf = (length: number, { path = PATH, type = FORM_TYPE, token = API_KEY, method = "POST" } = {}) =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
  const post = (body: Buffer, options: Parameters<typeof headOf>[1] = {}): Promise<RawAnswer> =>
    raw({ port: fixture.port, head: headOf(body.length, options), pieces: [body] });
  const errorOf = ({ status, body }: RawAnswer) => ({ status, error: JSON.parse(body).error });
  /** Returns the complete or unfinished objects of the bucket that no recorded upload has. */
  const leftovers = async () => {
    const recorded = fixture.mediaStore.uploads.map((one) => one.objectKey);
    return (await fixture.keys()).filter((key) => !recorded.includes(key));
  };

  it.each([
    ["before", [IMAGE, aFile(FILES.jpeg)]],
    ["after", [aFile(FILES.jpeg), IMAGE]],
  ])("takes a file with its kind %s it, and records it", async (_, parts) => {
    const answer = await post(multipart(parts));
    expect(answer.status).toBe(201);
    const { media_id: id, ...view } = JSON.parse(answer.body);
    expect(view).toEqual({
      media_type: "image",
      content_type: "image/jpeg",
      filename: "photo.jpg",
      size: FILES.jpeg.length,
    });
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "content-type": "application/json",
      "x-request-id": expect.stringMatching(/./),
    });
    const upload = fixture.mediaStore.uploads.find((one) => one.id === id);
    expect(upload).toMatchObject({ conversationId: CONVERSATION, kind: "image", providerMediaId: expect.any(String) });
    expect(await fixture.bucket.find(upload?.objectKey ?? "")).toMatchObject({
      key: expect.stringMatching(/^outbound\//),
      contentType: "image/jpeg",
      sizeBytes: FILES.jpeg.length,
    });
  });

  it("takes exactly 20 MiB in parts, with the type of a kind that comes last", async () => {
    const file = grown(FILES.mp4, 15 * MIB);
    const asAudio = await post(
      multipart([aFile(file, "a.bin", "application/octet-stream"), { name: "media_type", content: "audio" }]),
    );
    expect(JSON.parse(asAudio.body)).toMatchObject({ content_type: "audio/mp4", size: 15 * MIB });
    const key = fixture.mediaStore.uploads.at(-1)?.objectKey ?? "";
    expect(await fixture.bucket.find(key)).toMatchObject({ contentType: "audio/mp4", sizeBytes: 15 * MIB });
    const whole = grown(FILES.pdf, 20 * MIB);
    const answer = await post(
      multipart([{ name: "media_type", content: "document" }, aFile(whole, "a.pdf", "application/pdf")]),
    );
    expect(answer.status).toBe(201);
    expect(JSON.parse(answer.body)).toMatchObject({ size: 20 * MIB, content_type: "application/pdf" });
  });

  it.each([
    [
      "one byte too many",
      "file is too large: an upload may have at most 20 MB",
      [{ name: "media_type", content: "document" }, aFile(grown(FILES.pdf, 20 * MIB + 1))],
    ],
    [
      "an image over its own limit",
      "file is too large: image may have at most 5 MB",
      [IMAGE, aFile(grown(FILES.jpeg, 5 * MIB + 1))],
    ],
    [
      "another content than its kind",
      "file is not a supported image: must be one of image/jpeg, image/png",
      [IMAGE, aFile(FILES.exe)],
    ],
    [
      "a document that says it is a picture",
      "file is not a supported image: must be one of image/jpeg, image/png",
      [IMAGE, aFile(FILES.pdf)],
    ],
    ["an empty file", "file must not be empty", [IMAGE, aFile(Buffer.alloc(0))]],
    ["no file", "file is required", [IMAGE]],
    ["no kind", "media_type is required", [aFile(FILES.jpeg)]],
    [
      "an unknown kind",
      "media_type must be one of: image, video, audio, document",
      [{ name: "media_type", content: "sticker" }, aFile(FILES.jpeg)],
    ],
    ["two files", "only one file may be given", [IMAGE, aFile(FILES.jpeg), aFile(FILES.jpeg)]],
    ["two kinds", "media_type is given more than once", [IMAGE, IMAGE, aFile(FILES.jpeg)]],
    ["an unknown field", 'unknown field "x"', [IMAGE, aFile(FILES.jpeg), { name: "x", content: "1" }]],
    ["an unknown file", 'unknown field "other"', [IMAGE, { ...aFile(FILES.jpeg), name: "other" }]],
    ["text instead of a file", "file must be a file", [IMAGE, { name: "file", content: "hello" }]],
    ["a file instead of the kind", "media_type must not be a file", [{ ...aFile(FILES.jpeg), name: "media_type" }]],
    [
      "a name with a path",
      "file must have a plain file name, without a path",
      [IMAGE, aFile(FILES.jpeg, "../../etc/passwd")],
    ],
    [
      "a name with a Windows path",
      "file must have a plain file name, without a path",
      [IMAGE, aFile(FILES.jpeg, "..\\\\boot.ini")],
    ],
    ["a name that is a folder", "file must have a plain file name, without a path", [IMAGE, aFile(FILES.jpeg, "..")]],
    [
      "a kind as long as a book",
      "media_type is too long",
      [{ name: "media_type", content: "i".repeat(5000) }, aFile(FILES.jpeg)],
    ],
    [
      "an oversized part header",
      "a part of the multipart body has a bad header",
      [
        IMAGE,
        {
          ...aFile(FILES.jpeg),
          header: `Content-Disposition: form-data; name="file"; filename="${"a".repeat(20_000)}"`,
        },
      ],
    ],
    [
      "more fields than there can be",
      'unknown field "f0"',
      Array.from({ length: 30 }, (_, i) => ({ name: `f${i}`, content: "1" })),
    ],
  ] as [string, string, Part[]][])("refuses %s with 400, and leaves nothing behind", async (_, error, parts) => {
    expect(errorOf(await post(multipart(parts)))).toEqual({ status: 400, error });
    expect(await leftovers()).toEqual([]);
  });

  it.each([
    [
      "a body that ends too early",
      multipart([IMAGE, aFile(grown(FILES.jpeg, 100_000))], ""),
      FORM_TYPE,
      "the multipart body ends too early",
    ],
    ["a body without parts", Buffer.from("hello"), FORM_TYPE, "the multipart body ends too early"],
    ["no body", Buffer.alloc(0), FORM_TYPE, "the multipart body ends too early"],
    [
      "a type without a boundary",
      Buffer.from("x"),
      "multipart/form-data",
      "content-type must be multipart/form-data with a boundary",
    ],
    ["JSON", Buffer.from("{}"), "application/json", "content-type must be multipart/form-data with a boundary"],
    [
      "another multipart",
      multipart([IMAGE]),
      `multipart/mixed; boundary=${BOUNDARY}`,
      "content-type must be multipart/form-data with a boundary",
    ],
  ])("refuses %s", async (_, body, type, error) => {
    expect(errorOf(await post(body, { type }))).toEqual({ status: 400, error });
    expect(await leftovers()).toEqual([]);
  });

  it("keeps a strange name, made harmless", async () => {
    const answer = await post(multipart([IMAGE, aFile(FILES.jpeg, 'Über: "März"?.jpg'.replaceAll('"', '\\"'))]));
    expect(JSON.parse(answer.body)).toMatchObject({ filename: "Über März.jpg" });
  });

  it("gives a client that falls silent a clear 400 and takes its half upload away", async () => {
    const body = multipart([IMAGE, aFile(grown(FILES.jpeg, 100_000))]);
    const answer = await raw({ port: fixture.port, head: headOf(body.length), pieces: [body.subarray(0, 50_000)] });
    expect(errorOf(answer)).toEqual({ status: 400, error: "the upload took too long" });
    expect(answer.headers).toMatchObject({ connection: "close" });
    expect(await leftovers()).toEqual([]);
  });

  it("takes a half upload away when the client is gone", async () => {
    const body = multipart([
      { name: "media_type", content: "video" },
      aFile(grown(FILES.mp4, 12 * MIB), "v.mp4", "video/mp4"),
    ]);
    const partFiles = () => readdirSync(fixture.dir, { recursive: true }).length;
    const before = partFiles();
    await expect(
      raw({
        port: fixture.port,
        head: headOf(body.length),
        pieces: [body.subarray(0, 11 * MIB), "gone"],
        timeoutMs: 2000,
      }),
    ).rejects.toThrow("no answer");
    await until(
      async () => [await leftovers(), partFiles()],
      ([keys, files]) => (keys as string[]).length === 0 && (files as number) <= before,
    );
    expect(await leftovers()).toEqual([]);
  });

  it.each([
    ["down", 502, "the chat provider is unavailable"],
    ["refusing", 400, "the provider refused the file: Media type is not supported"],
  ] as const)("leaves nothing behind when the provider is %s", async (behavior, status, error) => {
    fixture.state.behavior = behavior;
    const recorded = fixture.mediaStore.uploads.length;
    expect(errorOf(await post(multipart([IMAGE, aFile(FILES.jpeg)])))).toEqual({ status, error });
    expect(await leftovers()).toEqual([]);
    expect(fixture.mediaStore.uploads).toHaveLength(recorded);
  });

  it("answers a quick upload within the time for its answer, not within that of the slowest body", async () => {
    const impatient = await uploadFixture({ ...LIMITS, totalMs: 60_000, answerMs: 300 });
    impatient.state.behavior = "silent";
    const body = multipart([IMAGE, aFile(FILES.jpeg)]);
    try {
      const answer = await raw({ port: impatient.port, head: headOf(body.length), pieces: [body] });
      expect(errorOf(answer)).toEqual({ status: 500, error: "internal error" });
      expect(impatient.edge.metrics.failures).toEqual([["server_errors", "media-upload"]]);
    } finally {
      await impatient.close();
    }
  });

  it("takes an upload back that could not be recorded", async () => {
    fixture.state.isRecording = false;
    fixture.edge.metrics.failures.length = 0;
    const before = fixture.state.unregistered.length;
    expect(errorOf(await post(multipart([IMAGE, aFile(FILES.jpeg)])))).toEqual({
      status: 500,
      error: "internal error",
    });
    expect(await leftovers()).toEqual([]);
    expect(fixture.state.unregistered).toHaveLength(before + 1);
    expect(fixture.edge.metrics.failures.splice(0)).toEqual([["server_errors", "media-upload"]]);
  });

  it("logs and counts the error that kept it from answering", async () => {
    const { clock, log } = fixture.edge;
    const lines = log.lines.length;
    fixture.edge.clock = {
      ...clock,
      now: () => {
        throw new TypeError("there is no clock");
      },
    };
    try {
      await expect(post(multipart([IMAGE, aFile(FILES.jpeg)]))).rejects.toThrow("no answer");
    } finally {
      fixture.edge.clock = clock;
    }
    const errors = log.lines.slice(lines).filter((line) => line.includes("ERROR"));
    expect(errors).toEqual([expect.stringContaining("TypeError: there is no clock")]);
    expect(fixture.edge.metrics.failures.splice(0)).toEqual([["server_errors", "media-upload"]]);
  });

  it.each([
    ["an unknown key", { token: "nobody" }, 401, "unauthorized"],
    ["a token where a key belongs", { token: TOKEN }, 401, "unauthorized"],
    ["no UUID", { path: "/api/v1/chat-conversations/7/media-upload" }, 400, "id must be a UUID"],
    [
      "another owner's conversation",
      { path: `/api/v1/chat-conversations/4b671a64-40d5-491e-99b0-da01ff1f3341/media-upload` },
      404,
      "not found",
    ],
    [
      "a conversation whose account is gone",
      { path: `/api/v1/chat-conversations/${ORPHAN}/media-upload` },
      400,
      "the conversation's chat account is not available any more",
    ],
    ["a wrong method", { method: "PUT" }, 405, "method not allowed"],
    ["an unknown path", { path: "/api/v1/nothing" }, 404, "not found"],
  ])("reads %s to the end and refuses it", async (_, options, status, error) => {
    const body = multipart([IMAGE, aFile(grown(FILES.jpeg, MIB))]);
    const answer = await post(body, options);
    expect(errorOf(answer)).toEqual({ status, error });
    expect(answer.headers).toMatchObject({
      "x-request-id": expect.stringMatching(/./),
      "content-type": "application/json",
    });
    expect(await leftovers()).toEqual([]);
  });

  it("refuses a bad body before a missing conversation (D1), and limits rates before anything", async () => {
    const path = `/api/v1/chat-conversations/4b671a64-40d5-491e-99b0-da01ff1f3341/media-upload`;
    expect(errorOf(await post(multipart([IMAGE]), { path }))).toEqual({ status: 400, error: "file is required" });
    const many = await Promise.all(
      Array.from({ length: 40 }, () => post(Buffer.alloc(0), { token: "one-and-the-same" })),
    );
    const limited = many.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(limited[0]).toMatchObject({ body: "too many requests", headers: { "retry-after": "60" } });
  });

  it("answers each of 40 uploads at once, slow ones beside them, and keeps all that it took", async () => {
    // On a busy machine the parts of 40 bodies come slowly.
    const patient = await uploadFixture({ ...LIMITS, idleMs: 5000, totalMs: 60_000 });
    const body = multipart([{ name: "media_type", content: "document" }, aFile(grown(FILES.pdf, 6 * MIB), "a.pdf")]);
    const half = body.subarray(0, body.length / 2);
    const ask = (form: Buffer, pieces = [form]) =>
      raw({ port: patient.port, head: headOf(form.length), pieces, timeoutMs: 70_000 });
    try {
      const slow = Array.from({ length: 8 }, () => ask(body, [half]));
      const whole = Array.from({ length: 40 }, () => ask(body));
      const small = ask(multipart([IMAGE, aFile(FILES.jpeg)]));
      const answers = [...(await Promise.all(whole)), await small];
      const taken = answers.filter(({ status }) => status === 201);
      const others = answers.filter(({ status }) => status !== 201);
      expect(others.map(({ status }) => status).filter((status) => status !== 429)).toEqual([]);
      expect(taken.length).toBeGreaterThan(0);
      for (const one of await Promise.all(slow)) expect([400, 429]).toContain(one.status);
      const recorded = patient.mediaStore.uploads.map(({ objectKey }) => objectKey);
      expect(recorded).toHaveLength(taken.length);
      expect((await patient.keys()).sort()).toEqual(recorded.sort());
    } finally {
      await patient.close();
    }
  });

  it("answers what is no request in JSON", async () => {
    const answer = await raw({ port: fixture.port, head: "HELLO\r\n\r\n", pieces: [] });
    expect(errorOf(answer)).toEqual({ status: 400, error: "bad request" });
    expect(answer.headers).toMatchObject({ "x-request-id": expect.stringMatching(/./) });
  });

  it("answers a preflight without a credential", async () => {
    const head = `OPTIONS ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const answer = await raw({ port: fixture.port, head, pieces: [] });
    expect(answer).toMatchObject({ status: 204, headers: { "access-control-allow-methods": "POST" } });
  });

  it("takes files from the panel by an access token", async () => {
    const path = `/panel/api/chat-conversations/${CONVERSATION}/media-upload`;
    const body = multipart([IMAGE, aFile(FILES.png, "p.png", "image/png")]);
    expect((await post(body, { path, token: TOKEN })).status).toBe(201);
    expect((await post(body, { path, token: API_KEY })).status).toBe(401);
    expect((await post(body, { path, token: "weak.access.token" })).status).toBe(403);
  });

  it.each([
    ["a picture", [aFile(FILES.png, "p.png", "image/png")], 201, undefined],
    [
      "a foreign account",
      [aFile(FILES.png), { name: "chat_account_id", content: ORPHAN }],
      400,
      "chat_account_id not found",
    ],
    [
      "a bad account",
      [aFile(FILES.png), { name: "chat_account_id", content: "7" }],
      400,
      "chat_account_id must be a UUID",
    ],
    [
      "a text",
      [aFile(FILES.text, "a.txt", "text/plain")],
      400,
      "file is not supported in a template's header: must be one of image/jpeg, image/png, video/mp4, application/pdf",
    ],
    ["nothing", [], 400, "file is required"],
  ] as [string, Part[], number, string | undefined][])(
    "hands %s over for a template's review",
    async (_, parts, status, error) => {
      const answer = await post(multipart(parts), { path: "/panel/api/chat-template-media", token: TOKEN });
      expect(errorOf(answer)).toEqual({ status, error });
      if (status === 201) expect(JSON.parse(answer.body)).toEqual({ media_handle: "4::handle" });
      expect(await leftovers()).toEqual([]);
    },
  );
});
