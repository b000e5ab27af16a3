import { httpFunction } from "../../../shared/edge/http-function.ts";
import { openFrame } from "../../../shared/keys/frame-wiring.ts";
import { receiveChatEvent } from "./receive-chat-event.ts";

export const handler = httpFunction(openFrame, [receiveChatEvent]);
