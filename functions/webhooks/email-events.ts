import { httpFunction } from "../../shared/edge/http-function.ts";
import { textOperation } from "../../shared/edge/operation.ts";
import { openEdgeServices } from "../../shared/edge/wiring.ts";
import * as contract from "../../shared/email/contract/email-events.ts";
import { emailEventServices } from "../../shared/email/email-events-wiring.ts";
import { receiveEmailEvent } from "../../shared/email/receive-email-event.ts";

export const handler = httpFunction(openEdgeServices, [
  textOperation(contract.receiveEmailEvent, receiveEmailEvent, emailEventServices),
]);
