import { httpFunction } from "../../../shared/http/http-function.ts";
import { apiKeyFrame } from "../../../shared/wiring/frame.ts";
import { createNotification } from "./create-notification.ts";
import { getNotification } from "./get-notification.ts";

export const handler = httpFunction(apiKeyFrame, [createNotification, getNotification]);
