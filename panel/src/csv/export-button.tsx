import { errorText } from "../api/api-error.ts";
import { Button } from "../components/button.tsx";
import { useToast } from "../components/toast.tsx";
import type { Reading } from "../long-work/use-reading.ts";
import { exportRows } from "./export-rows.ts";
import { save } from "./save.ts";
import type { Spreadsheet } from "./write-csv.ts";

interface ExportButtonProps<Row> {
  readonly sheet: Spreadsheet<Row>;
  readonly reading: Reading<Row>;
  /** Names one row, such as `notification`. */
  readonly noun: string;
}

/** Saves all that a reading finds as CSV. It reads page by page, and can be stopped. */
export function ExportButton<Row>({
  sheet,
  reading: { reading, isRunning, begin, stop },
  noun,
}: ExportButtonProps<Row>) {
  const toast = useToast();
  const start = () =>
    begin(async (pages, onRows) => {
      const count = await exportRows(pages, { sheet, save, onRows });
      toast(`Exported ${count === 1 ? `1 ${noun}` : `${count} ${noun}s`}`);
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
