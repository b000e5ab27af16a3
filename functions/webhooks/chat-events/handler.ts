import { httpFunction } from "../../../shared/http/http-function.ts";
import { openFrame } from "../../../shared/wiring/frame.ts";
import { receiveChatEvent } from "./receive-chat-event.ts";

export const handler = httpFunction(openFrame, [receiveChatEvent]);
