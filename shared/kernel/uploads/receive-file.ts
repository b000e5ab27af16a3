import type { ObjectWriter } from "../object-writer.ts";
import { invalid } from "../refusal.ts";
import type { IncomingFile, UploadForm } from "./upload-form.ts";
import { HEAD_BYTES, likelyContentType, MAX_UPLOAD_BYTES, type UploadedFile } from "./uploaded-file.ts";

export interface ReceivedFile {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: UploadedFile;
  /** Contains the file, which is not completed yet; absent when there was no destination. */
  readonly writer?: ObjectWriter | undefined;
}

/**
 * The place for the file. Without a destination, the form is only read for errors, because a bad body is reported
 * before a missing resource (D1).
 */
export interface Destination {
  /** Opens the destination, or refuses the file by the name and type in the form. */
  readonly open: (file: Omit<IncomingFile, "chunks">, likelyType: () => string) => ObjectWriter;
  /**
   * This function decides the content type when the whole file has arrived. Without the function, `likelyContentType`
   * decides.
   */
  readonly contentTypeOf?: (file: UploadedFile) => string;
}

/** Reads a form and writes its file to the bucket while it arrives. When it throws, nothing is left in the bucket. */
export async function receiveFile(form: UploadForm, destination: Destination | undefined): Promise<ReceivedFile> {
  let begun: { readonly file: IncomingFile; readonly intake: Intake } | undefined;
  try {
    const fields = await form.read(async (file) => {
      const intake = new Intake(file, destination);
      begun = { file, intake };
      for await (const chunk of file.chunks) await intake.take(chunk);
      intake.refuse();
    });
    if (begun === undefined) throw invalid("file is required");
    return { fields, file: begun.intake.described(), writer: begun.intake.writer };
  } catch (error) {
    await begun?.intake.writer?.discard();
    throw error;
  }
}

/** Takes in one file: keeps its beginning and its size, and passes it to the writer. */
class Intake {
  readonly writer: ObjectWriter | undefined;
  readonly #file: IncomingFile;
  readonly #head = new Uint8Array(HEAD_BYTES);
  #sizeBytes = 0;
  #failure: { readonly cause: unknown } | undefined;

  constructor(file: IncomingFile, destination: Destination | undefined) {
    this.#file = file;
    const typeOf = destination?.contentTypeOf ?? likelyContentType;
    this.writer = destination?.open(file, () => typeOf(this.described()));
  }

  /** Never throws: a caller who is still sending gets the failure at the end. */
  async take(chunk: Uint8Array): Promise<void> {
    if (this.#sizeBytes < HEAD_BYTES) {
      this.#head.set(chunk.subarray(0, HEAD_BYTES - this.#sizeBytes), this.#sizeBytes);
    }
    this.#sizeBytes += chunk.length;
    if (this.#failure !== undefined || this.#sizeBytes > MAX_UPLOAD_BYTES) return;
    try {
      await this.writer?.write(chunk);
    } catch (cause) {
      this.#failure = { cause };
    }
  }

  refuse(): void {
    if (this.#failure !== undefined) throw this.#failure.cause;
  }

  described(): UploadedFile {
    const { filename, declaredType } = this.#file;
    const head = this.#head.subarray(0, Math.min(HEAD_BYTES, this.#sizeBytes));
    return { head, sizeBytes: this.#sizeBytes, filename, declaredType };
  }
}
