interface PickProps {
  readonly label: string;
  readonly isChosen: boolean;
  /** Says that some of several are chosen. */
  readonly isPartly?: boolean;
  readonly onToggle: () => void;
}

/** A native checkbox, because a list has hundreds of them. */
export const Pick = ({ label, isChosen, isPartly = false, onToggle }: PickProps) => (
  <input
    type="checkbox"
    className="pick"
    aria-label={label}
    checked={isChosen}
    ref={(box) => {
      if (box) box.indeterminate = isPartly;
    }}
    onChange={onToggle}
  />
);
