import { useClipboard } from "@mantine/hooks";
import { Button } from "./button.tsx";

const SHOWN_MS = 2000;

/** Copies a text and says so, to ears as well. */
export function CopyButton({
  text,
  label,
  isSmall = false,
}: {
  readonly text: string;
  readonly label: string;
  readonly isSmall?: boolean;
}) {
  const { copied, error, copy } = useClipboard({ timeout: SHOWN_MS });
  const said = copied ? "Copied" : error ? "Select the text and copy it by hand" : "";
  return (
    <>
      <Button isSmall={isSmall} icon={copied ? "check" : "copy"} onClick={() => copy(text)}>
        {said || label}
      </Button>
      <span className="vh" role="status">
        {said}
      </span>
    </>
  );
}
