import { MarkedText } from "../../components/marked-text.tsx";
import { type ChatTemplateRequest, filled } from "./template-draft.ts";

/** Shows the definition as the customer's telephone does, with the examples in place of the variables. */
export function PhonePreview({ template }: { readonly template: Omit<ChatTemplateRequest, "chat_account_id"> }) {
  const { header, body, footer, buttons = [], category } = template;
  const isCode = category === "AUTHENTICATION";
  return (
    <section className="card" aria-labelledby="phone-preview">
      <h2 id="phone-preview">On the telephone</h2>
      <div className="wa">
        <div className="wa-message" dir="auto">
          {header && <Header header={header} />}
          <p className="words">
            {body.text ? (
              <MarkedText text={filled(body.text, body.examples ?? [])} />
            ) : (
              <span className="t2">No text yet</span>
            )}
          </p>
          {(footer || isCode) && <p className="s t2">{isCode ? "This code expires in 10 minutes." : footer?.text}</p>}
          {(isCode ? [{ text: "Copy code" }] : buttons).map(({ text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a button has no identity but its position
            <p key={index} className="wa-button line-top">
              {text || `Button ${index + 1}`}
            </p>
          ))}
        </div>
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
  if (type !== "text") return <p className="wa-media">{type}</p>;
  return <p className="b">{filled(text, example ? [example] : [])}</p>;
}
