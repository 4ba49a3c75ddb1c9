import { expect, test } from "vitest";
import type { Role } from "../contract";
import { mayRemove } from "./member-roles";

const roles: Role[] = ["owner", "admin", "member"];

test("owners can remove everybody except the owner, admins only members, members nobody", () => {
  const removable = (viewer: Role) => roles.filter((role) => mayRemove(viewer, role));
  expect(removable("owner")).toEqual(["admin", "member"]);
  expect(removable("admin")).toEqual(["member"]);
  expect(removable("member")).toEqual([]);
});
