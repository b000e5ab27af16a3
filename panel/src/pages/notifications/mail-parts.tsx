/** Shows one header or fact of a mail; an empty one is left out. */
export const MailLine = ({ name, text }: { readonly name: string; readonly text: string | undefined }) =>
  text ? (
    <>
      <dt>{name}</dt>
      <dd className="any-break">
        <bdi>{text}</bdi>
      </dd>
    </>
  ) : null;

/** Shows a text of a mail with its line breaks. */
export const MailText = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
  <pre className="code wrap" tabIndex={0}>
    {text}
  </pre>
);
