/** The HTML file that answers a path: static pages for strangers, the program for everybody else. */
export function pageOf(path: string, hasSession: boolean): string {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
  if (["/terms", "/privacy", "/stopped"].includes(bare)) return `${bare.slice(1)}.html`;
  const open = /^\/(pricing|demo|invite\/[^/]+)$/.test(bare);
  return hasSession || open ? "index.html" : "landing.html";
}
