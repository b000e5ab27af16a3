import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  locationContent,
  mediaContent,
  reactionContent,
  textContent,
} from "../../../../shared/chat/domain/chat-message.ts";
import { hasUnsafeFilename, safeFilename } from "../../../../shared/chat/domain/filename.ts";
import { checkedContentType, type MediaKind } from "../../../../shared/chat/domain/media-type.ts";
import { isPublicHttpsUrl } from "../../../../shared/chat/domain/public-link.ts";
import { contentCandidates } from "../../../../shared/kernel/uploads/sniff.ts";
import { bareMimeType } from "../../../../shared/kernel/uploads/uploaded-file.ts";

const named = (field: string) => `chat.x.${field}`;
const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "number" ? [part] : [...Buffer.from(part, "latin1")])));

describe("message contents", () => {
  it("takes a text of 1 to 4096 characters, counted as people do (L-text)", () => {
    expect(textContent({ body: "😀".repeat(4096) }, named)).toMatchObject({ type: "text", previewUrl: false });
    expect(() => textContent({ body: "a".repeat(4097) }, named)).toThrow(
      "chat.x.body must have at most 4096 characters",
    );
    expect(() => textContent({}, named)).toThrow("chat.x.body is required");
    expect(() => textContent({ body: " \n" }, named)).toThrow("chat.x.body is required");
  });

  it("wants exactly one of id and link", () => {
    const link = "https://cdn.example.com/a.png";
    expect(mediaContent({ type: "image", id: "m" }, named).source).toEqual({ id: "m" });
    expect(mediaContent({ type: "image", link }, named).source).toEqual({ link });
    expect(() => mediaContent({ type: "image" }, named)).toThrow("exactly one of chat.x.id and chat.x.link");
    expect(() => mediaContent({ type: "image", id: "m", link }, named)).toThrow("exactly one of");
    expect(() => mediaContent({ type: "image", id: "" }, named)).toThrow("chat.x.id must not be empty");
    expect(() => mediaContent({ type: "image", link: "http://x.example.com" }, named)).toThrow(
      "chat.x.link must be a public https URL",
    );
  });

  it("limits the caption and the file name", () => {
    expect(() => mediaContent({ type: "image", id: "m", caption: "a".repeat(1025) }, named)).toThrow("chat.x.caption");
    expect(() => mediaContent({ type: "document", id: "m", filename: "../a" }, named)).toThrow("chat.x.filename");
    expect(mediaContent({ type: "document", id: "m", filename: "a b.pdf", caption: "c" }, named)).toMatchObject({
      filename: "a b.pdf",
    });
  });

  it.each([
    [90, 180, undefined],
    [-90, -180, undefined],
    [0, 0, undefined],
    [90.1, 0, "latitude must be between"],
    [0, -180.1, "longitude must be between"],
    [Number.NaN, 0, "latitude must be between"],
    [undefined, 0, "latitude is required"],
    [0, undefined, "longitude is required"],
  ])("location %s, %s: %s", (latitude, longitude, problem) => {
    const made = () => locationContent({ latitude, longitude }, named);
    if (problem === undefined) expect(made()).toMatchObject({ type: "location", latitude, longitude });
    else expect(made).toThrow(problem);
  });

  it("takes one emoji, or none to take the reaction back", () => {
    for (const emoji of ["👍", "❤", "❤️", "👩🏽‍💻", "🇧🇷", "1️⃣", ""]) {
      expect(reactionContent({ messageId: "m", emoji }, named).emoji).toBe(emoji);
    }
    for (const emoji of ["👍👍", "ok", "1", " "]) {
      expect(() => reactionContent({ messageId: "m", emoji }, named)).toThrow("chat.x.emoji must be a single emoji");
    }
    expect(() => reactionContent({ emoji: "👍" }, named)).toThrow("chat.x.message_id is required");
  });
});

describe("isPublicHttpsUrl()", () => {
  it.each([
    "https://cdn.example.com/a.png",
    "https://8.8.8.8/a",
    "HTTPS://A.example:8443/x?y=1",
    "https://[2606:4700::1]/",
  ])("takes %s", (link) => expect(isPublicHttpsUrl(link)).toBe(true));
  it.each([
    "http://a.example",
    "https://localhost/a",
    "https://intranet/a",
    "https://a.internal",
    "https://a.localhost./",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://10.0.0.1/",
    "https://172.16.9.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest",
    "https://100.64.0.1/",
    "https://[::1]/",
    "https://[fd00::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://u:p@a.example.com/",
    "https:a.example.com",
    "https://a.example.com/ x",
    "ftp://a.example.com",
    "nonsense",
    "",
    `https://a.example.com/${"a".repeat(2048)}`,
  ])("refuses %s", (link) => expect(isPublicHttpsUrl(link)).toBe(false));
});

