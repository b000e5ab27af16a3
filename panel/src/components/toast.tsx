import { Button as MantineButton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRef } from "react";
import { errorText } from "../api/api-error.ts";
import { shownText } from "./shown-text.ts";

const SHOWN_MS = 6000;

interface Undo {
  /** Takes back what was said to be done. */
  readonly undo?: () => unknown;
  /** It has gone, by itself or by hand. */
  readonly onGone?: () => void;
}

/** Answers how it is taken away before its time. */
function show(said: string, { undo, onGone }: Undo = {}): () => void {
  // Names stand in it.
  const text = shownText(said);
  const hide = () => void notifications.hide(text);
  // A text that comes again is shown once, and read out again.
  hide();
  notifications.show({
    id: text,
    autoClose: SHOWN_MS,
    withBorder: true,
    // Read out when there is time: it says that something worked.
    role: "status",
    closeButtonProps: { "aria-label": "Dismiss" },
    ...(onGone && { onClose: onGone }),
    message: undo === undefined ? text : <Undoable text={text} hide={hide} undo={undo} />,
  });
  return hide;
}

/** The thing that was undone is elsewhere by now: a failure has no better place. */
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
  // It is still there for a moment while it goes away.
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

/** Says that something worked; goes away by itself. What failed is said where it failed, and stays. */
export const useToast = () => show;
