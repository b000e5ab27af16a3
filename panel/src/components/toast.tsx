import { Button as MantineButton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { shownText } from "./shown-text.ts";

const SHOWN_MS = 6000;

interface Undo {
  /** Takes back what was said to be done. */
  readonly undo?: () => void;
}

function show(said: string, { undo }: Undo = {}): void {
  // Names stand in it.
  const text = shownText(said);
  // A text that comes again is shown once, and read out again.
  notifications.hide(text);
  notifications.show({
    id: text,
    autoClose: SHOWN_MS,
    withBorder: true,
    closeButtonProps: { "aria-label": "Dismiss" },
    message: undo === undefined ? text : <Undoable text={text} undo={undo} />,
  });
}

const Undoable = ({ text, undo }: { readonly text: string; readonly undo: () => void }) => (
  <span className="row">
    <span className="grow">{text}</span>
    <MantineButton
      size="xs"
      onClick={() => {
        notifications.hide(text);
        undo();
      }}
    >
      Undo
    </MantineButton>
  </span>
);

/** Says that something worked; goes away by itself. What failed is said where it failed, and stays. */
export const useToast = () => show;
