import type { FieldErrors } from "../../api/field-errors.ts";
import { CheckField, SelectField, TextField } from "../../components/field.tsx";
import { type ChatAccount, OWNERSHIP_TYPES } from "./account-draft.ts";
import { ID_LABELS } from "./labels.ts";
import { OwnersField } from "./owners-field.tsx";

interface FieldsProps {
  readonly account?: ChatAccount | undefined;
  readonly errorFor: FieldErrors;
}

export const OwnerFields = ({ account, errorFor }: FieldsProps) => (
  <fieldset>
    <legend>Whose it is</legend>
    <TextField name="label" label="Label" required defaultValue={account?.label} error={errorFor("label", "Label")} />
    <SelectField
      name="ownership_type"
      label="Ownership"
      options={OWNERSHIP_TYPES}
      defaultValue={account?.ownership_type ?? "service_managed"}
    />
    <OwnersField owners={account?.owners ?? []} error={errorFor("owners", "Owners")} />
    <CheckField
      name="is_default"
      label="Default account of each of its owners"
      defaultChecked={account?.is_default ?? false}
      hint="Used when a message names none. It takes the place of any other."
    />
  </fieldset>
);

const CLOUD_FIELDS = [
  { name: "cloud_region", label: "Region", placeholder: "eu-central-1" },
  { name: "business_account_id", label: ID_LABELS.business_account_id, placeholder: "waba-…" },
  {
    name: "origination_phone_number_id",
    label: ID_LABELS.origination_phone_number_id,
    placeholder: "phone-number-id-…",
  },
] as const;

export const CloudFields = ({ account, errorFor }: FieldsProps) => (
  <fieldset>
    <legend>At AWS</legend>
    {CLOUD_FIELDS.map((field) => (
      <TextField
        key={field.name}
        {...field}
        required
        spellCheck={false}
        defaultValue={account?.[field.name]}
        error={errorFor(field.name, field.label)}
      />
    ))}
  </fieldset>
);

export const PlatformFields = ({ account, errorFor }: FieldsProps) => (
  <fieldset>
    <legend>At Meta</legend>
    <TextField
      name="provider_business_account_id"
      label={ID_LABELS.provider_business_account_id}
      required
      inputMode="numeric"
      defaultValue={account?.provider_business_account_id}
      error={errorFor("provider_business_account_id", ID_LABELS.provider_business_account_id)}
      hint="Events find the account by it."
    />
    <TextField
      name="provider_phone_number_id"
      label={ID_LABELS.provider_phone_number_id}
      inputMode="numeric"
      defaultValue={account?.provider_phone_number_id}
      error={errorFor("provider_phone_number_id", ID_LABELS.provider_phone_number_id)}
      hint="Without it the account sends templates only, and has no conversations."
    />
  </fieldset>
);
