/**
 * Applies the style sheets that the build only announces in the page (see `splashFirst` in vite.config.ts),
 * at their position, so that styles of views loaded later come after them. Resolves once they apply; at once
 * in development, which has none.
 */
export async function applyFirstStyles(): Promise<void> {
  const announced = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]');
  await Promise.all([...announced].map(applied));
}

function applied(announcement: HTMLLinkElement): Promise<void> {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.crossOrigin = announcement.crossOrigin;
  sheet.href = announcement.href;
  return new Promise((resolve) => {
    // A page without its styles is better than none.
    sheet.onload = sheet.onerror = () => resolve();
    announcement.after(sheet);
  });
}
