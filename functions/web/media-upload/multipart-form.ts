import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import busboy from "busboy";
import { invalid, type Refusal } from "../../../shared/kernel/refusal.ts";
import type { IncomingFile, UploadForm } from "../../../shared/kernel/uploads/upload-form.ts";
import { MAX_UPLOAD_BYTES } from "../../../shared/kernel/uploads/uploaded-file.ts";
import { type BodyLimits, piecesOf } from "./request-body.ts";

const LIMITS = {
  files: 1,
  // The parser must read one field more than is allowed, so that a second file can be reported by name.
  fields: 8,
  parts: 10,
  fieldNameSize: 100,
  fieldSize: 200,
  headerPairs: 20,
  // The parser reports a file of exactly the limit as truncated, and one byte too many must be noticed.
  fileSize: MAX_UPLOAD_BYTES + 1,
} as const;
const FILE = "file";

type Accept = (file: IncomingFile) => Promise<void>;

export interface FormOptions {
  /** The names of the form's fields other than the file. */
  readonly fields: readonly string[];
  readonly limits: BodyLimits;
}

interface FormField {
  readonly name: string;
  readonly value: string;
  readonly isTruncated: boolean;
}

/** Reads a multipart body from its request as it arrives. */
export class MultipartForm implements UploadForm {
  readonly #request: IncomingMessage;
  readonly #options: FormOptions;
  readonly #fields = new Map<string, string>();
  /** The first problem of the form itself. It takes precedence over a refusal of the file. */
  #problem: Refusal | undefined;
  #filing: Promise<unknown> | undefined;

  constructor(request: IncomingMessage, options: FormOptions) {
    this.#request = request;
    this.#options = options;
  }

  async read(accept: Accept): Promise<ReadonlyMap<string, string>> {
    const parser = this.#parser(accept);
    const closed = once(parser, "close");
    // The parser reports a failure by an event, so the promise only tells that the parser has ended.
    closed.catch(() => {});
    try {
      await this.#pump(parser);
      parser.end();
      await closed.catch(() => {});
    } finally {
      parser.destroy();
    }
    const failure = await this.#filing;
    if (this.#problem !== undefined) throw this.#problem;
    if (failure !== undefined) throw failure;
    return this.#fields;
  }

  /** Reads and drops the rest of the body even after a problem, because the client must finish sending. */
  async #pump(parser: busboy.Busboy): Promise<void> {
    try {
      for await (const piece of piecesOf(this.#request, this.#options.limits)) {
        if (parser.destroyed || parser.errored) continue;
        if (!parser.write(piece)) await room(parser);
      }
    } catch (error) {
      parser.destroy();
      // The reader of the file sees its stream end early. It must finish before its writer is destroyed.
      await this.#filing;
      throw error;
    }
  }

  #parser(accept: Accept): busboy.Busboy {
    const parser = parserOf(this.#request);
    parser.on("field", (given, value, { nameTruncated, valueTruncated }) => {
      const name = nameOf(given);
      const problem = this.#fieldProblem({ name, value, isTruncated: nameTruncated || valueTruncated });
      if (problem === undefined) this.#fields.set(name, value);
      else this.#refuse(problem);
    });
    parser.on("file", (given, stream, { filename, mimeType }) => {
      const name = nameOf(given);
      const problem = this.#fileProblem(name, filename);
      if (problem === undefined)
        return this.#take(accept, stream, { filename: filename || undefined, declaredType: mimeType });
      this.#refuse(problem);
      stream.on("error", () => {}).resume();
    });
    parser.on("filesLimit", () => this.#refuse("only one file may be given"));
    parser.on("fieldsLimit", () => this.#refuse("the form has too many fields"));
    parser.on("partsLimit", () => this.#refuse("the form has too many parts"));
    parser.on("error", (error) => this.#refuse(refusalMessage(error)));
    return parser;
  }

  #fieldProblem({ name, value, isTruncated }: FormField): string | undefined {
    if (name === FILE) return "file must be a file";
    if (!this.#options.fields.includes(name)) return unknown(name);
    if (this.#fields.has(name)) return `${name} is given more than once`;
    if (isTruncated) return `${name} is too long`;
    return isText(value) ? undefined : `${name} must be Unicode text`;
  }

  #fileProblem(name: string, filename: string | undefined): string | undefined {
    if (name !== FILE) return this.#options.fields.includes(name) ? `${name} must not be a file` : unknown(name);
    return isText(filename) ? undefined : "the file's name must be Unicode text";
  }

  #take(accept: Accept, stream: Readable, head: Omit<IncomingFile, "chunks">): void {
    stream.on("error", () => {});
    this.#filing = accept({ ...head, chunks: stream }).then(
      () => undefined,
      (failure: unknown) => {
        stream.resume();
        return failure ?? new Error("the file was not taken");
      },
    );
  }

  #refuse(message: string): void {
    this.#problem ??= invalid(message);
  }
}

/** Waits until the parser can take more or has stopped. */
const room = (parser: busboy.Busboy): Promise<void> =>
  new Promise((resolve) => {
    const events = ["drain", "close", "error"] as const;
    const done = () => {
      for (const event of events) parser.off(event, done);
      resolve();
    };
    for (const event of events) parser.on(event, done);
  });

/** Returns the name of a part, or an empty text. For a part without a name the parser gives undefined, despite its types. */
const nameOf = (given: string | undefined): string => given ?? "";

/**
 * Says whether the text is valid Unicode or absent. A part names its charset, and some charsets allow half of a surrogate
 * pair. For an unknown charset, the parser gives no text at all.
 */
const isText = (given: string | undefined): boolean => given === undefined || given.isWellFormed();

const unknown = (name: string): string => `unknown field "${name.slice(0, LIMITS.fieldNameSize).toWellFormed()}"`;

function parserOf(request: IncomingMessage): busboy.Busboy {
  if (!/^multipart\/form-data\s*;/i.test(request.headers["content-type"] ?? ""))
    throw invalid("content-type must be multipart/form-data with a boundary");
  try {
    // Paths in file names are kept, because the reader refuses such names and must see them. Names are UTF-8, as
    // browsers write them.
    return busboy({ headers: request.headers, limits: LIMITS, preservePath: true, defParamCharset: "utf8" });
  } catch {
    throw invalid("content-type must be multipart/form-data with a boundary");
  }
}

function refusalMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (message === "Unexpected end of form") return "the multipart body ends too early";
  return message === "Malformed part header"
    ? "a part of the multipart body has a bad header"
    : "invalid multipart body";
}
