import { Modal } from "@mantine/core";
import type { ReactNode } from "react";

interface DialogProps {
  readonly title: string;
  /** Called for every way out: Escape, the close button, the caller's own. */
  readonly onClose: () => void;
  readonly size?: number;
  readonly children: ReactNode;
}

/** Focus stays inside, Escape leaves, and the focus goes back to where it came from. */
export const Dialog = ({ title, onClose, size = 520, children }: DialogProps) => (
  <Modal opened title={title} onClose={onClose} size={size} closeButtonProps={{ "aria-label": "Close" }}>
    {children}
  </Modal>
);
