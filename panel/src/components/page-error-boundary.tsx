import { Component, type ReactNode } from "react";
import { Problem } from "./problem.tsx";

interface State {
  readonly error?: unknown;
}

/** A page that breaks leaves the navigation standing. */
export class PageErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return <Problem title="This page broke" error={this.state.error} onRetry={() => location.reload()} />;
  }
}
