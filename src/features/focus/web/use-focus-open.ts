import { useCallback, useState } from "react";

const key = "zippy-focus-open";

/** Whether focus mode covers the app; a reload keeps it. */
export function useFocusOpen(): [boolean, (opened: boolean) => void] {
  const [opened, setOpened] = useState(() => sessionStorage.getItem(key) === "yes");
  const open = useCallback((next: boolean) => {
    if (next) sessionStorage.setItem(key, "yes");
    else sessionStorage.removeItem(key);
    setOpened(next);
  }, []);
  return [opened, open];
}
