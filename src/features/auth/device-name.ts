import Bowser from "bowser";

/** A browser's recognizable name, such as "Firefox on Linux", from its User-Agent header. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return "Unknown device";
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name || "Unknown browser";
  return os.name ? `${name} on ${os.name}` : name;
}
