import { getPanelMessageMedia as contract } from "../../../shared/contract/conversation-media.ts";
import { operation } from "../../../shared/http/operation.ts";
import { conversationMediaServices } from "../../../shared/wiring/conversation-media.ts";
import { linkToMedia } from "./link-to-media.ts";

export const getPanelMessageMedia = operation(contract, linkToMedia, conversationMediaServices);
