import { describe, expect, it } from "vitest";
import { readMediaCopies, readMediaFiles, readMediaLinks } from "../../../shared/kernel/media-config.ts";

/** Reads all three groups of media settings together, as one process with every function does. */
function readMediaConfig(variables: Record<string, string | undefined>) {
  const parts = [readMediaFiles(variables), readMediaCopies(variables), readMediaLinks(variables)];
  return parts.some((part) => part === undefined) ? parts.find(Boolean) : Object.assign({}, ...parts);
}

const COMPLETE = {
  MEDIA_BUCKET: "media",
  MEDIA_BUCKET_REGION: "eu-central-1",
  MEDIA_DELIVERY_URL: "https://herald.example.com/media",
  MEDIA_PUBLIC_KEY_ID: "K2JCJMDEHXQW5F",
  MEDIA_PRIVATE_KEY_FILE: "/run/key.pem",
  MEDIA_QUEUE_URL: "https://sqs.example.com/media",
};

describe("the settings of media (R-chat-settings)", () => {
  it("takes all settings, with a lifetime of 15 minutes and the prefix inbound", () => {
    expect(readMediaConfig(COMPLETE)).toEqual({
      bucket: "media",
      region: "eu-central-1",
      keyPrefix: "inbound",
      deliveryUrl: "https://herald.example.com/media",
      publicKeyId: "K2JCJMDEHXQW5F",
      privateKeyFile: "/run/key.pem",
      privateKeySealed: undefined,
      urlSeconds: 900,
      queueUrl: "https://sqs.example.com/media",
    });
  });

  it.each([{}, { ...COMPLETE, MEDIA_BUCKET: "" }, { MEDIA_BUCKET: undefined }])(
    "takes none without a bucket: %j",
    (given) => {
      expect(readMediaConfig(given)).toBeUndefined();
    },
  );

  it.each(Object.keys(COMPLETE).slice(1))("refuses a bucket without %s, by name", (name) => {
    for (const value of ["", undefined]) {
      expect(() => readMediaConfig({ ...COMPLETE, [name]: value })).toThrow(name);
      expect(() => readMediaConfig({ ...COMPLETE, [name]: value })).toThrow("must be set when MEDIA_BUCKET is set");
    }
  });

  it.each([
    { MEDIA_DELIVERY_URL: "herald.example.com" },
    { MEDIA_URL_SECONDS: "0" },
    { MEDIA_URL_SECONDS: "604801" },
    { MEDIA_KEY_PREFIX: "../x" },
  ])("refuses %j", (given) => {
    expect(() => readMediaConfig({ ...COMPLETE, ...given })).toThrow("the settings of media cannot be used");
  });

  it("are read by parts: a function that moves files knows nothing of links", () => {
    const files = { MEDIA_BUCKET: "media", MEDIA_BUCKET_REGION: "eu-central-1" };
    expect(readMediaFiles(files)).toEqual({ bucket: "media", region: "eu-central-1" });
    expect(() => readMediaCopies(files)).toThrow("MEDIA_QUEUE_URL: must be set");
    expect(() => readMediaLinks(files)).toThrow(
      /MEDIA_DELIVERY_URL: .*\n.*MEDIA_PUBLIC_KEY_ID: .*\n.*MEDIA_QUEUE_URL: .*\n.*MEDIA_PRIVATE_KEY_FILE or MEDIA_PRIVATE_KEY_SEALED: /,
    );
  });
});
