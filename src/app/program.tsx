import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { applyFirstStyles } from "../web/first-styles";
import { ErrorBoundary } from "../web/ui/feedback/error-boundary";
import { ErrorScreen } from "./notice-screens";
import { loadApp, Root } from "./root";
import { screenAt } from "./screens";

/** Preloads the workspace's code, up to the first view. Resolves once it has loaded, or can't. */
export async function prepareWorkspace(path: string): Promise<void> {
  const app = loadApp().catch((error: unknown) => console.warn("Could not load ahead of time", error));
  await Promise.all([app, screenAt(path)?.View.preload()]);
}

/** Starts the program, which replaces the page's content. */
export async function openProgram(root: HTMLElement): Promise<void> {
  await applyFirstStyles();
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary fallback={<ErrorScreen />}>
        <Root />
      </ErrorBoundary>
    </StrictMode>,
  );
}
