import {
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "../../../web/api";
import { callOrKeep, isKept } from "../../../web/offline/change-queue";
import { kept } from "../../../web/offline/kept-reads";
import { showKept } from "../../../web/offline/show-kept";
import { type Page, pageOf } from "../../../web/paged-list";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import { useUndoAction } from "../../journal/web/undo";
import {
  type Area,
  type AreaItem,
  type AreaRules,
  type AreaSourceType,
  addAreaItem,
  areaChoices,
  areaPage,
  getArea,
  getAreaDigest,
  listAreaDeals,
  listAreaFacts,
  listAreaItems,
  listAreas,
  previewArea,
  removeAreaItem,
  type SourceRef,
} from "../contract";
import { areaTexts } from "./texts";

/** Cache keys. Live events invalidate everything under `team`. */
export const areaKeys = {
  team: (teamId: string) => ["team", teamId, "areas"],
  list: (teamId: string) => ["team", teamId, "areas", "list"],
  of: (teamId: string, sourceId: string) => ["team", teamId, "areas", "of", sourceId],
  one: (teamId: string, areaId: string) => ["team", teamId, "areas", areaId],
  part: (teamId: string, areaId: string, part: string) => ["team", teamId, "areas", areaId, part],
};

/** The team's areas by name. */
export function useAreas(teamId: string) {
  return useQuery({
    queryKey: areaKeys.list(teamId),
    queryFn: kept(({ signal }) => call(listAreas, { params: { teamId }, signal })),
  });
}

/** The areas that a message, task, meeting or fact belongs to. */
export const areasOf = (teamId: string, sourceId: string) =>
  queryOptions({
    queryKey: areaKeys.of(teamId, sourceId),
    queryFn: kept(({ signal }) => call(listAreas, { params: { teamId }, query: { sourceId }, signal })),
  });

export function useArea(teamId: string, areaId: string) {
  return useQuery({
    queryKey: areaKeys.one(teamId, areaId),
    queryFn: kept(({ signal }) => call(getArea, { params: { teamId, areaId }, signal })),
  });
}

type ItemsContext = QueryFunctionContext<QueryKey, string | undefined>;

/** How many items of each type the overview of an area shows. */
export const overviewLimits = { task: 20, message: 8, meeting: 10 } as const;

/** What belongs to an area page by page; a page continues after the last item of the one before. */
export function useAreaItems(teamId: string, areaId: string, type: AreaSourceType, limit = areaPage) {
  return useInfiniteQuery({
    queryKey: [...areaKeys.part(teamId, areaId, type), limit],
    queryFn: kept(async ({ pageParam, signal }: ItemsContext): Promise<Page<AreaItem>> => {
      const query = { type, limit, ...(pageParam && { after: pageParam }) };
      return pageOf(await call(listAreaItems, { params: { teamId, areaId }, query, signal }), limit);
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page<AreaItem>) => (last.full ? last.rows.at(-1)?.id : undefined),
  });
}

export function useAreaFacts(teamId: string, areaId: string) {
  return useQuery({
    queryKey: areaKeys.part(teamId, areaId, "facts"),
    queryFn: kept(({ signal }) => call(listAreaFacts, { params: { teamId, areaId }, signal })),
  });
}

export function useAreaDigest(teamId: string, areaId: string) {
  return useQuery({
    queryKey: areaKeys.part(teamId, areaId, "digest"),
    queryFn: kept(({ signal }) => call(getAreaDigest, { params: { teamId, areaId }, signal })),
  });
}

export function useAreaDeals(teamId: string, areaId: string) {
  return useQuery({
    queryKey: areaKeys.part(teamId, areaId, "deals"),
    queryFn: kept(({ signal }) => call(listAreaDeals, { params: { teamId, areaId }, signal })),
  });
}

/** People and companies whose names contain some words. */
export function useAreaChoices(teamId: string, q: string) {
  return useQuery({
    queryKey: ["team", teamId, "area choices", q],
    queryFn: ({ signal }) => call(areaChoices, { params: { teamId }, query: { q }, signal }),
    placeholderData: (before) => before,
  });
}

/** What rules would join; asks nothing as long as there are none. */
export function usePreview(teamId: string, rules: AreaRules, areaId: string | undefined) {
  return useQuery({
    queryKey: ["team", teamId, "areas", "preview", rules, areaId],
    enabled: hasRules(rules),
    queryFn: ({ signal }) =>
      call(previewArea, { params: { teamId }, body: { rules, ...(areaId && { areaId }) }, signal }),
    placeholderData: (before) => before,
    gcTime: 10_000,
  });
}

export const hasRules = (rules: AreaRules): boolean => Object.values(rules).some((kind) => kind.length > 0);

/** Loads again what belongs to areas. */
export function useReload(teamId: string): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: areaKeys.team(teamId) });
}

/** Adds something to an area by hand; the toast offers to undo it. */
export function useAddToArea(teamId: string) {
  const undo = useUndoAction(teamId);
  const reload = useReload(teamId);
  return useMutation({
    mutationFn: ({ area, source }: { area: Pick<Area, "id" | "name">; source: SourceRef }) =>
      callOrKeep(
        addAreaItem,
        { params: { teamId, areaId: area.id }, body: source },
        // What waits may create it first.
        { what: areaTexts.addLater(area.name), subject: [source.id], answer: { id: source.id } },
      ),
    onSuccess: (answer, { area }) => {
      if (isKept(answer)) showKept();
      else showToast({ title: areaTexts.added(area.name), tone: "success", action: undo(answer) });
    },
    onError: (error) => showFailure(areaTexts.failedToAdd, error),
    onSettled: reload,
  });
}

/** Takes something out of an area; the toast offers to undo it. */
export function useRemoveFromArea(teamId: string) {
  const undo = useUndoAction(teamId);
  const reload = useReload(teamId);
  return useMutation({
    mutationFn: ({ area, sourceId }: { area: Pick<Area, "id" | "name">; sourceId: string }) =>
      callOrKeep(
        removeAreaItem,
        { params: { teamId, areaId: area.id, sourceId } },
        { what: areaTexts.removeLater(area.name), subject: [sourceId], answer: { id: sourceId } },
      ),
    onSuccess: (answer, { area }) => {
      if (isKept(answer)) return showKept();
      showToast({
        title: areaTexts.removed(area.name),
        description: areaTexts.removedDetail,
        action: undo(answer),
      });
    },
    onError: (error) => showFailure(areaTexts.failedToRemove, error),
    onSettled: reload,
  });
}
