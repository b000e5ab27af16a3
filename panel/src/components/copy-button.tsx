import { useClipboard } from "@mantine/hooks";
import { Button } from "./button.tsx";

const SHOWN_MS = 2000;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** Its name for ears, where the label says less than the eyes see; begins with the label. */
  readonly name?: string;
  readonly isSmall?: boolean;
  /** Takes the focus when its dialog opens. */
  readonly isFirst?: boolean;
}

/** Copies a text and says so, to ears as well. */
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
