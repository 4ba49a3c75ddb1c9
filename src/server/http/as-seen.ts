import { isDeepStrictEqual } from "node:util";

type Values<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };

/**
 * Whether nobody has changed what a person is about to change.
 *
 * @param now - the fields as they are.
 * @param seen - those that the person has seen; others don't count.
 * @param wanted - values that are as good, because the person sets them.
 */
export function isAsSeen<Fields extends object>(
  now: Fields,
  seen: Values<Fields>,
  wanted: Values<Fields> = {},
): boolean {
  const has = (name: keyof Fields, values: Values<Fields>) =>
    values[name] !== undefined && isDeepStrictEqual(now[name], values[name]);
  return (Object.keys(seen) as (keyof Fields)[]).every(
    (name) => seen[name] === undefined || has(name, seen) || has(name, wanted),
  );
}
