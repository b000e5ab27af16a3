import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import * as z from "zod";
import type { Assembly } from "../template/assembly.ts";
import { type Deployment, ofType } from "./deployed.ts";

const copied = z.looseObject({
  SourceBucketNames: z.array(z.string()),
  SourceObjectKeys: z.array(z.string()),
  SourceMarkers: z.array(z.record(z.string(), z.string())).default([]),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z.string().default(""),
  SystemMetadata: z.record(z.string(), z.string()).default({}),
  Exclude: z.array(z.string()).default([]),
  Include: z.array(z.string()).default([]),
});

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  json: "application/json",
  svg: "image/svg+xml",
  png: "image/png",
  ico: "image/x-icon",
  woff2: "font/woff2",
  txt: "text/plain",
};

/**
 * Replaces the CDK's bucket deployment: copies the files of assets into their bucket and replaces the markers in them.
 */
export async function fillBuckets(
  deployment: Deployment,
  assembly: Pick<Assembly, "assetAt">,
  store: S3Client,
): Promise<number> {
  let count = 0;
  for (const { properties } of ofType(deployment, "Custom::CDKBucketDeployment")) {
    const read = copied.parse(properties);
    for (const [i, key] of read.SourceObjectKeys.entries()) {
      const folder = assembly.assetAt(read.SourceBucketNames[i] ?? "", key);
      for (const file of filesIn(folder)) {
        const { [i]: markers = {} } = read.SourceMarkers;
        const content = withMarkers(readFileSync(join(folder, file)), markers);
        // The prefix is a folder, with or without a slash at its end.
        const Key = [read.DestinationBucketKeyPrefix.replace(/\/$/, ""), file].filter(Boolean).join("/");
        await store.send(
          new PutObjectCommand({
            ...{ Bucket: read.DestinationBucketName, Key, Body: content },
            ContentType: TYPES[file.split(".").at(-1) ?? ""] ?? "application/octet-stream",
            ...(read.SystemMetadata["cache-control"] && { CacheControl: read.SystemMetadata["cache-control"] }),
          }),
        );
        count += 1;
      }
    }
  }
  return count;
}

function withMarkers(content: Buffer, markers: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(markers);
  if (entries.length === 0) return content;
  return Buffer.from(entries.reduce((text, [marker, value]) => text.replaceAll(marker, value), content.toString()));
}

function filesIn(folder: string, below = ""): string[] {
  return readdirSync(join(folder, below)).flatMap((name) => {
    const path = below === "" ? name : `${below}/${name}`;
    return statSync(join(folder, path)).isDirectory() ? filesIn(folder, path) : [path];
  });
}
