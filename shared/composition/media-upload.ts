import type { Frame } from "../edge/frame.ts";
import { accessTokenFrame } from "../identity/frame-wiring.ts";
import { once } from "../kernel/once.ts";
import { Refusal } from "../kernel/refusal.ts";
import { apiKeyFrame } from "../keys/frame-wiring.ts";
import { mediaFileServices } from "./media.ts";

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
