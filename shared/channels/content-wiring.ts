import { chatContent } from "../chat/content-wiring.ts";
import { emailContent } from "../email/content-wiring.ts";
import type { ContentCodec } from "../notifications/ports.ts";
import type { OfEveryChannel } from "./domain/channel-names.ts";

/** Where the channels are registered for storing what they accepted. */
export const CONTENT_CODECS = { email: emailContent, chat: chatContent } satisfies OfEveryChannel<ContentCodec>;
