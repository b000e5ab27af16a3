import { useState } from "react";
import type { FieldErrors } from "../../api/field-errors.ts";
import { CheckField, SelectField, TextArea, TextField } from "../../components/field.tsx";
import { ALL, MAY_TEXT, PERMISSION_FIELD, PURPOSES, purposeOf, USUAL } from "./key-purposes.ts";

const BEGUN = "backend";

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Asks what a new key is for, says what it may do, and asks for its limits. */
export function KeyTermsFields({ errorFor }: { readonly errorFor: FieldErrors }) {
  const [purpose, setPurpose] = useState<string>(BEGUN);
  const permissions = purposeOf(purpose)?.permissions ?? "usual";
  return (
    <>
      <SelectField name="purpose" label="It is for" options={PURPOSES} defaultValue={BEGUN} onChange={setPurpose} />
      <fieldset>
        <legend>It may</legend>
        {permissions === "chosen" ? (
          <div className="stack tight">
            {ALL.map((one) => (
              <CheckField key={one} name={PERMISSION_FIELD + one} label={sentence(MAY_TEXT[one])} />
            ))}
            {errorFor("permissions", "This choice") && (
              <p className="s" role="alert">
                Choose at least one.
              </p>
            )}
          </div>
        ) : (
          <ul className="s t2">
            {(permissions === "usual" ? USUAL : permissions).map((one) => (
              <li key={one}>{sentence(MAY_TEXT[one])}</li>
            ))}
          </ul>
        )}
      </fieldset>
      <TextField
        name="per_day"
        label="Notifications a day"
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={7}
        hint="At most so many in one day of UTC. Leave it empty for no limit."
        error={errorFor("limits.per_day", "It")}
      />
      <TextArea
        name="recipients"
        label="Only to"
        rows={2}
        spellCheck={false}
        placeholder="*@shop.example"
        hint="Addresses, *@domain, phone numbers or +351*, one per line. Leave it empty for everybody."
        error={errorFor("limits.recipients", "The list")}
      />
      <CheckField
        name="approval"
        label="A person approves everything that it sends"
        hint="Nothing leaves before somebody has approved it in the panel."
      />
    </>
  );
}
