/** How the user and password in an address are shown. */
const hidden = "***";

/** An address as it is shown and recorded: without the user and password that it may carry, even if it was cut. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return hidden;
  const url = new URL(address);
  if (!url.username && !url.password) return address;
  url.username = hidden;
  url.password = "";
  return url.href;
}
