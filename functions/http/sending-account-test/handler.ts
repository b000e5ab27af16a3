import { httpFunction } from "../../../shared/http/http-function.ts";
import { accessTokenFrame } from "../../../shared/wiring/access-token-frame.ts";
import { testSendingAccount } from "./test-sending-account.ts";

export const handler = httpFunction(accessTokenFrame, [testSendingAccount]);
