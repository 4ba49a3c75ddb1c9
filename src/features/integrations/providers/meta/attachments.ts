import type { Attachment } from "../../../inbox/contract";

/** Names and types of files that come without: by what Meta calls their kind. */
const kinds: Record<string, { name: string; type: string }> = {
  image: { name: "photo", type: "image/jpeg" },
  video: { name: "video", type: "video/mp4" },
  audio: { name: "audio", type: "audio/mp4" },
  file: { name: "file", type: "application/octet-stream" },
  document: { name: "file", type: "application/octet-stream" },
  sticker: { name: "sticker", type: "image/webp" },
};

/**
 * A file of a message as it is shown: by its own name, or by its kind.
 *
 * @returns undefined for kinds that are no files, such as links.
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
  /** Bytes, where Meta tells. */
  size?: number | undefined;
}): Attachment | undefined {
  const usual = kinds[kind];
  if (!usual) return undefined;
  // "audio/ogg; codecs=opus" says more than a type.
  const bare = type?.split(";", 1)[0]?.trim() || usual.type;
  return { name: name || usual.name, type: bare, size: size ?? 0 };
}
