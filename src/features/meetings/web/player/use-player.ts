import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { call } from "../../../../web/api";
import { listParts, type Meeting, type MeetingPart } from "../../contract";
import { createPlayer, type Player } from "./player";

/** A meeting's sound with its player; undefined while it loads or if there is none. */
export function usePlayer(
  meeting: Meeting | undefined,
): { player: Player; parts: MeetingPart[] } | undefined {
  const id = meeting?.id;
  const playable = meeting?.hasAudio === true && meeting.status !== "recording";
  const { data: parts } = useQuery({
    queryKey: ["meeting", id, "parts"],
    queryFn: ({ signal }) => call(listParts, { params: { id: id as string }, signal }),
    enabled: playable,
  });
  const seconds = meeting?.seconds ?? 0;
  // Levels and lengths don't change any more, so neither does the player while its meeting reloads.
  const names = parts?.map((part) => `${part.id} ${part.seconds}`).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for the parts
  const player = useMemo(
    () => (playable && id && parts && parts.length > 0 ? createPlayer(id, parts, seconds) : undefined),
    [playable, id, names, seconds],
  );
  useEffect(() => () => player?.close(), [player]);
  return player && parts ? { player, parts } : undefined;
}
