import { mediaUploadServices } from "../conversations/wiring.ts";
import { attachmentUploadServices } from "../email/upload-wiring.ts";
import { once } from "../kernel/once.ts";

/** Services of the upload server for the files of every channel. */
export const uploadServices = /* @__PURE__ */ once(() => ({
  ...mediaUploadServices(),
  attachments: attachmentUploadServices(),
}));

export type UploadServices = ReturnType<typeof uploadServices>;
