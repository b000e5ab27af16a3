import type { FieldErrors } from "../../api/field-errors.ts";
import { CheckField, TextArea, TextField } from "../../components/field.tsx";
import type { Account } from "./account-fields.ts";

export interface FieldsProps {
  readonly account: Account | undefined;
  /** Returns the message of the service or of a test about a field. */
  readonly errorFor: FieldErrors;
}

interface SenderFieldsProps extends FieldsProps {
  /** Undefined where no mail comes back to this deployment, or not by this kind of provider. */
  readonly bounceDomain: string | undefined;
}

export const SenderFields = ({ account, errorFor, bounceDomain }: SenderFieldsProps) => (
  <div className="fields">
    <div className="g6">
      <TextField
        name="label"
        label="Label"
        required
        maxLength={255}
        defaultValue={account?.label}
        error={errorFor("label", "Label")}
        hint="For you. Recipients see it while From name is empty."
      />
    </div>
    <div className="g6">
      <TextField
        name="from_address"
        label="From address"
        type="email"
        required
        defaultValue={account?.from_address}
        error={errorFor("from_address", "From address")}
        hint="Shown to recipients."
      />
    </div>
    <div className="g6">
      <TextField
        name="from_name"
        label="From name"
        maxLength={255}
        defaultValue={account?.from_name}
        error={errorFor("from_name", "From name")}
      />
    </div>
    <div className="g6 beside-field">
      <CheckField
        name="is_default"
        label="Default account"
        defaultChecked={account?.is_default}
        hint="Used when a notification names none."
      />
    </div>
    <div className="g12">
      <TextArea
        name="from_addresses"
        label="Other from addresses"
        rows={2}
        autosize
        maxRows={12}
        placeholder="None"
        spellCheck={false}
        defaultValue={account?.from_addresses?.join("\n")}
        error={errorFor("from_addresses", "Other from addresses")}
        hint="One per line, or *@ with a domain for all of its addresses. A notification may choose one in its field from."
      />
    </div>
    {(bounceDomain ?? account?.return_path) && (
      <div className="g12">
        <TextField
          name="return_path"
          label="Return path"
          placeholder={bounceDomain && `None, or for example b@${bounceDomain}`}
          spellCheck={false}
          defaultValue={account?.return_path}
          error={errorFor("return_path", "Return path")}
          hint="Mails that cannot be delivered come back to it. Herald then notes the bounce and suppresses addresses that do not exist."
        />
      </div>
    )}
  </div>
);

export const LimitFields = ({ account, errorFor, isSmtp }: FieldsProps & { readonly isSmtp: boolean }) => (
  <div className="fields">
    {isSmtp && (
      <div className="g12">
        <TextField
          name="max_connections"
          label="Connections at once"
          inputMode="numeric"
          placeholder="10"
          defaultValue={account?.max_connections}
          error={errorFor("max_connections", "Connections at once")}
          hint="At most. Set fewer where your provider allows fewer."
        />
      </div>
    )}
    <div className="g6">
      <TextArea
        name="trusted_domains"
        label="Recipient domains"
        rows={2}
        placeholder="Any domain"
        spellCheck={false}
        defaultValue={account?.trusted_domains.join("\n")}
        error={errorFor("trusted_domains", "Recipient domains")}
        hint="One per line. Mail to any other domain is refused. For test accounts."
      />
    </div>
    <div className="g6">
      <TextArea
        name="api_allowed_domains"
        label="Web pages that may send"
        rows={2}
        placeholder="Any caller"
        spellCheck={false}
        defaultValue={account?.api_allowed_domains.join("\n")}
        error={errorFor("api_allowed_domains", "Web pages that may send")}
        hint="One host per line, compared with Origin or Referer. Programs that send neither are refused then."
      />
    </div>
    <div className="g12">
      <TextField
        name="feedback_topic_arn"
        label="Feedback topic of Amazon SES"
        placeholder="None"
        spellCheck={false}
        defaultValue={account?.feedback_topic_arn}
        error={errorFor("feedback_topic_arn", "Feedback topic of Amazon SES")}
        hint="The ARN of the SNS topic to which SES publishes bounces, complaints and deliveries."
      />
    </div>
  </div>
);
