import type { Attachment } from "../../../inbox/contract";

/** Fallback names and types, by Meta's attachment kind. */
const kinds: Record<string, { name: string; type: string }> = {
  image: { name: "photo", type: "image/jpeg" },
  video: { name: "video", type: "video/mp4" },
  audio: { name: "audio", type: "audio/mp4" },
  file: { name: "file", type: "application/octet-stream" },
  document: { name: "file", type: "application/octet-stream" },
  sticker: { name: "sticker", type: "image/webp" },
};

/**
 * Describes a message's attachment by its file name, or by its kind if it has none.
 *
 * @returns undefined for kinds that are not files, such as links.
 */
export function fileOf({
  kind,
  name,
  type,
  size,
}: {
  kind: string;
  name?: string | undefined;
  type?: string | undefined;
  /** Bytes, if Meta reports them. */
  size?: number | undefined;
}): Attachment | undefined {
  const usual = kinds[kind];
  if (!usual) return undefined;
  // Drops parameters, as in "audio/ogg; codecs=opus".
  const bare = type?.split(";", 1)[0]?.trim() || usual.type;
  return { name: name || usual.name, type: bare, size: size ?? 0 };
}
