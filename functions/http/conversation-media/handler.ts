import { httpFunction } from "../../../shared/http/http-function.ts";
import { conversationMediaFrame } from "../../../shared/wiring/conversation-media.ts";
import { getMessageMedia } from "./get-message-media.ts";
import { getPanelMessageMedia } from "./get-panel-message-media.ts";

export const handler = httpFunction(conversationMediaFrame, [getMessageMedia, getPanelMessageMedia]);
