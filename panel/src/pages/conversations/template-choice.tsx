import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Schemas } from "../../api/schemas.ts";
import { TextField } from "../../components/field.tsx";
import { Icon } from "../../components/icon.tsx";

type ChatTemplate = Schemas["ChatTemplate"];
/** The values by the names of the template's parameters. */
export type Values = Readonly<Record<string, string>>;

interface ChoicesProps {
  readonly templates: readonly ChatTemplate[];
  readonly chosen: ChatTemplate | undefined;
  readonly onChoose: (id: string) => void;
}

/** Lets the reader choose one of the approved templates by its name or its text. */
export function TemplateChoices({ templates, chosen, onChoose }: ChoicesProps) {
  const [sought, setSought] = useState("");
  const found = templates.filter(({ name, body }) =>
    `${name}\n${body.text}`.toLowerCase().includes(sought.trim().toLowerCase()),
  );
  return (
    <div>
      <TextInput
        type="search"
        aria-label="Search templates"
        placeholder={`Search ${templates.length} approved ${templates.length === 1 ? "template" : "templates"}`}
        leftSection={<Icon name="search" />}
        onChange={({ target }) => setSought(target.value)}
      />
      <div className="box choices-box" role="radiogroup" aria-label="Approved templates">
        {found.map(({ id, name, language, body }) => (
          <label key={id} className="row" data-chosen={id === chosen?.id || undefined}>
            <input
              type="radio"
              name="template"
              className="vh"
              checked={id === chosen?.id}
              onChange={() => onChoose(id)}
            />
            <Icon name="template" className={id === chosen?.id ? "k" : "t3"} />
            <span className="b cut">{name}</span>
            <span className="s t3">{language}</span>
            <span className="t3 cut grow" aria-hidden="true">
              {body.text}
            </span>
            {id === chosen?.id && <Icon name="check" className="k" />}
          </label>
        ))}
        {found.length === 0 && <p className="t3 pad-row">None has this text.</p>}
      </div>
    </div>
  );
}

interface ValuesProps {
  readonly template: ChatTemplate;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** Shows a field for each value that the template needs. */
export const TemplateValues = ({ template, values, onChange }: ValuesProps) => (
  <div className="grid">
    {template.parameters.map(({ name, type }) => (
      <TextField
        key={name}
        label={name}
        required
        hint={type === "text" ? undefined : "A public https address"}
        value={values[name] ?? ""}
        onChange={({ target }) => onChange({ ...values, [name]: target.value })}
      />
    ))}
  </div>
);
