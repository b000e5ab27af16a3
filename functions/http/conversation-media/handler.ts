import { conversationMediaFrame } from "../../../shared/composition/conversation-media.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { getMessageMedia } from "./get-message-media.ts";
import { getPanelMessageMedia } from "./get-panel-message-media.ts";

export const handler = httpFunction(conversationMediaFrame, [getMessageMedia, getPanelMessageMedia]);
