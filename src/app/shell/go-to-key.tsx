import { useLocation } from "wouter";
import { useShortcut } from "../../web/ui/shortcuts/shortcuts";
import type { Screen } from "../screens";

/** Registers `G` followed by a letter for one view. */
export function GoToKey({ screen }: { screen: Screen }) {
  const [, navigate] = useLocation();
  useShortcut({
    key: `g ${screen.key}`,
    label: screen.entry,
    group: "Go to",
    run: () => navigate(screen.paths[0]),
  });
  return null;
}
