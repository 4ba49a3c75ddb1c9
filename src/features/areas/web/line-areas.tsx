import { useEffect } from "react";
import type { AreaChip } from "../contract";
import { useAreas } from "./area-queries";

interface LineAreasProps {
  teamId: string;
  onAreas: (areas: AreaChip[]) => void;
}

/** Tells the line of a new task which areas the team has. */
export function LineAreas({ teamId, onAreas }: LineAreasProps) {
  const { data } = useAreas(teamId);
  useEffect(() => {
    if (data) onAreas(data);
  }, [data, onAreas]);
  return null;
}
