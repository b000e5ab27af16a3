import { crc32, deflateSync } from "node:zlib";

const text = (content: string) => Buffer.from(content, "latin1");

/** The shortest beginnings that tell types of files apart. */
export const FILES = {
  jpeg: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), text("\u0000\u0010JFIF\u0000 a picture")]),
  png: Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), text("IHDR")]),
  pdf: text("%PDF-1.7\n%%EOF\n"),
  mp4: Buffer.concat([Buffer.from([0, 0, 0, 24]), text("ftypisom\u0000\u0000\u0002\u0000isomiso2")]),
  text: text("Opening hours: 9 to 5\n"),
  exe: Buffer.concat([text("MZ"), Buffer.from([0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff])]),
} as const;

/** Makes a file of exactly this many bytes that begins like the given one. */
export function grown(head: Buffer, bytes: number): Buffer {
  const file = Buffer.alloc(bytes, 0x61);
  head.copy(file);
  return file;
}

export interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
  readonly content: Buffer | string;
  /** Replaces the usual header of a part. */
  readonly header?: string;
}

export const BOUNDARY = "----herald-test";
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

function headerOf({ name, filename, type, header }: Part): string {
  if (header !== undefined) return header;
  const file = filename === undefined ? "" : `; filename="${filename}"`;
  return `Content-Disposition: form-data; name="${name}"${file}${type === undefined ? "" : `\r\nContent-Type: ${type}`}`;
}

/** Writes a multipart body as a client does; with `end: ""` the body stops early. */
export const multipart = (parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer =>
  Buffer.concat([
    ...parts.flatMap((part) => [
      text(`--${BOUNDARY}\r\n`),
      Buffer.from(`${headerOf(part)}\r\n\r\n`),
      Buffer.from(part.content),
      text("\r\n"),
    ]),
    text(end),
  ]);

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([text(type), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Draws a grey PNG that a browser shows in this size. */
export function pictureOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // A pixel has eight bits, a shade of grey.
  head.set([8, 0], 8);
  const lines = Buffer.alloc((width + 1) * height, 0x99);
  for (let line = 0; line < height; line++) lines[line * (width + 1)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk("IHDR", head),
    pngChunk("IDAT", deflateSync(lines)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}
