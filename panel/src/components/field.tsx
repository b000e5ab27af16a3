import {
  Checkbox,
  type CheckboxProps,
  Select,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import type { ReactNode } from "react";
import "@mantine/core/styles/Combobox.layer.css";

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The message of the service about this field. */
  readonly error?: string | undefined;
  /** Set it to false where the word `optional` would say nothing, as in a form with a single question. */
  readonly isOptionalSaid?: boolean;
}

type Own<T> = Labelled & Omit<T, keyof Labelled | "description">;

/** The hint stands below the field, and the error below both. */
const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

const labelOf = (label: string, isOptional: boolean): ReactNode =>
  isOptional ? (
    <>
      {label} <span className="s t3">optional</span>
    </>
  ) : (
    label
  );

const common = ({ hint, error }: Pick<Labelled, "hint" | "error">) => ({
  description: hint,
  error,
  inputWrapperOrder: ORDER,
  withAsterisk: false,
});

export const TextField = ({ label, hint, error, isOptionalSaid = true, ...input }: Own<TextInputProps>) => (
  <TextInput
    autoComplete="off"
    {...common({ hint, error })}
    {...input}
    label={labelOf(label, isOptionalSaid && input.required !== true)}
  />
);

export const TextArea = ({ label, hint, error, ...input }: Own<TextareaProps>) => (
  <Textarea rows={4} {...common({ hint, error })} {...input} label={labelOf(label, input.required !== true)} />
);

interface SelectProps extends Labelled {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly name?: string;
  readonly value?: string;
  readonly defaultValue?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Lets the reader type to find one of many options. */
  readonly searchable?: boolean;
  readonly placeholder?: string;
  readonly onChange?: (value: string) => void;
}

/** Offers options; unless a value is given, the first one is chosen at the start. */
export const SelectField = ({ label, hint, error, options, value, defaultValue, onChange, ...select }: SelectProps) => (
  <Select
    {...common({ hint, error })}
    {...select}
    label={label}
    data={[...options]}
    {...(value === undefined ? { defaultValue: defaultValue ?? options[0]?.value ?? null } : { value })}
    allowDeselect={false}
    checkIconPosition="right"
    onChange={(chosen) => onChange?.(chosen ?? "")}
  />
);

export const CheckField = ({ label, hint, error, ...input }: Own<CheckboxProps>) => (
  <Checkbox label={label} description={hint} error={error} {...input} />
);
