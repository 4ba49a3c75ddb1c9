import "../web/ui/styles";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { applyFirstStyles } from "../web/first-styles";
import { styleNonce } from "../web/nonce";
import { createQueryClient } from "../web/query-client";
import { ErrorBoundary } from "../web/ui/error-boundary";
import { listenToKeys } from "../web/ui/shortcuts";
import { cssVariablesResolver, theme } from "../web/ui/theme";
import { App } from "./app";
import { ErrorScreen } from "./notice-screens";
import { screenAt } from "./screens";

const nonce = styleNonce();
// The inline script of index.html reads the same key before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: "zippy-color-scheme" });
const queryClient = createQueryClient();
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

listenToKeys();
// Beside the first calls instead of after them; where nobody is signed in it was for nothing.
void screenAt(window.location.pathname)
  ?.load()
  .catch(() => undefined);
void applyFirstStyles().then(() =>
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary fallback={<ErrorScreen />}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={colorSchemeManager}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <QueryClientProvider client={queryClient}>
            <Notifications limit={1} transitionDuration={0} position="bottom-right" />
            <App />
          </QueryClientProvider>
        </MantineProvider>
      </ErrorBoundary>
    </StrictMode>,
  ),
);
