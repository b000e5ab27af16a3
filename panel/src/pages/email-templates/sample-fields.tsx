import { TextField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import type { LivePreview } from "./use-preview.ts";

interface SampleFieldsProps {
  readonly live: LivePreview;
  readonly samples: Readonly<Record<string, string>>;
  readonly onChange: (samples: Readonly<Record<string, string>>) => void;
}

/** The variables that the text uses, each with a sample value. */
export function SampleFields({ live: { preview }, samples, onChange }: SampleFieldsProps) {
  const names = preview?.variables ?? [];
  const missing = preview?.missing ?? [];
  return (
    <section className="card" aria-labelledby="variables">
      <h2 id="variables">Variables</h2>
      {names.length === 0 && <p className="t2">None found. Write {"{{.first_name}}"} where a value belongs.</p>}
      {names.length > 0 && (
        <div className="fields">
          {names.map((name) => (
            <TextField
              key={name}
              label={name}
              isOptionalSaid={false}
              placeholder="sample value"
              value={samples[name] ?? ""}
              onChange={({ target }) => onChange({ ...samples, [name]: target.value })}
            />
          ))}
        </div>
      )}
      {missing.length > 0 && (
        <Notice kind="warn">
          <p>
            Without a value, the mail shows <code>{"<no value>"}</code>, or what a function makes of it, for{" "}
            {missing.map((name, i) => (
              <span key={name}>
                {i > 0 && ", "}
                <code>{name}</code>
              </span>
            ))}
            . Names are case-sensitive.
          </p>
        </Notice>
      )}
    </section>
  );
}
