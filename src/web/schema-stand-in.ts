/**
 * Replaces zod in the browser's build (see vite.config.ts). The browser only needs the contracts' types,
 * because the server checks every call; 40 KB of unused schemas would slow down the first load.
 *
 * Building schemas works and yields nothing; checking with one throws, so that it can't pass unnoticed.
 */
const checking = new Set(["parse", "safeParse", "parseAsync", "safeParseAsync"]);

// A function, so that it can be called like z.object() and have properties like z.object.
const anything: object = new Proxy(() => undefined, {
  get(_, name) {
    // No iterator: using `.options` as a list fails at once instead of never ending.
    if (typeof name === "symbol") return undefined;
    if (checking.has(name)) throw new Error(`The browser has no schemas, so .${name} doesn't work here.`);
    return anything;
  },
  apply: () => anything,
});

export const z = anything;
