import type { FormEvent } from "react";
import { textsOf } from "../api/form.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { SelectField } from "./field.tsx";
import { Problem } from "./problem.tsx";

/** The choices for how many seconds the replaced key or secret stays valid. */
const GRACES = [
  { value: "86400", label: "for another day" },
  { value: "604800", label: "for another week" },
  { value: "3600", label: "for another hour" },
  { value: "0", label: "no longer" },
] as const;

interface RotateDialogProps {
  readonly title: string;
  /** The noun for use in a sentence, such as "key". */
  readonly thing: string;
  /** The text that tells the reader what to do while both are valid. */
  readonly advice: string;
  /** The text before the chosen time, such as "The old key works". */
  readonly graceLabel: string;
  readonly rotation: {
    readonly mutate: (graceSeconds: number) => void;
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: Error | null;
  };
  readonly onClose: () => void;
}

/** Asks how long the replaced key or secret stays valid. */
export function RotateDialog({ title, thing, advice, graceLabel, rotation, onClose }: RotateDialogProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    rotation.mutate(Number(textsOf(event.currentTarget).grace));
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p>
          You get a new {thing}. {advice}
        </p>
        <SelectField name="grace" label={graceLabel} options={GRACES} />
        {rotation.isError && <Problem error={rotation.error} />}
        <div className="form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" data-autofocus isBusy={rotation.isPending}>
            Make a new {thing}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
