import { answerEmpty, type Operation } from "./call.ts";
import { listObjects } from "./list-operation.ts";
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  uploadPart,
} from "./multipart-operations.ts";
import { getObject, headObject } from "./read-operations.ts";
import type { RequestHead } from "./request-head.ts";
import { S3Error } from "./s3-error.ts";
import { getVersioning, listVersions, putVersioning } from "./version-operations.ts";
import { copyObject, deleteObject, putObject } from "./write-operations.ts";

interface Route {
  readonly method: string;
  readonly of: "bucket" | "object";
  /** Query parameters that must be present. Others are refused unless `also` lists them. */
  readonly needs: readonly string[];
  readonly also?: readonly string[];
  readonly isCopy?: true;
  readonly run: Operation;
}

const OVERRIDES = [
  "content-type",
  "content-language",
  "expires",
  "cache-control",
  "content-disposition",
  "content-encoding",
];
const READ = [...OVERRIDES.map((name) => `response-${name}`), "versionId"];
const LIST = ["prefix", "delimiter", "max-keys", "continuation-token", "start-after", "encoding-type", "fetch-owner"];
const LIST_VERSIONS = ["prefix", "max-keys", "key-marker", "version-id-marker", "encoding-type"];

const ROUTES: readonly Route[] = [
  { method: "HEAD", of: "bucket", needs: [], run: async ({ response }) => answerEmpty(response, 200) },
  { method: "GET", of: "bucket", needs: ["list-type"], also: LIST, run: listObjects },
  { method: "GET", of: "bucket", needs: ["versions"], also: LIST_VERSIONS, run: listVersions },
  { method: "GET", of: "bucket", needs: ["versioning"], run: getVersioning },
  { method: "PUT", of: "bucket", needs: ["versioning"], run: putVersioning },
  { method: "GET", of: "object", needs: [], also: READ, run: getObject },
  { method: "HEAD", of: "object", needs: [], also: READ, run: headObject },
  { method: "PUT", of: "object", needs: [], isCopy: true, run: copyObject },
  { method: "PUT", of: "object", needs: [], run: putObject },
  { method: "DELETE", of: "object", needs: [], also: ["versionId"], run: deleteObject },
  { method: "POST", of: "object", needs: ["uploads"], run: createMultipartUpload },
  { method: "PUT", of: "object", needs: ["uploadId", "partNumber"], run: uploadPart },
  { method: "POST", of: "object", needs: ["uploadId"], run: completeMultipartUpload },
  { method: "DELETE", of: "object", needs: ["uploadId"], run: abortMultipartUpload },
];

/**
 * Throws NotImplemented for every other operation of S3, because ignoring a parameter could change the meaning of a
 * request.
 */
export function routeOf(head: RequestHead): Operation {
  const isCopy = head.headers.has("x-amz-copy-source");
  const kind = head.key === "" ? "bucket" : "object";
  const parameters = [...head.query.keys()].filter(
    (name) => name !== "x-id" && !name.toLowerCase().startsWith("x-amz-"),
  );
  const route = ROUTES.find(
    ({ method, of, needs, also = [], ...one }) =>
      method === head.method &&
      of === kind &&
      (one.isCopy ?? false) === isCopy &&
      needs.every((name) => head.query.has(name)) &&
      parameters.every((name) => needs.includes(name) || also.includes(name)),
  );
  if (route) return route.run;
  throw new S3Error("NotImplemented", "The local object engine does not know this operation.");
}
