import { chatContent } from "../chat/content-wiring.ts";
import { emailContent } from "../email/content-wiring.ts";
import type { ContentCodecs } from "../notifications/ports.ts";

/** Where the channels are registered for storing what they accepted. */
export const CONTENT_CODECS = { email: emailContent, chat: chatContent } satisfies ContentCodecs;
