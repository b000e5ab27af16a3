import { createHash } from "node:crypto";
import { chatAccountServices, mediaBucket } from "../chat/wiring.ts";
import { cursors } from "../edge/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { mediaFiles } from "../kernel/media-config.ts";
import { once } from "../kernel/once.ts";
import { sentMessages } from "../sandbox/sent-messages-wiring.ts";
import { heedKeyword, type WrittenText } from "../suppressions/heed-keyword.ts";
import { heedKeywordServices } from "../suppressions/wiring.ts";
import { type CustomerFile, keepCustomerFile } from "./keep-customer-file.ts";
import { conversations, mediaStore } from "./wiring.ts";

/** Returns what keeps the files of sandbox customers; undefined when the deployment keeps no media. */
function keepFile() {
  const media = mediaFiles();
  if (media === undefined) return undefined;
  const deps = {
    ...basics(),
    mediaStore: mediaStore(),
    bucket: mediaBucket(media),
    keyPrefix: config("MEDIA_KEY_PREFIX"),
  };
  return (file: CustomerFile) => keepCustomerFile(deps, file);
}

/** Services for the customers of test mode: they write in, and what they would have got is listed. */
export const sandboxCustomerServices = /* @__PURE__ */ once(() => ({
  ...chatAccountServices(),
  cursors: cursors(),
  conversations: conversations(),
  sentMessages: sentMessages(),
  fileOf: (base64: string) => {
    const bytes = Buffer.from(base64, "base64");
    return { bytes, sha256: createHash("sha256").update(bytes).digest("base64") };
  },
  keepFile: keepFile(),
  heedKeyword: (written: WrittenText) => heedKeyword(heedKeywordServices(), written),
}));
