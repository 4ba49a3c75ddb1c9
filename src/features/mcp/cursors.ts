import { z } from "zod";
import { type NextPage, RefusedCall } from "./api-client";

const kinds = ["tasks", "messages"] as const;
export type Kind = (typeof kinds)[number];

/** Where each list of a tool continues. A list without a position has ended. */
export type Positions = Partial<Record<Kind, NextPage | undefined>>;

const Cursor = z.partialRecord(z.enum(kinds), z.tuple([z.uuid(), z.string()]));

/** @returns undefined: nothing follows. */
export function cursorOf(positions: Positions): string | undefined {
  const open = kinds.flatMap((kind) => {
    const next = positions[kind];
    return next ? [[kind, [next.after, next.cursor]]] : [];
  });
  if (open.length === 0) return undefined;
  return Buffer.from(JSON.stringify(Object.fromEntries(open))).toString("base64url");
}

/**
 * The lists that a tool reads, each with the position where it continues.
 *
 * @param of - the tool's lists. Without a cursor, all are read from their start.
 * @throws RefusedCall if it isn't a cursor of this tool.
 */
export function positionsAt(cursor: string | undefined, of: Kind[]): Map<Kind, Partial<NextPage>> {
  if (cursor === undefined) return new Map(of.map((kind) => [kind, {}]));
  const found = Cursor.safeParse(parsed(cursor));
  const named = Object.entries(found.data ?? {}) as [Kind, [string, string]][];
  if (named.length === 0 || named.some(([kind]) => !of.includes(kind)))
    throw new RefusedCall("cursor: Take `nextCursor` as it is from this tool's answer before.");
  return new Map(named.map(([kind, [after, at]]) => [kind, { after, cursor: at }]));
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}
