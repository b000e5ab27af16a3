import { httpFunction } from "../../../shared/edge/http-function.ts";
import { openFrame } from "../../../shared/keys/frame-wiring.ts";
import { getLiveness } from "./get-liveness.ts";
import { getReadiness } from "./get-readiness.ts";
import { getStatus } from "./get-status.ts";

export const handler = httpFunction(openFrame, [getStatus, getLiveness, getReadiness]);
