import { CheckField, TextArea, TextField } from "../../components/field.tsx";
import { type Account, fieldIn } from "./account-fields.ts";

export interface FieldsProps {
  readonly account: Account | undefined;
  /** The service's refusal, empty when there is none. */
  readonly message: string;
}

/** The refusal, when it is about this field. */
export const errorFor = (field: string, message: string): string | undefined =>
  fieldIn(message, [field]) ? message : undefined;

export const SenderFields = ({ account, message }: FieldsProps) => (
  <fieldset>
    <legend>Sender</legend>
    <TextField
      name="label"
      label="Label"
      required
      maxLength={255}
      defaultValue={account?.label}
      error={errorFor("label", message)}
      hint="For you. Also the sender's name when nothing else names it."
    />
    <TextField
      name="from_address"
      label="From address"
      type="email"
      required
      defaultValue={account?.from_address}
      error={errorFor("from_address", message)}
      hint="Every mail of this account is sent from it."
    />
    <TextField
      name="from_name"
      label="From name"
      maxLength={255}
      defaultValue={account?.from_name}
      error={errorFor("from_name", message)}
    />
    <CheckField
      name="is_default"
      label="Default account"
      defaultChecked={account?.is_default}
      hint="Takes the place of the present default."
    />
  </fieldset>
);

export const DomainFields = ({ account, message }: FieldsProps) => (
  <fieldset>
    <legend>Restrictions</legend>
    <TextArea
      name="trusted_domains"
      label="Recipient domains"
      placeholder="example.com"
      spellCheck={false}
      defaultValue={account?.trusted_domains.join("\n")}
      error={errorFor("trusted_domains", message)}
      hint="One per line. Mail goes to these domains only; empty means anywhere."
    />
    <TextArea
      name="api_allowed_domains"
      label="Web pages that may send"
      placeholder="shop.example.com"
      spellCheck={false}
      defaultValue={account?.api_allowed_domains.join("\n")}
      error={errorFor("api_allowed_domains", message)}
      hint="One host per line, compared with Origin or Referer. Programs that send neither are refused then; empty means no check."
    />
  </fieldset>
);
