import { httpFunction } from "../../../shared/edge/http-function.ts";
import { accessTokenFrame } from "../../../shared/identity/frame-wiring.ts";
import { testSendingAccount } from "./test-sending-account.ts";

export const handler = httpFunction(accessTokenFrame, [testSendingAccount]);
