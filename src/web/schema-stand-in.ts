/**
 * What the browser's build gets in place of zod (see vite.config.ts). The contracts are types here: the server checks
 * every call, so 40 KB of schemas that nothing runs would only make the first load slower.
 *
 * Building schemas works and yields nothing; checking with one throws, so that it cannot pass unnoticed.
 */
const checking = new Set(["parse", "safeParse", "parseAsync", "safeParseAsync"]);

// A function, so that the stand-in can be called like z.object() and read like z.object at the same time.
const anything: object = new Proxy(() => undefined, {
  get(_, name) {
    // No iterator and the like: using `.options` as a list fails at once instead of never ending.
    if (typeof name === "symbol") return undefined;
    if (checking.has(name))
      throw new Error(`The browser carries no schemas, so .${name} does not work here.`);
    return anything;
  },
  apply: () => anything,
});

export const z = anything;
