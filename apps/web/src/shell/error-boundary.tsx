import { Component, type ReactNode } from 'react';
import { ErrorBox } from '../ui/feedback/error-box.tsx';

interface ErrorBoundaryProps {
  /** A new value resets the error. */
  readonly page: string;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly hasFailed: boolean;
}

/** Keeps the frame of the site when a page throws or its chunk cannot be loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (before.page !== this.props.page && this.state.hasFailed) this.setState({ hasFailed: false });
  }

  /** Offline, a reload would leave an empty page. */
  readonly #tryAgain = () => (navigator.onLine ? location.reload() : this.setState({ hasFailed: false }));

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <ErrorBox message="This page could not be shown" onRetry={this.#tryAgain}>
        The connection was interrupted while the page was loading, or there is an error in Sonde.
      </ErrorBox>
    );
  }
}
