import type { Schemas } from "../../api/schemas.ts";

type Chat = Schemas["ShownChat"];

/** Shows a chat message as the telephone does. */
export function ChatMessage({ message }: { readonly message: Chat }) {
  const { to, header, text, footer, buttons = [], template, file, location } = message;
  return (
    <div className="message">
      <dl className="kv">
        <dt>To</dt>
        <dd>{to}</dd>
        {template && <dt>Template</dt>}
        {template && (
          <dd>
            {template.name} ({template.language})
          </dd>
        )}
      </dl>
      <div className="wa col">
        <div className="msg out" dir="auto">
          {header && <p className="b">{header}</p>}
          {file && <FileLine file={file} />}
          {text && <p className="pre-wrap">{text}</p>}
          {location && (
            <p className="s t2">
              {location.latitude}, {location.longitude}
            </p>
          )}
          {footer && <p className="s t2">{footer}</p>}
          {buttons.map(({ type, text: label, target }) => (
            <p key={`${type} ${label}`} className="b k" title={target}>
              {label}
            </p>
          ))}
        </div>
      </div>
      {template && !template.known && <p className="s t3">The template is gone: only its values are known.</p>}
      {template && Object.keys(template.values).length > 0 && <Values values={template.values} />}
    </div>
  );
}

const FileLine = ({ file: { link, filename, content_type: type } }: { readonly file: NonNullable<Chat["file"]> }) =>
  link ? (
    <a className="link any-break" href={link} target="_blank" rel="noreferrer noopener">
      {filename ?? link}
    </a>
  ) : (
    <p className="b any-break">{filename ?? type ?? "A file"}</p>
  );

const Values = ({ values }: { readonly values: Readonly<Record<string, string>> }) => (
  <>
    <p className="b sub-head">Values</p>
    <dl className="kv">
      {Object.entries(values).map(([name, value]) => (
        <Value key={name} name={name} value={value} />
      ))}
    </dl>
  </>
);

const Value = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt className="any-break">{name}</dt>
    <dd className="any-break">
      <bdi>{value}</bdi>
    </dd>
  </>
);
