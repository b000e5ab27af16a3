import { type ChangeEvent, type FormEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { TextArea, TextField } from "../../../components/field.tsx";
import { linesIn, MOST_LINES } from "./import-lines.ts";
import type { ImportControls } from "./use-import.ts";

/** An export of as many lines as are imported at once has about a third of this. */
const MOST_BYTES = 10_000_000;
const SHOWN_COUNT = new Intl.NumberFormat("en");

interface ImportDialogProps {
  readonly controls: ImportControls;
  readonly onClose: () => void;
}

/** Takes suppressions as text or as a file, which is shown as text before it is imported. */
export function ImportDialog({ controls, onClose }: ImportDialogProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const change = (next: string) => {
    setText(next);
    setProblem(undefined);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const lines = linesIn(text);
    const fault = faultOf(lines.length);
    if (fault !== undefined) setProblem(fault);
    else if (controls.begin(lines)) onClose();
    else setProblem("Another import is not finished. Stop it first.");
  };
  return (
    <Dialog title="Import suppressions" size={600} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="t2">
          One line for each: <span className="mono">recipient,reason,topic</span>. Reason is bounce, complaint,
          unsubscribe or manual; without it, manual. A first line may name the columns. At most{" "}
          {SHOWN_COUNT.format(MOST_LINES)} lines at once.
        </p>
        <FileField onText={change} onProblem={setProblem} />
        <TextArea
          name="lines"
          label="Lines"
          required
          rows={8}
          spellCheck={false}
          placeholder={"ana@shop.example,bounce\nbo@shop.example,unsubscribe,newsletter"}
          value={text}
          error={problem}
          onChange={({ target }) => change(target.value)}
        />
        <div className="form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Import them
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function faultOf(count: number): string | undefined {
  if (count === 0) return "There is no line with a recipient.";
  if (count <= MOST_LINES) return undefined;
  return `These are ${SHOWN_COUNT.format(count)} lines. At most ${SHOWN_COUNT.format(MOST_LINES)} are imported at once.`;
}

interface FileFieldProps {
  readonly onText: (text: string) => void;
  readonly onProblem: (problem: string) => void;
}

function FileField({ onText, onProblem }: FileFieldProps) {
  const read = async ({ target: { files } }: ChangeEvent<HTMLInputElement>) => {
    const file = files?.[0];
    if (file === undefined) return;
    if (file.size > MOST_BYTES) onProblem(`${file.name} is too large: at most ${MOST_BYTES / 1_000_000} MB.`);
    else onText(await file.text());
  };
  return (
    <TextField label="File" type="file" accept=".csv,.txt,text/csv,text/plain" onChange={(event) => void read(event)} />
  );
}
