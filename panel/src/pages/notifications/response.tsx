interface ResponseProps {
  readonly text: string;
  readonly label: string;
  readonly isOpen: boolean;
}

/** The other side's answer: open where it explains, else folded. */
export const Response = ({ text, label, isOpen }: ResponseProps) => (
  <details open={isOpen}>
    <summary className="s t3">{label}</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
    <pre className="code wrap" tabIndex={0}>
      {text}
    </pre>
  </details>
);