describe("checkedContentType()", () => {
  const docx = bytes("PK\u0003\u0004", "....[Content_Types].xml......word/document.xml");
  const ole = bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
  const mp4 = bytes(0, 0, 0, 24, "ftypisom");
  it.each<[MediaKind, Uint8Array, string, { declaredType?: string; filename?: string }?]>([
    ["image", bytes(0xff, 0xd8, 0xff, 0xe0), "image/jpeg"],
    ["image", bytes(0x89, "PNG\r\n\u001a\n"), "image/png"],
    ["video", mp4, "video/mp4"],
    ["audio", mp4, "audio/mp4"],
    ["video", bytes(0, 0, 0, 24, "ftyp3gp4"), "video/3gpp"],
    ["audio", bytes(0, 0, 0, 24, "ftypM4A "), "audio/mp4"],
    ["audio", bytes("OggS"), "audio/ogg"],
    ["audio", bytes("#!AMR\n"), "audio/amr"],
    ["audio", bytes("ID3"), "audio/mpeg"],
    ["audio", bytes(0xff, 0xfb, 0x90), "audio/mpeg"],
    ["audio", bytes(0xff, 0xf1, 0x50), "audio/aac"],
    ["document", bytes("%PDF-1.7"), "application/pdf"],
    ["document", bytes("Hello"), "text/plain"],
    ["document", docx, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ["document", ole, "application/vnd.ms-excel", { filename: "a.XLS" }],
    ["document", ole, "application/vnd.ms-powerpoint", { declaredType: "application/vnd.ms-powerpoint; x=y" }],
    ["document", ole, "application/msword"],
  ])("reads a %s by its content (%#)", (kind, head, expected, hints = {}) => {
    expect(checkedContentType({ kind, head, sizeBytes: head.length, ...hints })).toBe(expected);
  });

  it.each<[MediaKind, Uint8Array]>([
    ["image", bytes("%PDF-1.7")],
    ["image", bytes("GIF89a")],
    ["image", bytes("RIFF....WEBP")],
    ["video", bytes(0, 0, 0, 24, "ftypheic")],
    ["document", bytes("PK\u0003\u0004", "evil.exe")],
    ["document", bytes("MZ", 0x90, 0, 3)],
    ["document", bytes(0xff, 0xfe, 0x41)],
  ])("refuses as %s what it is not (%#)", (kind, head) => {
    const file = { kind, head, sizeBytes: head.length, declaredType: "image/png", filename: "a.png" };
    expect(() => checkedContentType(file)).toThrow(`not a supported ${kind}`);
  });

  it.each<[MediaKind, number]>([
    ["image", 5],
    ["video", 16],
    ["audio", 16],
    ["document", 100],
  ])("names the limit of %s: %s MB", (kind, limit) => {
    const sizeBytes = limit * 1024 * 1024 + 1;
    expect(() => checkedContentType({ kind, head: bytes("x"), sizeBytes })).toThrow(`at most ${limit} MB`);
  });

  it("refuses an empty file", () => {
    expect(() => checkedContentType({ kind: "image", head: bytes(), sizeBytes: 0 })).toThrow("must not be empty");
  });

  it("answers any bytes, and text that is cut within a character", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 64 }),
        (head) => void expect(contentCandidates(head)).toBeInstanceOf(Array),
      ),
    );
    expect(contentCandidates(Uint8Array.of(0x41, 0xc3))).toEqual(["text/plain"]);
  });
});

describe("bareMimeType()", () => {
  it.each([
    ["audio/ogg; codecs=opus", "audio/ogg"],
    [" Audio/OGG ; codecs=opus; x=1", "audio/ogg"],
    ["text/plain;\n charset=utf-8", "text/plain"],
    ["application/pdf", "application/pdf"],
    [";", ""],
    ["", ""],
  ])("reads %j as %j", (written, bare) => expect(bareMimeType(written)).toBe(bare));
});

describe("hasUnsafeFilename()", () => {
  it.each([
    "",
    " ",
    ".",
    "..",
    " .. ",
    "...",
    "/a",
    "a/b",
    "..\\a",
    "C:a",
    "a\nb",
    'a"b',
    "\u202eexe.pdf",
    "x".repeat(241),
    "é".repeat(121),
  ])("refuses %j", (name) => expect(hasUnsafeFilename(name)).toBe(true));

  it.each(["a", ".htaccess", "..a", "a..", "a.b.c", " a ", "informe año.pdf", "x".repeat(240), "é".repeat(120)])(
    "lets %j pass",
    (name) => expect(hasUnsafeFilename(name)).toBe(false),
  );
});

describe("safeFilename()", () => {
  it.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\x\\a.pdf", "a.pdf"],
    ["a\u202efdp.exe", "afdp.exe"],
    [".htaccess", "htaccess"],
    ["..", "file"],
    ["a/", "file"],
    [undefined, "file"],
    ["informe año.pdf", "informe año.pdf"],
  ])("makes %j %j", (name, safe) => expect(safeFilename(name, "file")).toBe(safe));

  it("makes a safe name of any, and keeps the ending of a long one", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        (name) => void expect(hasUnsafeFilename(safeFilename(name, "file"))).toBe(false),
      ),
    );
    const long = safeFilename(`${"é".repeat(300)}.pdf`, "file");
    expect(long.endsWith(".pdf")).toBe(true);
    expect(hasUnsafeFilename(long)).toBe(false);
  });
});
