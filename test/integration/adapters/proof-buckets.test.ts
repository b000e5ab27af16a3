import {
  DeleteObjectsCommand,
  ListBucketsCommand,
  ListObjectVersionsCommand,
  NoSuchBucket,
  S3Client,
} from "@aws-sdk/client-s3";
import { mockClient } from "aws-sdk-client-mock";
import { describe, expect, it, onTestFinished } from "vitest";
import { S3Buckets } from "../../../ops/prove/aws/buckets.ts";

const never = new AbortController().signal;

function aBucket() {
  const client = new S3Client({ region: "us-east-1" });
  const mock = mockClient(client);
  onTestFinished(() => {
    mock.restore();
    client.destroy();
  });
  return { mock, buckets: new S3Buckets(client) };
}

describe("S3Buckets", () => {
  it("deletes every version and every marker, page by page", async () => {
    const { mock, buckets } = aBucket();
    mock
      .on(ListObjectVersionsCommand)
      .resolvesOnce({ Versions: [{ Key: "a", VersionId: "1" }] })
      .resolvesOnce({ DeleteMarkers: [{ Key: "b", VersionId: "2" }] })
      .resolves({});
    mock.on(DeleteObjectsCommand).resolves({});
    expect(await buckets.empty("bucket", never)).toBe(2);
    const deleted = mock.commandCalls(DeleteObjectsCommand).map(({ args: [{ input }] }) => input.Delete?.Objects);
    expect(deleted).toEqual([[{ Key: "a", VersionId: "1" }], [{ Key: "b", VersionId: "2" }]]);
  });

  it("says which object it may not delete", async () => {
    const { mock, buckets } = aBucket();
    mock.on(ListObjectVersionsCommand).resolves({ Versions: [{ Key: "a", VersionId: "1" }] });
    mock.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: "a", Message: "Access Denied" }] });
    await expect(buckets.empty("bucket", never)).rejects.toThrow("bucket: a cannot be deleted: Access Denied");
  });

  it("takes a bucket that is gone as empty", async () => {
    const { mock, buckets } = aBucket();
    mock.on(ListObjectVersionsCommand).rejects(new NoSuchBucket({ message: "gone", $metadata: {} }));
    expect(await buckets.empty("bucket", never)).toBe(0);
  });

  it("names buckets by their beginning", async () => {
    const { mock, buckets } = aBucket();
    mock.on(ListBucketsCommand, { Prefix: "herald-" }).resolves({ Buckets: [{ Name: "herald-1" }] });
    expect(await buckets.named("herald-", never)).toEqual(["herald-1"]);
  });
});
