import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useFocusBack } from "./use-focus-back.ts";

interface DialogProps {
  readonly title: string;
  /** Called for every way out: Escape, the close button, the caller's own. */
  readonly onClose: () => void;
  readonly size?: number;
  readonly children: ReactNode;
}

/** Focus stays inside, Escape leaves, and the focus goes back to where it came from. */
export function Dialog({ title, onClose, size = 520, children }: DialogProps) {
  // Mantine's own way back is for one that is closed before it is taken away.
  useFocusBack();
  return (
    <Modal opened title={title} onClose={onClose} size={size} closeButtonProps={{ "aria-label": "Close" }}>
      {children}
    </Modal>
  );
}
