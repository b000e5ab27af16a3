import { uploadPanelMedia as contract } from "../../../shared/contract/conversation-media.ts";
import type { BoundOperation } from "../../../shared/http/exchange.ts";
import { operation } from "../../../shared/http/operation.ts";
import { type Incoming, receiveUpload } from "./receive-upload.ts";

export const uploadPanelMedia = (incoming: Incoming): BoundOperation =>
  operation(contract, receiveUpload(incoming), incoming.services);
