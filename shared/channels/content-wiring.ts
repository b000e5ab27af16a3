import { chatContent } from "../chat/content-wiring.ts";
import { emailContent } from "../email/content-wiring.ts";
import type { ContentCodec } from "../notifications/ports.ts";
import type { OfEveryChannel } from "./domain/channel-names.ts";

/** Every channel registers here the codec that reads its stored contents. */
export const CONTENT_CODECS = { email: emailContent, chat: chatContent } satisfies OfEveryChannel<ContentCodec>;
