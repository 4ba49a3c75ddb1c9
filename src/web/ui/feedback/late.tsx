import { type ReactNode, useEffect, useState } from "react";

/** Shows its children 150 ms after it is mounted. */
export function Late({ children }: { children: ReactNode }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return late ? (
    <div style={{ display: "contents" }} aria-busy="true">
      {children}
    </div>
  ) : null;
}
