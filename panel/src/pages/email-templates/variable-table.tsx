import { ToneIcon } from "../../components/status.tsx";
import { usageOf, usageText, variableOf } from "./occurrences.ts";
import { SampleField } from "./sample-field.tsx";
import type { Samples } from "./samples.ts";
import { type Draft, lackingOf } from "./template-draft.ts";
import type { LivePreview } from "./use-preview.ts";

interface VariableTableProps {
  readonly draft: Draft;
  readonly live: LivePreview;
  readonly samples: Samples;
  readonly onChange: (samples: Samples) => void;
}

/** Lists the variables of the text, each with a sample value and the places where it is used. */
export function VariableTable({ draft, live: { preview }, samples, onChange }: VariableTableProps) {
  const names = preview.variables;
  const missing = new Set(lackingOf(draft, preview).map(variableOf));
  if (names.length === 0)
    return (
      <p className="pad-row line-top t2">
        No variable yet. Write <code className="mono">{"{{.first_name}}"}</code> where a value belongs.
      </p>
    );
  return (
    <section className="variables line-top" aria-label="Variables">
      <table className="tbl in">
        <thead>
          <tr>
            <th scope="col">Variable</th>
            <th scope="col">Sample value, kept with the template</th>
            <th scope="col" className="right">
              Used in
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <td className="mono">
                <span className="row">
                  <span className="cut">{name}</span>
                  {missing.has(name) && (
                    <>
                      <ToneIcon tone="part" />
                      <span className="vh">no value</span>
                    </>
                  )}
                </span>
              </td>
              <td>
                <SampleField
                  name={name}
                  value={Object.hasOwn(samples, name) ? samples[name] : undefined}
                  onChange={(value) => onChange({ ...samples, [name]: value })}
                />
              </td>
              <td className="right t3 s">{usageText(usageOf(name, draft))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
