import { useState } from "react";
import { Button } from "./button.tsx";

const SHOWN_MS = 2000;

/** Copies a text and says so, to ears as well. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [said, setSaid] = useState("");
  const copy = () => {
    const say = (text: string) => {
      setSaid(text);
      setTimeout(() => setSaid(""), SHOWN_MS);
    };
    navigator.clipboard.writeText(text).then(
      () => say("Copied"),
      () => say("Select the text and copy it by hand"),
    );
  };
  return (
    <>
      <Button icon={said ? "check" : "copy"} onClick={copy}>
        {said || label}
      </Button>
      <span className="unseen" role="status">
        {said}
      </span>
    </>
  );
}
