import { httpFunction } from "../../../shared/edge/http-function.ts";
import { accessTokenFrame } from "../../../shared/identity/frame-wiring.ts";
import { createApiKey } from "./create-api-key.ts";
import { getNotificationTimeline } from "./get-notification-timeline.ts";
import { getOverview } from "./get-overview.ts";
import { getSession } from "./get-session.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { listNotifications } from "./list-notifications.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { rotateApiKey } from "./rotate-api-key.ts";
import { testEmailTemplate } from "./test-email-template.ts";

export const handler = httpFunction(accessTokenFrame, [
  listApiKeys,
  createApiKey,
  revokeApiKey,
  rotateApiKey,
  listNotifications,
  getNotificationTimeline,
  getOverview,
  testEmailTemplate,
  getSession,
]);
