import { CheckField, TextField } from "../../components/field.tsx";

interface LaterFieldProps {
  /** The time to send at, in the reader's time zone; undefined means now. */
  readonly value: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Lets a message leave at a later time, which is written in the reader's own time zone. */
export const LaterField = ({ value, error, onChange }: LaterFieldProps) => (
  <fieldset>
    <CheckField
      label="Send it later"
      checked={value !== undefined}
      onChange={({ target }) => onChange(target.checked ? "" : undefined)}
    />
    {value !== undefined && (
      <TextField
        label="Time"
        type="datetime-local"
        required
        value={value}
        hint={`In the time of ${Intl.DateTimeFormat().resolvedOptions().timeZone}; at most 90 days ahead.`}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </fieldset>
);
