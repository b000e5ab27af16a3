import { basics } from "../kernel/basics.ts";
import type { Log } from "../kernel/log.ts";
import { once } from "../kernel/once.ts";
import type { TableChange } from "../kernel/table-change.ts";

export const announcementServices = /* @__PURE__ */ once(basics);

/** Says in the log how many changes came; answers those that must come again. */
export async function announceChanges(
  { log }: { readonly log: Log },
  changes: readonly TableChange[],
): Promise<readonly TableChange[]> {
  log.info("changes.seen", { changes: changes.length });
  return [];
}
