import { type Dated, isElsewhere } from "../api/changed-elsewhere.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";
import { Time } from "./time.tsx";

interface ChangedElsewhereProps<T extends Dated> {
  /** The reason why the last save was refused. */
  readonly error: unknown;
  /** The version that somebody else saved during the edit. */
  readonly newer: T | undefined;
  readonly isBusy: boolean;
  /** Tells the reader what happens to the other version. */
  readonly text: string;
  readonly onTake: (record: T) => void;
  readonly onOverwrite: (record: T) => void;
}

/** Lets the reader choose between two versions that were saved at the same time, so that neither is lost silently. */
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
