import { PasswordInput, SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { SelectField, TextField } from "../../components/field.tsx";
import type { FieldsProps } from "./common-fields.tsx";
import { hostIn, type Preset, presetOf, regionOptions } from "./presets.ts";
import { type ServerDraft, withEncryption } from "./server-draft.ts";
import "@mantine/core/styles/PasswordInput.layer.css";

const ENCRYPTIONS: { value: ServerDraft["encryption"]; label: string }[] = [
  { value: "starttls", label: "STARTTLS" },
  { value: "tls", label: "TLS" },
  { value: "none", label: "None" },
];

interface ServerFieldsProps extends FieldsProps {
  readonly draft: ServerDraft;
  readonly onChange: (draft: ServerDraft) => void;
}

/** Shows the fields of the mail server and of the sign-in. */
export function ServerFields({ account, errorFor, draft, onChange }: ServerFieldsProps) {
  const preset = presetOf(draft.preset);
  return (
    <div className="fields">
      {preset.regions && <RegionField preset={preset} draft={draft} onChange={onChange} />}
      <div className={preset.regions ? "g8" : "g12"}>
        <TextField
          name="host"
          label="Host"
          required
          placeholder="smtp.example.com"
          spellCheck={false}
          value={draft.host}
          onChange={({ target }) => onChange({ ...draft, host: target.value })}
          error={errorFor("host", "Host")}
        />
      </div>
      <EncryptionField draft={draft} error={errorFor("encryption", "Encryption")} onChange={onChange} />
      <div className="g4">
        <TextField
          name="port"
          label="Port"
          required
          inputMode="numeric"
          value={draft.port}
          onChange={({ target }) => onChange({ ...draft, port: target.value, isPortTyped: true })}
          error={errorFor("port", "Port")}
          hint={Number(draft.port) === 25 && "Many networks, AWS Lambda among them, close port 25. Use 587 or 465."}
        />
      </div>
      {!preset.isOpen && <SignInFields {...{ account, errorFor, draft, onChange, preset }} />}
    </div>
  );
}

const RegionField = ({ preset, draft, onChange }: Omit<ServerFieldsProps, keyof FieldsProps> & { preset: Preset }) => (
  <div className="g4">
    <SelectField
      label="Region"
      options={regionOptions(preset)}
      value={preset.regions?.find((region) => hostIn(preset, region) === draft.host) ?? ""}
      onChange={(region) => onChange({ ...draft, host: hostIn(preset, region) })}
    />
  </div>
);

function EncryptionField({
  draft,
  error,
  onChange,
}: Pick<ServerFieldsProps, "draft" | "onChange"> & { error: string | undefined }) {
  return (
    <div className="g8">
      <div className="mantine-InputWrapper-label" id="encryption-label">
        Encryption
      </div>
      <SegmentedControl
        className="tall"
        fullWidth
        name="encryption"
        aria-labelledby="encryption-label"
        data={ENCRYPTIONS}
        value={draft.encryption}
        onChange={(encryption) => onChange(withEncryption(draft, encryption))}
      />
      {error && <p className="bad s">{error}</p>}
      {!error && draft.encryption === "none" && <p className="s t3">Only inside your own network.</p>}
    </div>
  );
}

function SignInFields({ account, errorFor, draft, onChange, preset }: ServerFieldsProps & { readonly preset: Preset }) {
  const isStored = account?.provider === "smtp" && Boolean(account.username);
  return (
    <>
      <div className="g6">
        <TextField
          name="username"
          label="User name"
          spellCheck={false}
          isOptionalSaid={false}
          value={draft.username}
          onChange={({ target }) => onChange({ ...draft, username: target.value })}
          error={errorFor("username", "User name")}
          hint={preset.userHint ?? "Empty for a server that asks for no sign-in."}
        />
      </div>
      <div className="g6">
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="new-password"
          inputWrapperOrder={["label", "input", "description", "error"]}
          visibilityToggleButtonProps={{ "aria-label": "Show what is typed" }}
          error={errorFor("password", "Password")}
          description={passwordHint(preset, isStored)}
        />
      </div>
    </>
  );
}

function passwordHint({ passwordHint: hint, credentials }: Preset, isStored: boolean): ReactNode {
  if (isStored) return "Leave it empty to keep the stored one.";
  if (hint === undefined) return "Stored encrypted, and never shown again.";
  return (
    <>
      {hint}{" "}
      {credentials && (
        <a className="link" href={credentials.url} target="_blank" rel="noreferrer">
          {credentials.label}
        </a>
      )}
    </>
  );
}
