import { getPanelMessageMedia as contract } from "../../../shared/conversations/contract/conversation-media.ts";
import { conversationMediaServices } from "../../../shared/conversations/wiring.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { linkToMedia } from "./link-to-media.ts";

export const getPanelMessageMedia = operation(contract, linkToMedia, conversationMediaServices);
