import * as z from "zod";
import type { ContentCodec } from "../../../shared/notifications/ports.ts";
import type { EchoContent } from "./echo-content.ts";

export const echoContent: ContentCodec<EchoContent> = z.object({
  channel: z.literal("echo"),
  recipient: z.string(),
  shout: z.string(),
});
