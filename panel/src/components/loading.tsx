/** Says what is on its way. Appears after a moment only: what is quick needs no words. */
export const Loading = ({ what }: { readonly what: string }) => (
  <p className="loading" role="status">
    <span className="spinner" aria-hidden="true" />
    Loading {what}…
  </p>
);
