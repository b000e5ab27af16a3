import { Refusal } from "../domain/errors.ts";
import type { Frame } from "../http/frame.ts";
import { accessTokenFrame } from "./access-token-frame.ts";
import { apiKeyFrame } from "./frame.ts";
import { mediaFileServices } from "./media.ts";
import { once } from "./once.ts";

export const mediaUploadServices = once(() => {
  const files = mediaFileServices();
  return {
    /** Its routes take keys as well as tokens. */
    frame: { ...accessTokenFrame(), ...apiKeyFrame() } satisfies Frame,
    /** Throws a refusal when the deployment keeps no media. */
    uploads: () => {
      if (files === undefined) throw new Refusal("not_found", "media unavailable");
      return files;
    },
  };
});

export type MediaUploadServices = ReturnType<typeof mediaUploadServices>;
