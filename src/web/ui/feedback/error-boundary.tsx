import { Component, type ErrorInfo, type ReactNode } from "react";

interface ErrorBoundaryProps {
  /** Replaces the children after one of them crashed. */
  fallback: ReactNode;
  /** A change of it clears the error, so that another view is rendered. */
  resetKey?: string;
  children: ReactNode;
}

/** Catches the crash of a screen below it. */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { failed: boolean; resetKey?: string | undefined }
> {
  override state = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: { resetKey?: string | undefined }) {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error("A screen crashed", error, info.componentStack);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
