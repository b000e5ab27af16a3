import { type ChatTemplateRequest, filled } from "./template-draft.ts";

/** The definition as the customer's telephone shows it, with the examples in the places of the variables. */
export function PhonePreview({ template }: { readonly template: Omit<ChatTemplateRequest, "chat_account_id"> }) {
  const { header, body, footer, buttons = [], category } = template;
  const isCode = category === "AUTHENTICATION";
  return (
    <section className="card" aria-labelledby="phone-preview">
      <h2 id="phone-preview">On the telephone</h2>
      <div className="wa stack">
        <div className="bubble inbound">
          {header && <Header header={header} />}
          <p className="message-text">
            {body.text ? filled(body.text, body.examples ?? []) : <span className="t2">No text yet</span>}
          </p>
          {(footer || isCode) && (
            <p className="footer-text">{isCode ? "This code expires in 10 minutes." : footer?.text}</p>
          )}
        </div>
        {(isCode ? [{ text: "Copy code" }] : buttons).map(({ text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a button's place is its only name
          <span key={index} className="phone-button">
            {text || `Button ${index + 1}`}
          </span>
        ))}
      </div>
      {isCode && <p className="t2">The platform writes the text in the customer's language by itself.</p>}
    </section>
  );
}

function Header({
  header: { type, text = "", example },
}: {
  readonly header: NonNullable<ChatTemplateRequest["header"]>;
}) {
  if (type !== "text") return <p className="media-place">{type}</p>;
  return <p className="header-text">{filled(text, example ? [example] : [])}</p>;
}
