import { isElsewhere } from "../../api/changed-elsewhere.ts";
import { ChangedElsewhere } from "../../components/changed-elsewhere.tsx";
import { Problem } from "../../components/problem.tsx";
import type { EmailTemplate } from "./template-draft.ts";
import type { Save } from "./use-save.ts";

interface NotSavedProps {
  readonly save: Save;
  readonly newer: EmailTemplate | undefined;
  readonly onTake: (template: EmailTemplate) => void;
  readonly onOverwrite: (template: EmailTemplate) => void;
}

/** Says why the template is not saved. */
export function NotSaved({ save, newer, onTake, onOverwrite }: NotSavedProps) {
  const { error } = save;
  if (error && !isElsewhere(error) && !newer) return <Problem title="Not saved" error={error} />;
  const take = (template: EmailTemplate) => {
    save.reset();
    onTake(template);
  };
  return (
    <ChangedElsewhere
      {...{ error, newer, onOverwrite }}
      isBusy={save.isPending}
      text="That text stays among the versions, whatever you choose."
      onTake={take}
    />
  );
}
