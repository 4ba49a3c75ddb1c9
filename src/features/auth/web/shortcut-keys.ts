import type { ShortcutKeys } from "../../../shared/shortcut-keys";
import { call } from "../../../web/api";
import { useOptimisticChange } from "../../../web/optimistic/optimistic-change";
import { type User, updateUser } from "../contract";

/** Stores the person's own shortcut keys, on screen at once. */
export function useSetShortcutKeys() {
  return useOptimisticChange<User, ShortcutKeys>({
    queryKey: ["user"],
    send: (shortcutKeys) => call(updateUser, { body: { shortcutKeys } }),
    inOrder: true,
    change: (user, shortcutKeys) => ({ ...user, shortcutKeys }),
    failed: "Failed to change the key",
  });
}
