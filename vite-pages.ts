import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type Plugin, type Rolldown } from "vite";

/**
 * A style sheet in the head of index.html would delay the splash. So the page only announces it, and the
 * program applies it before it shows anything (src/web/first-styles.ts). The page also gets the names of the
 * workspace's files, so that they load in parallel with the program.
 */
export const workspaceFirst: Plugin = {
  name: "workspace-first",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle, path }) {
      if (!path.endsWith("/index.html")) return html;
      const chunks = Object.values(bundle ?? {}).filter((file) => file.type === "chunk");
      const fileOf = (source: string): Rolldown.OutputChunk => {
        const chunk = chunks.find((one) => one.moduleIds.some((id) => id.endsWith(source)));
        if (!chunk) throw new Error(`the build has no chunk for ${source}`);
        return chunk;
      };
      const inPage = new Set(filesOf(fileOf("src/app/web.tsx"), chunks));
      const app = filesOf(fileOf("src/app/app.tsx"), chunks).filter((file) => !inPage.has(file));
      const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal.*woff2$/.test(file));
      if (!font) throw new Error("the build has no file for the font");
      return html
        .replaceAll('<link rel="stylesheet"', '<link rel="preload" as="style"')
        .replace("__FONT__", `/${font}`)
        .replace("__APP_FILES__", JSON.stringify(app).replaceAll('"', '\\"'));
    },
  },
};

/** Adds the shared head (src/app/page-head.html) to each page. */
export function sharedHead(root: string): Plugin {
  return {
    name: "shared-head",
    transformIndexHtml: {
      order: "pre",
      handler: (html) =>
        html.replace("<!-- __HEAD__ -->", () =>
          readFileSync(join(root, "src/app/page-head.html"), "utf8").trim(),
        ),
    },
  };
}

/** The addresses of a chunk, of what it imports, and of their styles. */
function filesOf(
  chunk: Rolldown.OutputChunk,
  chunks: Rolldown.OutputChunk[],
  seen = new Set<string>(),
): string[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  const imported = chunks.filter(({ fileName }) => chunk.imports.includes(fileName));
  return [
    ...imported.flatMap((one) => filesOf(one, chunks, seen)),
    ...[...(chunk.viteMetadata?.importedCss ?? [])].map((file) => `/${file}`),
    `/${chunk.fileName}`,
  ];
}

/**
 * Renders the static pages (src/app/static-pages.tsx) into their HTML files, including styles, so that a
 * visitor's first page needs one request.
 */
export function staticPages(root: string, alias: Record<string, string>): Plugin {
  let rendered: Promise<{ styles: string; renderPage: (name: string) => string }> | undefined;
  return {
    name: "static-pages",
    apply: "build",
    // Once per build: in watch mode, a later build renders again.
    buildStart() {
      rendered = undefined;
    },
    transformIndexHtml: {
      order: "post",
      async handler(html, { path }) {
        if (!html.includes("__PAGE__")) return html;
        rendered ??= renderStaticPages(root, alias);
        const { styles, renderPage } = await rendered;
        return html
          .replace("<!-- __PAGE_STYLES__ -->", () => `<style nonce="__CSP_NONCE__">${styles}</style>`)
          .replace("<!-- __PAGE__ -->", () => renderPage(path.slice(path.lastIndexOf("/") + 1)));
      },
    },
  };
}

async function renderStaticPages(root: string, alias: Record<string, string>) {
  const result = (await build({
    root,
    configFile: false,
    logLevel: "warn",
    plugins: [react()],
    resolve: { alias },
    build: {
      ssr: "src/app/static-pages.tsx",
      write: false,
      cssMinify: true,
      ssrEmitAssets: true,
      assetsInlineLimit: 0,
      target: "es2022",
      cssTarget: "es2022",
    },
  })) as Rolldown.RolldownOutput;
  const code = result.output.find((file) => file.type === "chunk" && file.isEntry) as Rolldown.OutputChunk;
  const styles = result.output
    .filter((file) => file.type === "asset" && file.fileName.endsWith(".css"))
    .map((file) => String((file as Rolldown.OutputAsset).source))
    .join("\n");
  // Inside the project, so that its packages are found.
  const folder = join(root, ".cache", `pages-${process.pid}-${Date.now()}`);
  mkdirSync(folder, { recursive: true });
  try {
    const file = join(folder, "static-pages.mjs");
    writeFileSync(file, code.code);
    const { renderPage } = (await import(pathToFileURL(file).href)) as {
      renderPage: (name: string) => string;
    };
    return { styles, renderPage };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
