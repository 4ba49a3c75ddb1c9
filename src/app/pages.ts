/**
 * Picks the HTML file for a path: static pages without a session, the program with one. The service worker keeps
 * /workspace, which is the program for anybody.
 */
export function pageOf(path: string, hasSession: boolean): string {
  // A pattern for the slashes at the end would search from each slash, over a second in a path full of them.
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end--;
  const bare = path.slice(0, end);
  if (["/terms", "/privacy", "/stopped"].includes(bare)) return `${bare.slice(1)}.html`;
  const open = /^\/(pricing|demo|workspace|invite\/[^/]+)$/.test(bare);
  return hasSession || open ? "index.html" : "landing.html";
}
