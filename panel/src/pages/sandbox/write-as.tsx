import { SegmentedControl } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { answerOf } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { jsonMessage, textMessage } from "./telephone.ts";

const FORMS = [
  { value: "text", label: "Text" },
  { value: "json", label: "Any type, as JSON" },
];
const EXAMPLE = '{"type": "location", "location": {"latitude": 38.7, "longitude": -9.1}}';

/** Writes a message as the customer. */
export function WriteAs({ phone }: { readonly phone: string }) {
  const [form, setForm] = useState("text");
  const [typed, setTyped] = useState("");
  const isJson = form === "json";
  const message = isJson ? jsonMessage(typed) : textMessage(typed.trim());
  const write = useAction({
    run: (body: NonNullable<typeof message>, { api }) =>
      answerOf(api.POST("/panel/api/sandbox/customers/{phone}/messages", { params: { path: { phone } }, body })),
    contentOf: (body) => [phone, body],
    onSuccess: () => setTyped(""),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (message !== undefined && typed.trim() !== "") write.mutate(message);
  };
  const isWrong = isJson && typed.trim() !== "" && message === undefined;
  return (
    <form className="stack tight pad-box line-top" onSubmit={submit}>
      {write.isError && <Problem title="Not written" error={write.error} />}
      <TextArea
        label="Write as the customer"
        required
        rows={isJson ? 4 : 2}
        {...(isJson && { className: "code", spellCheck: false, placeholder: EXAMPLE })}
        value={typed}
        error={isWrong ? "A JSON object with a type, as the platform sends it" : undefined}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (isJson || event.key !== "Enter" || event.shiftKey) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <div className="row wrap">
        <SegmentedControl aria-label="Message as" data={FORMS} value={form} onChange={setForm} />
        <span className="grow" />
        <Button type="submit" look="primary" isSmall icon="sent" isBusy={write.isPending}>
          Write
        </Button>
      </div>
    </form>
  );
}
