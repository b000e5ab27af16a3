import { Button as MantineButton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRef } from "react";
import { errorText } from "../api/api-error.ts";
import { shownText } from "./shown-text.ts";

const SHOWN_MS = 6000;

interface Undo {
  /** Reverts the action that the toast reports. */
  readonly undo?: () => unknown;
  /** Called when the toast has closed, by itself or by hand. */
  readonly onGone?: () => void;
}

/** Shows a toast and returns a function that closes it early. */
function show(said: string, { undo, onGone }: Undo = {}): () => void {
  // The text may contain names that somebody else wrote.
  const text = shownText(said);
  const hide = () => void notifications.hide(text);
  // Hiding first means that a repeated text is shown once but announced again.
  hide();
  notifications.show({
    id: text,
    autoClose: SHOWN_MS,
    withBorder: true,
    // Screen readers announce the role "status" without interrupting, which suits a success.
    role: "status",
    closeButtonProps: { "aria-label": "Dismiss" },
    ...(onGone && { onClose: onGone }),
    message: undo === undefined ? text : <Undoable text={text} hide={hide} undo={undo} />,
  });
  return hide;
}

/** A failed undo is reported in a toast, because the page of the action may be gone. */
async function takeBack(undo: () => unknown): Promise<void> {
  try {
    await undo();
  } catch (error) {
    show(`Not undone. ${errorText(error).message}`);
  }
}

interface UndoableProps extends Required<Pick<Undo, "undo">> {
  readonly text: string;
  readonly hide: () => void;
}

function Undoable({ text, hide, undo }: UndoableProps) {
  // The button stays clickable while the toast fades out.
  const isTaken = useRef(false);
  const take = () => {
    if (isTaken.current) return;
    isTaken.current = true;
    void takeBack(undo);
    hide();
  };
  return (
    <span className="row">
      <span className="grow">{text}</span>
      <MantineButton size="xs" onClick={take}>
        Undo
      </MantineButton>
    </span>
  );
}

/** A toast says that something worked and closes by itself. Failures are shown where they happened, and stay. */
export const useToast = () => show;
