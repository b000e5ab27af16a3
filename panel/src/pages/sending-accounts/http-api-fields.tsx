import { TextArea, TextField } from "../../components/field.tsx";
import type { FieldsProps } from "./common-fields.tsx";

const BODY_EXAMPLE = `{"to": {{.To | json}}, "subject": {{.Subject | json}}, "html": {{.Body | json}}}`;

export function HttpApiFields({ account, errorFor }: FieldsProps) {
  const isStored = account?.provider === "http_api";
  return (
    <div className="form">
      <TextField
        name="endpoint"
        label="Endpoint"
        type="url"
        required
        placeholder="https://api.provider.example/send"
        defaultValue={account?.endpoint}
        error={errorFor("endpoint", "Endpoint")}
      />
      <TextField
        name="auth_header_name"
        label="Header with the credential"
        placeholder="Authorization"
        spellCheck={false}
        defaultValue={account?.auth_header_name}
        error={errorFor("auth_header_name", "Header with the credential")}
      />
      <TextField
        name="auth_value_template"
        label="Its value"
        placeholder="Bearer {{.APIKey}}"
        spellCheck={false}
        defaultValue={account?.auth_value_template}
        error={errorFor("auth_value_template", "Its value")}
        hint="A template; {{.APIKey}} when left empty."
      />
      <TextField
        name="api_key"
        label="API key of the provider"
        type="password"
        autoComplete="new-password"
        required={!isStored}
        error={errorFor("api_key", "API key of the provider")}
        hint={isStored ? "Leave it empty to keep the stored one." : "Stored encrypted, and never shown again."}
      />
      <TextArea
        name="body_template"
        label="Body template"
        required
        rows={8}
        className="code"
        spellCheck={false}
        placeholder={BODY_EXAMPLE}
        defaultValue={account?.body_template}
        error={errorFor("body_template", "Body template")}
        hint="Must produce the provider's JSON. Variables: .To .CC .BCC .Subject .Body .BodyType .From .FromName .APIKey; | json quotes."
      />
    </div>
  );
}
