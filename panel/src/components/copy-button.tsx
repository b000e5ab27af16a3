import { useClipboard } from "@mantine/hooks";
import { Button } from "./button.tsx";

const SHOWN_MS = 2000;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** The accessible name, for a label that is too short by itself; it begins with the label. */
  readonly name?: string;
  readonly isSmall?: boolean;
  /** Takes the focus when the surrounding dialog opens. */
  readonly isFirst?: boolean;
}

/** Copies a text and announces that to screen readers too. */
export function CopyButton({ text, label, name = label, isSmall = false, isFirst = false }: CopyButtonProps) {
  const { copied, error, copy } = useClipboard({ timeout: SHOWN_MS });
  const said = copied ? "Copied" : error ? "Select the text and copy it by hand" : "";
  return (
    <>
      <Button
        isSmall={isSmall}
        icon={copied ? "check" : "copy"}
        aria-label={said || name}
        {...(isFirst && { "data-autofocus": true })}
        onClick={() => copy(text)}
      >
        {said || label}
      </Button>
      <span className="vh" role="status">
        {said}
      </span>
    </>
  );
}
