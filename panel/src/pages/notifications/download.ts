import { answerOf, type RepeatableApi } from "../../api/client.ts";
import { save } from "../../csv/save.ts";
import { bytesOf } from "./bytes-of.ts";

/** The most parts of a file that are read. A part has megabytes, so the parts together are far larger than any mail. */
const MAX_PARTS = 100;

/** Saves a file through the browser's download. */
export async function download(api: RepeatableApi, id: string, index: number): Promise<void> {
  const { blob, filename } = await fileOf(api, id, index);
  save(blob, filename);
}

/** Reads a file of a mail part by part. */
export async function fileOf(api: RepeatableApi, id: string, index: number): Promise<{ blob: Blob; filename: string }> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let from: number | undefined = 0;
  for (let count = 0; from !== undefined && count < MAX_PARTS; count++) {
    const { content, next, filename, content_type: type } = await partOf(api, { id, index, from });
    parts.push(bytesOf(content));
    from = next;
    // The unknown type keeps the browser from opening the file.
    if (from === undefined) return { blob: new Blob(parts, { type: type ?? "application/octet-stream" }), filename };
  }
  throw new Error("The file does not end.");
}

const partOf = (
  api: RepeatableApi,
  { id, index, from }: { readonly id: string; readonly index: number; readonly from: number },
) =>
  answerOf(
    api.GET("/panel/api/notifications/{id}/attachments/{index}", {
      params: { path: { id, index: String(index) }, query: { from } },
    }),
  );
