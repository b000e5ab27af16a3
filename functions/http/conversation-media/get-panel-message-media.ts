import { conversationMediaServices } from "../../../shared/composition/conversation-media.ts";
import { getPanelMessageMedia as contract } from "../../../shared/conversations/contract/conversation-media.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { linkToMedia } from "./link-to-media.ts";

export const getPanelMessageMedia = operation(contract, linkToMedia, conversationMediaServices);
