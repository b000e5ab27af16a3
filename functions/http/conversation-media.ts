import { anyCredentialFrame } from "../../shared/conversations/wiring.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { getMessageMedia } from "./conversation-media/get-message-media.ts";
import { getPanelMessageMedia } from "./conversation-media/get-panel-message-media.ts";

export const handler = httpFunction(anyCredentialFrame, [getMessageMedia, getPanelMessageMedia]);
