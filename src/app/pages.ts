/**
 * Picks the HTML file for a path: static pages without a session, the program with one. The service worker keeps
 * /workspace, which is the program for anybody.
 */
export function pageOf(path: string, hasSession: boolean): string {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
  if (["/terms", "/privacy", "/stopped"].includes(bare)) return `${bare.slice(1)}.html`;
  const open = /^\/(pricing|demo|workspace|invite\/[^/]+)$/.test(bare);
  return hasSession || open ? "index.html" : "landing.html";
}
