import { EVENT_OPERATIONS } from "./event-operations.ts";
import { NOTIFICATION_OPERATIONS } from "./notification-operations.ts";
import type { OperationGuide, OperationTable } from "./operation-guide.ts";
import { PANEL_OPERATIONS } from "./panel-operations.ts";
import { SANDBOX_OPERATIONS } from "./sandbox-operations.ts";
import { SERVICE_OPERATIONS } from "./service-operations.ts";
import { SET_UP_OPERATIONS } from "./set-up-operations.ts";
import { SUPPRESSION_OPERATIONS } from "./suppression-operations.ts";

export const GUIDES: OperationTable = {
  ...NOTIFICATION_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...SUPPRESSION_OPERATIONS,
  ...SET_UP_OPERATIONS,
  ...PANEL_OPERATIONS,
  ...SANDBOX_OPERATIONS,
  ...SERVICE_OPERATIONS,
};

/** Every operation has a guide; a missing one throws. */
export function guideOf(operationId: string): OperationGuide {
  const guide = GUIDES[operationId];
  if (guide === undefined) throw new Error(`the reference says nothing of ${operationId}`);
  return guide;
}
