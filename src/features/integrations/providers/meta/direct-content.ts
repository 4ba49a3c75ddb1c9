import type { ProviderMessage } from "../provider";
import { unreadable } from "../unreadable";
import { fileOf } from "./attachments";
import type { Attached, DirectEvent } from "./direct-event";

type DirectText = DirectEvent["message"];

/**
 * The text of a message; empty only for files. A message with neither words nor files, such as a photo that can be
 * viewed once, can only be read in its channel.
 */
export function contentOf(channelName: string, message: DirectText): string {
  if (message?.is_unsupported) return unreadable(channelName);
  const lines = [message?.text, ...(message?.attachments ?? []).flatMap(linesOf)].filter(Boolean);
  if (lines.length === 0 && filesOf(message).length === 0) return unreadable(channelName);
  return lines.join("\n");
}

/** Text for parts of a message that are neither words nor files: locations, links, posts, stories and cards. */
function linesOf({ type, title, url, payload }: Attached): string[] {
  if (type === "location" && payload?.coordinates)
    return [`Location: ${payload.coordinates.lat}, ${payload.coordinates.long}`];
  if (type === "story_mention") return ["(You were mentioned in a story.)"];
  if (type === "like_heart") return ["❤️"];
  if (fileOf({ kind: type })) return [];
  const link = [payload?.title ?? title, payload?.url ?? url].filter(Boolean).join(": ");
  const cards = [payload?.elements, payload?.generic?.elements, payload?.product?.elements];
  const written = cards.flatMap((all) => all ?? []).map((card) => [card.title, card.subtitle]);
  return [link, payload?.text ?? "", ...written.map((card) => card.filter(Boolean).join(": "))].filter(
    Boolean,
  );
}

/** The attached files. */
export function filesOf(message: DirectText): ProviderMessage["attachments"] {
  return (message?.attachments ?? []).flatMap(({ type, payload }) => {
    const kind = type === "image" && payload?.sticker_id ? "sticker" : type;
    const file = fileOf({ kind, name: payload?.title });
    return file ? [file] : [];
  });
}
