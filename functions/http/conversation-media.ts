import { conversationMediaFrame } from "../../shared/composition/conversation-media.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { getMessageMedia } from "./conversation-media/get-message-media.ts";
import { getPanelMessageMedia } from "./conversation-media/get-panel-message-media.ts";

export const handler = httpFunction(conversationMediaFrame, [getMessageMedia, getPanelMessageMedia]);
