import { httpFunction } from "../../../shared/edge/http-function.ts";
import { apiKeyFrame } from "../../../shared/keys/frame-wiring.ts";
import { createNotification } from "./create-notification.ts";
import { getNotification } from "./get-notification.ts";

export const handler = httpFunction(apiKeyFrame, [createNotification, getNotification]);
