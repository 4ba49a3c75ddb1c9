import { useState } from "react";
import { useUser } from "../../../auth/web/auth-queries";

export const densities = ["compact", "comfortable"] as const;

/** How much of each message the list shows: one small row, or the whole card. */
export type Density = (typeof densities)[number];

const keyOf = (userId: string) => `zippy.density.${userId}`;

/** The person's density, stored in this browser; compact until they choose. */
export function useDensity(): [Density, (density: Density) => void] {
  const { data: user } = useUser();
  const key = user && keyOf(user.id);
  const [chosen, setChosen] = useState<Density>();
  const stored = key && localStorage.getItem(key) === "comfortable" ? "comfortable" : "compact";
  return [
    chosen ?? stored,
    (density) => {
      setChosen(density);
      if (key) localStorage.setItem(key, density);
    },
  ];
}
