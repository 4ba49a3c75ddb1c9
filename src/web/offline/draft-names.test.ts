import { afterEach, expect, test, vi } from "vitest";
import type { Endpoint } from "../../shared/endpoint";
import { call } from "../api";
import { callOrKeep } from "./change-queue";
import { announceName } from "./waiting-changes";

afterEach(() => void vi.unstubAllGlobals());

test("BEY-18 what was created without a connection is read and changed under the server's id, once it has one", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    sent.push([method, url, body]);
    return Response.json({});
  });
  const edit = { method: "PATCH", path: "/api/tasks/:id" } as unknown as Endpoint;
  const ofDraft = { params: { id: "draft-1" }, body: { parentId: "draft-1", title: "Call Jo" } };
  const change = () =>
    callOrKeep(edit, ofDraft as never, { what: "Edit", subject: "/api/tasks/draft-1", answer: {} as never });
  await change();
  announceName({ draftId: "draft-1", id: "task-1" });
  await change();
  await call({ ...edit, method: "GET" }, { params: { id: "draft-1" } } as never);
  expect(sent).toEqual([
    ["PATCH", "/api/tasks/draft-1", '{"parentId":"draft-1","title":"Call Jo"}'],
    ["PATCH", "/api/tasks/task-1", '{"parentId":"task-1","title":"Call Jo"}'],
    ["GET", "/api/tasks/task-1", undefined],
  ]);
});
