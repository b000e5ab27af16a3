import type { FormEvent, Ref } from "react";
import { fieldErrorsOf } from "../../api/field-errors.ts";
import { textsOf } from "../../api/form.ts";
import { Problem } from "../../components/problem.tsx";
import { ToneIcon } from "../../components/status.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { type AccountRequest, accountRequest } from "./account-fields.ts";
import { type FieldsProps, LimitFields, SenderFields } from "./common-fields.tsx";
import { HttpApiFields } from "./http-api-fields.tsx";
import { PresetTiles } from "./preset-tiles.tsx";
import { HTTP_API, presetOf } from "./presets.ts";
import { type ServerDraft, withPreset } from "./server-draft.ts";
import { ServerFields } from "./server-fields.tsx";

/** The submit button in the head of the page refers to the form by this id. */
export const FORM_ID = "account-form";

interface AccountFormProps extends FieldsProps {
  readonly draft: ServerDraft;
  readonly onDraft: (draft: ServerDraft) => void;
  readonly onChange: () => void;
  readonly error: unknown;
  readonly formRef: Ref<HTMLFormElement>;
  readonly onSave: (request: AccountRequest) => void;
}

/** Builds the request from the fields of the form. */
export const requestIn = (form: HTMLFormElement, { preset }: ServerDraft): AccountRequest =>
  accountRequest(
    { ...textsOf(form), provider: preset === HTTP_API.id ? HTTP_API.id : "smtp" },
    presetOf(preset).isOpen,
  );

/** Shows the fields of an account for both kinds of providers; the service checks all of them at once. */
export function AccountForm({ draft, onDraft, onChange, error, formRef, onSave, ...fields }: AccountFormProps) {
  const { config } = usePanel();
  const isSmtp = draft.preset !== HTTP_API.id;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSave(requestIn(event.currentTarget, draft));
  };
  const change = (next: ServerDraft) => {
    onDraft(next);
    onChange();
  };
  return (
    <form ref={formRef} id={FORM_ID} className="form" noValidate onSubmit={submit} onChange={onChange}>
      {error != null && (isMarked(error) ? <Marked /> : <Problem title="Not saved" error={error} />)}
      <PresetTiles
        chosen={draft.preset}
        hasHttpApi={config.http_api_provider || fields.account?.provider === "http_api"}
        onChange={(preset) => change(withPreset(draft, preset))}
      />
      <SenderFields {...fields} bounceDomain={isSmtp ? config.bounce_domain : undefined} />
      {isSmtp ? <ServerFields {...fields} draft={draft} onChange={change} /> : <HttpApiFields {...fields} />}
      <LimitFields {...fields} isSmtp={isSmtp} />
    </form>
  );
}

const FIELDS = [
  ...[
    "label",
    "from_address",
    "from_addresses",
    "from_name",
    "return_path",
    "host",
    "port",
    "encryption",
    "username",
    "password",
  ],
  ...["endpoint", "auth_header_name", "auth_value_template", "body_template", "api_key"],
  ...["max_connections", "trusted_domains", "api_allowed_domains", "feedback_topic_arn"],
];

/** Says whether the message already stands at a field of the form. */
const isMarked = (error: unknown): boolean => FIELDS.some((field) => fieldErrorsOf(error)(field, field) !== undefined);

const Marked = () => (
  <div className="notice wrong" role="alert">
    <ToneIcon tone="bad" />
    <p>Not saved. What is wrong stands at its field.</p>
  </div>
);
