import type { FastifyInstance } from "fastify";

/** Serves the OpenAPI document at /api/docs/json and as a plain page at /api/docs. */
export function registerApiDocs(app: FastifyInstance): void {
  let written: string | undefined;
  // Written once: anybody may ask for it, and writing it takes longer than most calls.
  app.get("/api/docs/json", { schema: { hide: true } }, (_request, reply) => {
    written ??= JSON.stringify(app.swagger());
    return reply.type("application/json; charset=utf-8").send(written);
  });
  app.get("/api/docs", { schema: { hide: true } }, ({ protocol, host }, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .send(page(app.swagger() as OpenApi, `${protocol}://${host}`, reply.cspNonce.style)),
  );
}

interface OpenApi {
  info: { title: string; version: string; description?: string };
  paths?: Record<string, Record<string, DescribedCall>>;
}

interface DescribedCall {
  summary?: string;
  "x-areas"?: string[];
  "x-reads"?: boolean;
}

/** Its paragraphs, each with \`code\` as code. */
function inHtml(description: string): string {
  const paragraphs = escapeHtml(description).split("\n\n");
  return paragraphs.map((text) => `<p>${text.replace(/`([^`]+)`/g, "<code>$1</code>")}</p>`).join("\n");
}

/** Which token may make a call. */
function needs({ "x-areas": areas, "x-reads": reads }: DescribedCall): string {
  if (!areas) return "–";
  return escapeHtml([...areas, reads ? "reading" : "changing"].join(", "));
}

function page({ info, paths = {} }: OpenApi, origin: string, styleNonce: string): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, call]) =>
        `<tr><td><code>${method.toUpperCase()}</code></td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(call.summary ?? "")}</td><td>${needs(call)}</td></tr>`,
    ),
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title>
<style nonce="${styleNonce}">
:root { color-scheme: light dark; }
body { max-width: 960px; margin: 40px auto; padding: 0 16px; font: 14px/20px system-ui, sans-serif; }
table { width: 100%; border-collapse: collapse; }
td, th { padding: 8px 12px 8px 0; text-align: left; vertical-align: top; border-bottom: 1px solid #8a898355; overflow-wrap: anywhere; }
</style>
<h1>${escapeHtml(info.title)} API ${escapeHtml(info.version)}</h1>
<p>As an OpenAPI document, with every schema, error and example: <a href="/api/docs/json">/api/docs/json</a></p>
${inHtml(info.description ?? "")}
<pre>curl -H "Authorization: Bearer zippy_…" ${escapeHtml(origin)}/api/teams</pre>
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>A token needs</th></tr></thead><tbody>${rows.join("")}</tbody></table>
</html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
