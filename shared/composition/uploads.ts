import { mediaUploadServices } from "../conversations/wiring.ts";
import { attachmentUploadServices } from "../email/upload-wiring.ts";
import { once } from "../kernel/once.ts";

/** The upload server uses these for the files of every channel. */
export const uploadServices = /* @__PURE__ */ once(() => ({
  ...mediaUploadServices(),
  attachments: attachmentUploadServices(),
}));

export type UploadServices = ReturnType<typeof uploadServices>;
