import { useState } from "react";
import { SelectField, TextField } from "../../components/field.tsx";
import { ENCRYPTIONS } from "./account-fields.ts";
import { errorFor, type FieldsProps } from "./common-fields.tsx";

export function SmtpFields({ account, message }: FieldsProps) {
  const [port, setPort] = useState(String(account?.port ?? 587));
  const isStored = account?.provider === "smtp";
  return (
    <>
      <TextField
        name="host"
        label="Host"
        required
        placeholder="smtp.example.com"
        spellCheck={false}
        defaultValue={account?.host}
        error={errorFor("host", message)}
      />
      <TextField
        name="port"
        label="Port"
        required
        inputMode="numeric"
        pattern="[0-9]{1,5}"
        title="A number from 1 to 65535"
        value={port}
        onChange={(event) => setPort(event.target.value)}
        error={errorFor("port", message)}
        hint={Number(port) === 25 && "Many networks, AWS Lambda among them, close port 25. Use 587 or 465."}
      />
      <div className="wide">
        <SelectField
          name="encryption"
          label="Encryption"
          options={ENCRYPTIONS}
          defaultValue={account?.encryption ?? "starttls"}
          error={errorFor("encryption", message)}
        />
      </div>
      <TextField
        name="username"
        label="User name"
        spellCheck={false}
        defaultValue={account?.username}
        error={errorFor("username", message)}
      />
      <TextField
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        required={!isStored}
        error={errorFor("password", message)}
        hint={isStored ? "Leave it empty to keep the stored one." : "Stored encrypted, and never shown again."}
      />
      <TextField
        name="max_connections"
        label="Connections at once"
        inputMode="numeric"
        pattern="[0-9]{1,2}"
        title="A number from 1 to 50"
        placeholder="10"
        defaultValue={account?.max_connections}
        error={errorFor("max_connections", message)}
        hint="At most; 10 when empty. Set fewer where your provider allows fewer."
      />
    </>
  );
}
