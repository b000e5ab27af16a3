import { type Dated, isElsewhere } from "../api/changed-elsewhere.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";
import { Time } from "./time.tsx";

interface ChangedElsewhereProps<T extends Dated> {
  /** Why the last save was refused. */
  readonly error: unknown;
  /** Saved by somebody else while this was written. */
  readonly newer: T | undefined;
  readonly isBusy: boolean;
  /** The fate of the other one. */
  readonly text: string;
  readonly onTake: (record: T) => void;
  readonly onOverwrite: (record: T) => void;
}

/** Where two have written at once, one of them decides, and nothing is lost without a word. */
export function ChangedElsewhere<T extends Dated>({ error, newer, isBusy, text, ...on }: ChangedElsewhereProps<T>) {
  const current = isElsewhere<T>(error) ? error.current : newer;
  return (
    current !== undefined && (
      <div role="alert">
        <Notice kind="warn" title="Saved somewhere else since you opened it">
          <p>
            It was saved <Time at={current.updated_at} />. {text}
          </p>
          <div className="row">
            <Button isSmall isBusy={isBusy} onClick={() => on.onOverwrite(current)}>
              Save mine over it
            </Button>
            <Button isSmall onClick={() => on.onTake(current)}>
              Take theirs
            </Button>
          </div>
        </Notice>
      </div>
    )
  );
}
