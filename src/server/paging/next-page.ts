import type { FastifyReply, FastifyRequest } from "fastify";
import type { NextPage } from "./list-cursor";

/**
 * Names the address of a list's next page in the header `link` (RFC 8288).
 *
 * @param key - how the list names the row that its next page begins after.
 */
export const nameNextPage =
  (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    key: "after" | "before" = "after",
  ): NextPage =>
  ({ id, cursor }) => {
    const { pathname, searchParams } = new URL(request.url, "http://zippy");
    searchParams.delete("offset");
    searchParams.set(key, id);
    searchParams.set("cursor", Buffer.from(cursor).toString("base64url"));
    void reply.header("link", `<${pathname}?${searchParams}>; rel="next"`);
  };
