import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { answerOf, type Schemas } from "../../api/client.ts";
import { textsOf } from "../../api/form.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useToast } from "../../components/toast.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { ChatTemplate } from "./template-draft.ts";

type Names = Schemas["VariableNames"]["names"];
type Parameter = ChatTemplate["parameters"][number];

const COMPONENTS = { header: "Header", body: "Body", button: "Button" } as const;

const nameIn = (names: Names, { component, position }: Parameter): string =>
  names.find((one) => one.component === component && one.position === position)?.name ?? "";

/** Lets the owner name each variable, because requests and the platform use only the variable's number. */
export function VariableNames({ template }: { readonly template: ChatTemplate }) {
  const { api } = usePanel();
  const call = { params: { path: { id: template.id } } };
  const query = useQuery({
    queryKey: ["chat-template-names", template.id],
    queryFn: () => answerOf(api.GET("/panel/api/chat-templates/{id}/names", call)),
  });
  return (
    <section className="card" aria-labelledby="variable-names">
      <h2 id="variable-names">What the variables stand for</h2>
      <p className="t2">For the people who send it from here. Programs go by the names in brackets.</p>
      <QueryView query={query} what="the names of the variables">
        {({ names }) => <NamesForm template={template} names={names} />}
      </QueryView>
    </section>
  );
}

function NamesForm({
  template: { id, parameters },
  names,
}: {
  readonly template: ChatTemplate;
  readonly names: Names;
}) {
  const toast = useToast();
  const save = useAction({
    run: (given: Names, { api }) =>
      answerOf(api.PUT("/panel/api/chat-templates/{id}/names", { params: { path: { id } }, body: { names: given } })),
    onSuccess: () => toast("The names are saved."),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const texts = textsOf(event.currentTarget);
    const given = parameters.flatMap(({ component, position, name: key }) => {
      const name = (texts[key] ?? "").trim();
      return name === "" ? [] : [{ component, position, name }];
    });
    save.mutate(given);
  };
  return (
    <form className="form" onSubmit={submit}>
      {parameters.map((parameter) => (
        <TextField
          key={parameter.name}
          name={parameter.name}
          label={`${COMPONENTS[parameter.component]} {{${parameter.position}}} (${parameter.name})`}
          isOptionalSaid={false}
          placeholder="such as order number"
          defaultValue={nameIn(names, parameter)}
        />
      ))}
      {save.isError && <Problem title="Not saved" error={save.error} />}
      <div className="form-actions">
        <Button type="submit" isBusy={save.isPending}>
          Save the names
        </Button>
      </div>
    </form>
  );
}
