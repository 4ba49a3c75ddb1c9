/** A text with a capital at its beginning. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A size as a limit names it: "500 MB" or "20 GB", rounded down. */
export function sizeWords(bytes: number): string {
  const megabytes = Math.floor(bytes / 1024 ** 2);
  return megabytes < 1024 ? `${megabytes} MB` : `${Math.floor(megabytes / 1024)} GB`;
}
