import { mediaBucket } from "../chat/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import type { MediaFilesConfig } from "../kernel/media-config.ts";
import { type CustomerFile, keepCustomerFile } from "./keep-customer-file.ts";
import type { MediaStore } from "./ports.ts";

/** Returns what keeps the files of sandbox customers. It is loaded at the first file, with the client of the bucket. */
export function customerFiles(media: MediaFilesConfig, mediaStore: MediaStore): (file: CustomerFile) => Promise<void> {
  const deps = {
    ...basics(),
    mediaStore,
    bucket: mediaBucket(media),
    keyPrefix: config("MEDIA_KEY_PREFIX"),
  };
  return (file) => keepCustomerFile(deps, file);
}
