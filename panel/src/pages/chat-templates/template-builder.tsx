import { type FormEvent, useState } from "react";
import { answerOf } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Problem } from "../../components/problem.tsx";
import { useToast } from "../../components/toast.tsx";
import { useLeaveGuard } from "../../layout/guarded-location.tsx";
import { useMoveOn } from "../../layout/use-move-on.ts";
import { ButtonFields } from "./button-fields.tsx";
import { CheckList, useCheck } from "./check-list.tsx";
import { IdentityFields, TextFields } from "./definition-fields.tsx";
import { HeaderFields } from "./header-fields.tsx";
import { PhonePreview } from "./phone-preview.tsx";
import { type ChatTemplateRequest, EMPTY_DRAFT, requestOf } from "./template-draft.ts";

/** Shows the form on one side, and the rules and the telephone on the other. */
export function TemplateBuilder() {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const request = requestOf(draft);
  const check = useCheck(request);
  const { allowLeaving } = useLeaveGuard(draft !== EMPTY_DRAFT);
  const create = useCreate(allowLeaving);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(request);
  };
  const fields = { draft, onChange: setDraft };
  const isFree = draft.category !== "AUTHENTICATION";
  return (
    <div className="columns">
      <form className="card form" onSubmit={submit}>
        <IdentityFields {...fields} />
        {isFree && <HeaderFields {...fields} />}
        <TextFields {...fields} />
        {isFree && <ButtonFields {...fields} />}
        {create.isError && <Problem title="Not created" error={create.error} />}
        <div className="form-actions">
          <ButtonLink to="/chat-templates">Cancel</ButtonLink>
          <Button type="submit" look="primary" isBusy={create.isPending}>
            Create and submit for review
          </Button>
        </div>
      </form>
      <div className="stack beside">
        <PhonePreview template={request} />
        <CheckList check={check.data} error={check.error} />
      </div>
    </div>
  );
}

function useCreate(onCreated: () => void) {
  const toast = useToast();
  const moveOn = useMoveOn();
  return useAction({
    run: (body: ChatTemplateRequest, { api }) => answerOf(api.POST("/api/v1/chat-templates", { body })),
    onSuccess: ({ id, name }) => {
      onCreated();
      toast(`“${name}” is with the platform's reviewers.`);
      moveOn(`/chat-templates/${id}`);
    },
  });
}
