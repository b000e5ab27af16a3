import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Problem } from "../../components/problem.tsx";
import { Time } from "../../components/time.tsx";
import type { EmailTemplate } from "./template-draft.ts";
import { ChangedElsewhereError, type Save } from "./use-save.ts";

interface NotSavedProps {
  readonly save: Save;
  /** Saved by somebody else while this text was written. */
  readonly newer: EmailTemplate | undefined;
  readonly onTake: (template: EmailTemplate) => void;
  readonly onOverwrite: (template: EmailTemplate) => void;
}

/** Why the text is not saved. Where two have written at once, one of them decides, and neither text is lost without a word. */
export function NotSaved({ save, newer, onTake, onOverwrite }: NotSavedProps) {
  const { error } = save;
  const current = error instanceof ChangedElsewhereError ? error.current : newer;
  if (current === undefined) return error && <Problem title="Not saved" error={error} />;
  const take = () => {
    save.reset();
    onTake(current);
  };
  return (
    <div role="alert">
      <Notice kind="warn" title="Saved somewhere else since you opened it">
        <p>
          It was saved <Time at={current.updated_at} />. That text stays among the versions, whatever you choose.
        </p>
        <div className="row">
          <Button isSmall isBusy={save.isPending} onClick={() => onOverwrite(current)}>
            Save mine over it
          </Button>
          <Button isSmall onClick={take}>
            Take theirs
          </Button>
        </div>
      </Notice>
    </div>
  );
}
