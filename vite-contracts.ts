import { type Plugin, parseAst, Visitor } from "vite";

/**
 * Leaves the sentences for the OpenAPI document out of the browser's build: no screen shows them, and the first load
 * would carry those of every call.
 */
export const withoutSummaries: Plugin = {
  name: "without-summaries",
  apply: "build",
  // After TypeScript's types are gone.
  enforce: "post",
  transform(code, id) {
    if (!id.endsWith("/contract.ts")) return null;
    let short = code;
    for (const { start, end } of summariesIn(code).reverse())
      short = `${short.slice(0, start)}""${short.slice(end)}`;
    return { code: short, map: null };
  },
};

/** Where the values of `summary` are in the calls that a contract describes, in order. */
function summariesIn(code: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [described] }) {
      if (callee.type !== "Identifier" || callee.name !== "endpoint") return;
      if (described?.type !== "ObjectExpression") return;
      for (const one of described.properties)
        if (one.type === "Property" && one.key.type === "Identifier" && one.key.name === "summary")
          found.push({ start: one.value.start, end: one.value.end });
    },
  });
  visitor.visit(parseAst(code));
  return found;
}
