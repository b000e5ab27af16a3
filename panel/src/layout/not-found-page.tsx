import { ButtonLink } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Page } from "../components/page.tsx";

export const NotFoundPage = () => (
  <Page title="Nothing here">
    <EmptyState
      icon="warning"
      title="This address leads nowhere"
      action={
        <ButtonLink to="/" look="primary">
          Go to Home
        </ButtonLink>
      }
    >
      The page may have been deleted, or the address is misspelt.
    </EmptyState>
  </Page>
);
