import { errorText } from "../../../api/api-error.ts";
import { Button } from "../../../components/button.tsx";
import { useToast } from "../../../components/toast.tsx";
import { save } from "../download.ts";
import type { Filters } from "../filters.ts";
import { exportRows } from "./export-rows.ts";
import { useMatching } from "./use-matching.ts";

/** Saves all that the filters find as CSV. It reads page by page, and can be stopped. */
export function ExportButton({ filters }: { readonly filters: Filters }) {
  const toast = useToast();
  const { reading, isRunning, begin, stop } = useMatching(filters);
  const start = () =>
    begin(async (pages, onRows) => {
      const count = await exportRows(pages, { save, onRows });
      toast(`Exported ${count === 1 ? "1 notification" : `${count} notifications`}`);
    });
  if (isRunning)
    return (
      <>
        <span className="s t3 num" role="status">
          {reading?.count} exported
        </span>
        <Button isSmall onClick={stop}>
          Stop the export
        </Button>
      </>
    );
  return (
    <>
      {reading?.error != null && (
        <span className="s bad" role="alert">
          Not exported. {errorText(reading.error).message}
        </span>
      )}
      <Button isSmall look="quiet" icon="download" isTerse onClick={() => void start()}>
        Export CSV
      </Button>
    </>
  );
}
