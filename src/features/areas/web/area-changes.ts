import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { urlOf } from "../../../web/api";
import { callOrKeep, draftId, isKept } from "../../../web/offline/change-queue";
import { showKept } from "../../../web/offline/show-kept";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import { useUndoAction } from "../../journal/web/undo";
import { byAreaName } from "../area-order";
import { type Area, type AreaForm, createArea, deleteArea, getArea, updateArea } from "../contract";
import { areaKeys, overviewLimits, useReload } from "./area-queries";
import { areaTexts } from "./texts";

/** Adds an area, or saves an existing one; the toast offers to undo it. Both wait for a connection. */
export function useSaveArea(teamId: string, area: Area | undefined) {
  const undo = useUndoAction(teamId);
  const queryClient = useQueryClient();
  const reload = useReload(teamId);
  return useMutation({
    mutationFn: (form: AreaForm) => (area ? change(area, form) : create(teamId, form)),
    onSuccess: (saved) => {
      if (isKept(saved)) {
        showArea(queryClient, saved);
        if (!area) showNothingInside(queryClient, saved);
        return showKept();
      }
      const action = undo(saved);
      if (action.length > 0)
        showToast({
          title: area ? areaTexts.saved : areaTexts.created,
          description: `“${saved.name}”`,
          tone: "success",
          action,
        });
    },
    onError: (error) => showFailure(areaTexts.failedToSave, error),
    onSettled: reload,
  });
}

function create(teamId: string, form: AreaForm) {
  const id = draftId();
  const counts = { messages: 0, tasks: 0, meetings: 0 };
  const answer = { id, teamId, ...form, counts, createdAt: new Date().toISOString() };
  const what = areaTexts.createdLater(form.name);
  return callOrKeep(createArea, { params: { teamId }, body: form }, { what, draftId: id, answer });
}

/** Sends only what differs, so that only that can meet a newer change. */
function change(area: Area, form: AreaForm) {
  const { teamId, id: areaId } = area;
  const fields = (["name", "color", "rules"] as const).filter(
    (field) => JSON.stringify(form[field]) !== JSON.stringify(area[field]),
  );
  const only = (values: AreaForm) => Object.fromEntries(fields.map((field) => [field, values[field]]));
  return callOrKeep(
    updateArea,
    { params: { teamId, areaId }, body: only(form) },
    {
      what: areaTexts.savedLater(area.name),
      subject: addressOf(area),
      expected: only(area),
      answer: { ...area, ...form },
    },
  );
}

const addressOf = ({ teamId, id }: Pick<Area, "teamId" | "id">) =>
  urlOf(getArea.path, { teamId, areaId: id });

/** Shows an area as it will be, while the change waits. */
function showArea(queryClient: QueryClient, area: Area): void {
  queryClient.setQueryData<Area>(areaKeys.one(area.teamId, area.id), area);
  queryClient.setQueryData<Area[]>(areaKeys.list(area.teamId), (areas) =>
    areas
      ?.filter(({ id }) => id !== area.id)
      .concat(area)
      .sort(byAreaName),
  );
}

/** The page of an area that the server doesn't have yet has nothing to load. */
function showNothingInside(queryClient: QueryClient, { teamId, id }: Area): void {
  queryClient.setQueryData(areaKeys.part(teamId, id, "facts"), []);
  for (const [type, limit] of Object.entries(overviewLimits))
    queryClient.setQueryData([...areaKeys.part(teamId, id, type), limit], {
      pages: [{ rows: [], full: false }],
      pageParams: [undefined],
    });
}

/** Deletes an area; the toast offers to undo it. It waits for a connection. */
export function useDeleteArea(teamId: string) {
  const undo = useUndoAction(teamId);
  const queryClient = useQueryClient();
  const reload = useReload(teamId);
  return useMutation({
    mutationFn: ({ id, name }: Pick<Area, "id" | "name">) =>
      callOrKeep(
        deleteArea,
        { params: { teamId, areaId: id }, body: {} },
        {
          what: areaTexts.deletedLater(name),
          subject: addressOf({ teamId, id }),
          expected: { name },
          answer: { id },
        },
      ),
    onMutate: ({ id }) =>
      queryClient.setQueryData<Area[]>(areaKeys.list(teamId), (areas) =>
        areas?.filter((area) => area.id !== id),
      ),
    onSuccess: (answer, { name }) => {
      if (isKept(answer)) return showKept();
      showToast({
        title: areaTexts.deleted,
        description: areaTexts.deletedDetail(name),
        action: undo(answer),
      });
    },
    onError: (error) => showFailure(areaTexts.failedToDelete, error),
    onSettled: reload,
  });
}
