/** The audio files we know by their first bytes. */
export const audioKinds = {
  wav: { type: "audio/wav" },
  mp3: { type: "audio/mpeg" },
  ogg: { type: "audio/ogg" },
  webm: { type: "audio/webm" },
  flac: { type: "audio/flac" },
  m4a: { type: "audio/mp4" },
  aac: { type: "audio/aac" },
} as const;
export type AudioKind = keyof typeof audioKinds;

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  bytes.length >= at + text.length && [...text].every((letter, i) => bytes[at + i] === letter.charCodeAt(0));

/** Detects the kind of an audio file from its content, whatever its name says; null if it's none we know. */
export function audioKindOf(head: Uint8Array): AudioKind | null {
  if (startsWith(head, "RIFF") && startsWith(head, "WAVE", 8)) return "wav";
  if (startsWith(head, "OggS")) return "ogg";
  if (startsWith(head, "fLaC")) return "flac";
  if (startsWith(head, "\x1a\x45\xdf\xa3")) return "webm";
  if (startsWith(head, "ftyp", 4)) return "m4a";
  if (startsWith(head, "ID3")) return "mp3";
  // FF FE begins text in UTF-16; as sound it would be Layer I, which nobody uses.
  if (head[0] === 0xff && head[1] !== 0xfe && head.length > 2) {
    const second = head[1]!;
    if ((second & 0xf6) === 0xf0) return "aac";
    if ((second & 0xe0) === 0xe0 && (second & 0x06) !== 0) return "mp3";
  }
  return null;
}
