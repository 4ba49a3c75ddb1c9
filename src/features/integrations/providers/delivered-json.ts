import { isNestedDeeply } from "../../../server/http/nested-json";

/**
 * What a delivery's JSON says; undefined if it is none, or has more inside each other than could be written to the
 * database. That would fail each time, and the provider would deliver it again.
 */
export function deliveredJson(body: Buffer | string): unknown {
  const text = body.toString("utf8");
  if (isNestedDeeply(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
