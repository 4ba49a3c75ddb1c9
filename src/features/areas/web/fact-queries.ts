import { useMutation, useQueryClient } from "@tanstack/react-query";
import { cutText } from "../../../shared/cut-text";
import { urlOf } from "../../../web/api";
import { callOrKeep, draftId, isKept } from "../../../web/offline/change-queue";
import { showKept } from "../../../web/offline/show-kept";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import { useUndoAction } from "../../journal/web/undo";
import { type AreaFact, addAreaFact, deleteAreaFact, getAreaFact, updateAreaFact } from "../contract";
import { areaKeys, useReload } from "./area-queries";
import { areaTexts } from "./texts";

/** Longest part of a fact that names it among the changes that wait (characters). */
const nameLength = 60;

interface SavedFact {
  /** What is reworded; undefined: a new fact. */
  fact?: Pick<AreaFact, "id" | "areaId" | "text">;
  text: string;
}

/** Pins a fact, or rewords an existing one. Both wait for a connection. */
export function useSaveFact(teamId: string, areaId: string) {
  const undo = useUndoAction(teamId);
  const reload = useReload(teamId);
  const change = useShownFacts(teamId, areaId);
  return useMutation({
    mutationFn: ({ fact, text }: SavedFact) =>
      fact ? reword(teamId, fact, text) : pin(teamId, areaId, text),
    onSuccess: (saved, { fact }) => {
      if (isKept(saved)) {
        change((facts) =>
          fact
            ? facts.map((one) => (one.id === saved.id ? { ...one, text: saved.text } : one))
            : [saved, ...facts],
        );
        return showKept();
      }
      const action = undo(saved);
      const title = fact ? areaTexts.factSaved : areaTexts.factPinned;
      if (action.length > 0) showToast({ title, tone: "success", action });
    },
    onError: (error) => showFailure(areaTexts.failedToSaveFact, error),
    onSettled: reload,
  });
}

function pin(teamId: string, areaId: string, text: string) {
  const id = draftId();
  const answer = { id, areaId, text, source: null, createdAt: new Date().toISOString() };
  const what = areaTexts.factPinnedLater(cutText(text, nameLength));
  const input = { params: { teamId, areaId }, body: { text } };
  return callOrKeep(addAreaFact, input, { what, draftId: id, answer });
}

function reword(teamId: string, fact: NonNullable<SavedFact["fact"]>, text: string) {
  const params = { teamId, areaId: fact.areaId, factId: fact.id };
  return callOrKeep(
    updateAreaFact,
    { params, body: { text } },
    {
      what: areaTexts.factSavedLater(cutText(fact.text, nameLength)),
      subject: urlOf(getAreaFact.path, params),
      expected: { text: fact.text },
      answer: { ...fact, text, source: null, createdAt: "" },
    },
  );
}

/** Deletes a fact; the toast offers to undo it. It waits for a connection. */
export function useDeleteFact(teamId: string, areaId: string) {
  const undo = useUndoAction(teamId);
  const reload = useReload(teamId);
  const change = useShownFacts(teamId, areaId);
  return useMutation({
    mutationFn: ({ id, text }: AreaFact) => {
      const params = { teamId, areaId, factId: id };
      return callOrKeep(
        deleteAreaFact,
        { params },
        {
          what: areaTexts.factDeletedLater(cutText(text, nameLength)),
          subject: urlOf(getAreaFact.path, params),
          expected: { text },
          answer: { id },
        },
      );
    },
    onSuccess: (answer) => {
      if (!isKept(answer)) return showToast({ title: areaTexts.factDeleted, action: undo(answer) });
      change((facts) => facts.filter(({ id }) => id !== answer.id));
      showKept();
    },
    onError: (error) => showFailure(areaTexts.failedToDeleteFact, error),
    onSettled: reload,
  });
}

/** Changes the facts on screen, while a change waits. */
function useShownFacts(teamId: string, areaId: string) {
  const queryClient = useQueryClient();
  return (change: (facts: AreaFact[]) => AreaFact[]) =>
    queryClient.setQueryData<AreaFact[]>(
      areaKeys.part(teamId, areaId, "facts"),
      (facts) => facts && change(facts),
    );
}
