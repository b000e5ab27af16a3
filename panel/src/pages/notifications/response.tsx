interface ResponseProps {
  readonly text: string;
  readonly label: string;
  readonly isOpen: boolean;
}

/** Shows the answer of the other side, folded unless it explains the failure. */
export const Response = ({ text, label, isOpen }: ResponseProps) => (
  <details open={isOpen}>
    <summary className="s t3">{label}</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
    <pre className="code wrap" tabIndex={0}>
      {text}
    </pre>
  </details>
);
