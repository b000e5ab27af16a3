import { Link } from "wouter";
import { SelectField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { SampleField } from "../email-templates/sample-field.tsx";
import type { EmailTemplate } from "../email-templates/template-draft.ts";
import type { MailFieldsProps } from "./mail-draft.ts";
import type { ChosenTemplate } from "./use-chosen-template.ts";

interface TemplateFieldsProps extends MailFieldsProps {
  /** The templates to choose from; undefined until they are loaded. */
  readonly templates: readonly EmailTemplate[] | undefined;
  readonly chosen: ChosenTemplate;
}

/** Chooses a template, and takes a value for each of its variables. */
export function TemplateFields({ draft, errors, templates, chosen, onChange }: TemplateFieldsProps) {
  if (templates?.length === 0)
    return (
      <p className="t2">
        There is no template yet.{" "}
        <Link className="link" to="/email-templates/new">
          Write a template
        </Link>
      </p>
    );
  const { live, lacking } = chosen;
  return (
    <>
      <SelectField
        label="Template"
        searchable
        required
        placeholder="Choose a template"
        options={(templates ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.templateId}
        error={errors("template_id", "Template")}
        onChange={(templateId) => onChange({ ...draft, templateId, values: {} })}
      />
      {chosen.template && live.preview.variables.length > 0 && (
        <Values
          names={live.preview.variables}
          values={draft.values}
          onChange={(values) => onChange({ ...draft, values })}
        />
      )}
      {lacking.length > 0 && (
        <Notice kind="warn">
          <p>
            {chosen.template?.strict
              ? "The template is strict: without a value it is not sent."
              : "Where a value is missing, the mail says <no value>."}{" "}
            Missing: {lacking.join(", ")}
          </p>
        </Notice>
      )}
    </>
  );
}

interface ValuesProps {
  readonly names: readonly string[];
  readonly values: MailFieldsProps["draft"]["values"];
  readonly onChange: (values: ValuesProps["values"]) => void;
}

const Values = ({ names, values, onChange }: ValuesProps) => (
  <div className="box">
    <table className="tbl in">
      <caption className="vh">Values of the variables</caption>
      <thead>
        <tr>
          <th scope="col">Variable</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <td className="mono cut">{name}</td>
            <td>
              <SampleField
                name={name}
                what="Value"
                value={Object.hasOwn(values, name) ? values[name] : undefined}
                onChange={(value) => onChange({ ...values, [name]: value })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
