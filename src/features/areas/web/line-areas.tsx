import { useEffect } from "react";
import type { AreaChip } from "../contract";
import { useAreas } from "./area-queries";

interface LineAreasProps {
  teamId: string;
  onAreas: (areas: AreaChip[] | null | undefined) => void;
}

/** Tells the line of a new task which areas the team has; null if they can't be loaded, undefined while they load. */
export function LineAreas({ teamId, onAreas }: LineAreasProps) {
  const { data, isError } = useAreas(teamId);
  useEffect(() => {
    if (data) onAreas(data);
    else onAreas(isError ? null : undefined);
  }, [data, isError, onAreas]);
  return null;
}
