import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { useId } from "react";

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The service's message about this field. */
  readonly error?: string | undefined;
  /** Where a form is a single question, or its labels are not ours, the word `optional` says nothing. */
  readonly isOptionalSaid?: boolean;
}

interface FrameProps extends Labelled {
  readonly id: string;
  readonly isOptional: boolean;
  readonly children: ReactNode;
}

const Frame = ({ id, label, hint, error, isOptional, children }: FrameProps) => (
  <div className={error ? "field wrong" : "field"}>
    <label htmlFor={id}>
      {label} {isOptional && <span className="optional">optional</span>}
    </label>
    {children}
    {hint && (
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
    )}
    {error && (
      <p id={`${id}-error`} className="field-error">
        {error}
      </p>
    )}
  </div>
);

const described = (id: string, { hint, error }: Labelled) => ({
  "aria-describedby": [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined,
  "aria-invalid": error ? true : undefined,
});

export function TextField({
  label,
  hint,
  error,
  isOptionalSaid = true,
  ...input
}: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  const labelled = { label, hint, error };
  return (
    <Frame id={id} {...labelled} isOptional={isOptionalSaid && input.required !== true}>
      <input id={id} type="text" autoComplete="off" {...described(id, labelled)} {...input} />
    </Frame>
  );
}

export function TextArea({ label, hint, error, ...input }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  const labelled = { label, hint, error };
  return (
    <Frame id={id} {...labelled} isOptional={input.required !== true}>
      <textarea id={id} rows={4} {...described(id, labelled)} {...input} />
    </Frame>
  );
}

interface SelectProps extends Labelled, SelectHTMLAttributes<HTMLSelectElement> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function SelectField({ label, hint, error, options, ...select }: SelectProps) {
  const id = useId();
  const labelled = { label, hint, error };
  return (
    <Frame id={id} {...labelled} isOptional={false}>
      <select id={id} {...described(id, labelled)} {...select}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

export function CheckField({ label, hint, error, ...input }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className="field check">
      <input id={id} type="checkbox" {...described(id, { label, hint, error })} {...input} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
