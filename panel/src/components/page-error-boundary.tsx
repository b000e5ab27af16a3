import { Component, type ReactNode } from "react";
import { useLocation, useSearch } from "wouter";
import { Problem } from "./problem.tsx";

interface Props {
  /** The current address; a new address clears the error, because another page may work. */
  readonly place: string;
  readonly children: ReactNode;
}

interface State {
  readonly place: string;
  readonly broken?: { readonly error: unknown } | undefined;
}

class Boundary extends Component<Props, State> {
  override state: State = { place: this.props.place };

  static getDerivedStateFromError(error: unknown): Pick<State, "broken"> {
    return { broken: { error } };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { place, broken: undefined };
  }

  override render(): ReactNode {
    if (this.state.broken === undefined) return this.props.children;
    return <Problem title="This page broke" error={this.state.broken.error} onRetry={() => location.reload()} />;
  }
}

/** Keeps the navigation and all other pages usable when one page throws. */
export function PageErrorBoundary({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
  const search = useSearch();
  return <Boundary place={`${path}?${search}`}>{children}</Boundary>;
}
