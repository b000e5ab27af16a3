import { uploadPanelMedia as contract } from "../../../shared/conversations/contract/conversation-media.ts";
import type { BoundOperation } from "../../../shared/edge/exchange.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { type Incoming, receiveUpload } from "./receive-upload.ts";

export const uploadPanelMedia = (incoming: Incoming): BoundOperation =>
  operation(contract, receiveUpload(incoming), incoming.services);
