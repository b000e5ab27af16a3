import { ExportButton } from "../../../csv/export-button.tsx";
import type { Filters } from "../filters.ts";
import { NOTIFICATIONS } from "./spreadsheet.ts";
import { useMatching } from "./use-matching.ts";

/** Saves all that the filters find. */
export const ExportNotifications = ({ filters }: { readonly filters: Filters }) => (
  <ExportButton sheet={NOTIFICATIONS} reading={useMatching(filters)} noun="notification" />
);
