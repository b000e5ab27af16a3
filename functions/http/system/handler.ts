import { httpFunction } from "../../../shared/http/http-function.ts";
import { openFrame } from "../../../shared/wiring/frame.ts";
import { getLiveness } from "./get-liveness.ts";
import { getReadiness } from "./get-readiness.ts";
import { getStatus } from "./get-status.ts";

export const handler = httpFunction(openFrame, [getStatus, getLiveness, getReadiness]);
