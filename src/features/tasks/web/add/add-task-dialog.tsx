import { Button } from "@mantine/core";
import { IconLayoutGrid } from "@tabler/icons-react";
import {
  type ClipboardEvent,
  type FormEvent,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { trimmed } from "../../../../shared/typed-values";
import { Dialog } from "../../../../web/ui/dialog";
import { useKeyNames, withKeys } from "../../../../web/ui/shortcuts/key-hint";
import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import { useStableActions } from "../../../../web/ui/stable-actions";
import lineInput from "../../../../web/ui/styles/line-input.module.css";
import { useMembers } from "../../../teams/web/team-queries";
import { type Quadrant, quadrantOrder } from "../../quadrants";
import { pastedLines } from "../pasted-lines";
import { ChipSelect } from "../task/chip-select";
import { LineAreas } from "../task-parts";
import { addTaskTexts, quadrantTexts } from "../texts";
import { useAddTask, useAddTasks } from "./add-task";
import classes from "./add-task-dialog.module.css";
import { addTexts } from "./add-texts";
import { namesArea, useKnownAreas } from "./known-areas";
import { LineChips } from "./line-chips";
import { PastedTasks } from "./pasted-tasks";
import { type LineArea, readLine, taskOf } from "./task-line";
import { typedAhead } from "./typed-ahead";

interface AddTaskDialogProps {
  teamId: string;
  opened: boolean;
  onClose: () => void;
  /** Opens the details of a task that was just added. */
  onOpenTask: (taskId: string) => void;
  /** The quadrant of the new tasks unless the line or the person chooses another; default Schedule. */
  quadrant?: Quadrant;
}

const quadrantNames = Object.fromEntries(
  quadrantOrder.map((quadrant) => [quadrant, quadrantTexts[quadrant].name]),
) as Record<Quadrant, string>;

const none: LineArea[] = [];

/**
 * Adds tasks by hand, one line each. Enter adds the task and waits for the next, Ctrl+Enter opens its details.
 * The input stays when the dialog is closed without adding.
 */
export function AddTaskDialog({ quadrant = "schedule", ...props }: AddTaskDialogProps) {
  const { teamId, opened, onClose } = props;
  const [line, setLine] = useState(typedAhead.line);
  useEffect(() => {
    Object.assign(typedAhead, { line: "", entered: false });
  }, []);
  const [plain, setPlain] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<Quadrant>();
  const [pasted, setPasted] = useState<string[]>();
  const { data: members } = useMembers(teamId);
  const Areas = useContext(LineAreas);
  const naming = (pasted ?? [line]).some(namesArea);
  const [known, setAreas] = useKnownAreas(naming);
  const areas = Areas ? known : none;
  const note = areas === null && naming ? { note: addTexts.areasUnknown } : {};
  const people = useMemo(() => members?.map(({ user }) => user) ?? [], [members]);
  const addTasks = useAddTasks(teamId);
  const fallback = chosen ?? quadrant;
  const back = () => (pasted ? setPasted(undefined) : onClose());

  return (
    <Dialog
      opened={opened}
      onClose={back}
      title={pasted ? addTexts.many(pasted.length) : addTaskTexts.open}
      width={560}
    >
      {Areas && <Areas teamId={teamId} onAreas={setAreas} />}
      {pasted ? (
        <PastedTasks
          lines={pasted}
          quadrant={fallback}
          busy={addTasks.isPending || (areas === undefined && naming)}
          {...note}
          onCancel={back}
          onAdd={() => {
            const now = new Date();
            const reading = { people, areas: areas ?? none, now };
            const tasks = pasted.map((one) => taskOf(readTitled(one, reading), fallback));
            addTasks.mutate({ tasks, ...note }, { onSuccess: () => setPasted(undefined) });
          }}
        />
      ) : (
        <LineForm
          {...props}
          {...{ line, setLine, plain, setPlain, people, areas, note, fallback, setPasted }}
          onChoose={setChosen}
        />
      )}
    </Dialog>
  );
}

/** A line that contains only marks is used as the title. */
function readTitled(line: string, reading: Parameters<typeof readLine>[1]) {
  const read = readLine(line, reading);
  return read.title ? read : { ...read, title: trimmed(line) };
}

interface LineFormProps extends Omit<AddTaskDialogProps, "quadrant" | "opened"> {
  line: string;
  setLine: (line: string | ((now: string) => string)) => void;
  plain: ReadonlySet<string>;
  setPlain: (plain: ReadonlySet<string>) => void;
  people: Parameters<typeof readLine>[1]["people"];
  /** Undefined until they are known; null: they couldn't be loaded. */
  areas: readonly LineArea[] | null | undefined;
  /** What to say once the line is added. */
  note: { note?: string };
  fallback: Quadrant;
  setPasted: (lines: string[]) => void;
  onChoose: (quadrant: Quadrant) => void;
}

function LineForm({
  teamId,
  line,
  setLine,
  plain,
  setPlain,
  people,
  areas,
  note,
  fallback,
  ...form
}: LineFormProps) {
  const { onClose, onOpenTask, onChoose, setPasted } = form;
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  /** Set while the line waits for the areas, one of which it may name, or was entered before the dialog was there. */
  const [waiting, setWaiting] = useState<{ open: boolean } | undefined>(
    typedAhead.entered ? { open: false } : undefined,
  );
  // Also when it comes back from a pasted list. A layout effect, so that no character in between is lost.
  useLayoutEffect(() => input.current?.focus(), []);
  const addTask = useAddTask(teamId);
  const keys = useKeyNames();
  const read = useMemo(
    () => readLine(line, { people, areas: areas ?? none, now: new Date(), plain }),
    [line, people, areas, plain],
  );

  function change(next: string) {
    setLine(next);
    setError(undefined);
    if (next === "") setPlain(new Set());
  }

  function add(open: boolean) {
    input.current?.focus();
    if (read.title && areas === undefined && namesArea(line)) return setWaiting({ open });
    setWaiting(undefined);
    if (!read.title) return setError("Give the task a title.");
    const sent = line;
    change("");
    if (open) onClose();
    // Not its callbacks, which a closed dialog doesn't get any more.
    addTask.mutateAsync({ ...taskOf(read, fallback), ...note }).then(
      (task) => open && onOpenTask(task.id),
      // Unless the next task is being typed already.
      () => setLine((now) => now || sent),
    );
  }

  const actions = useStableActions({ add });
  useEffect(() => {
    if (waiting && (areas !== undefined || !namesArea(line))) actions.add(waiting.open);
  }, [waiting, areas, line, actions]);

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const lines = pastedLines(event.clipboardData.getData("text"));
    if (lines.length < 2) return;
    event.preventDefault();
    setPasted(lines);
  }

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        add(false);
      }}
    >
      <OpenKey onOpen={() => add(true)} />
      <input
        ref={input}
        data-autofocus
        className={lineInput.input}
        aria-label="Title"
        aria-required
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error ? "add-task-error" : "add-task-hint"}
        placeholder="Call mom @fri 4pm !!"
        autoComplete="off"
        enterKeyHint="done"
        dir="auto"
        maxLength={5000}
        readOnly={waiting !== undefined}
        value={line}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onPaste={paste}
      />
      {error && (
        <p id="add-task-error" role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <div className={classes.chips}>
        <ChipSelect
          label="Quadrant"
          icon={<IconLayoutGrid size={16} aria-hidden />}
          names={quadrantNames}
          value={read.quadrant ?? fallback}
          onChange={(quadrant) => {
            onChoose(quadrant);
            // The choice replaces what the line says.
            if (read.quadrant) setLine(withoutMarks(line, read.parts));
          }}
        />
        <LineChips
          parts={read.parts}
          onRemove={({ text }) => {
            setPlain(new Set([...plain, text]));
            input.current?.focus();
          }}
        />
      </div>
      <p id="add-task-hint" className={classes.hint}>
        <kbd>!!</kbd> urgent and important, <kbd>!u</kbd> urgent, <kbd>!i</kbd> important, <kbd>@fri 4pm</kbd>{" "}
        due, <kbd>every fri</kbd> repeats, <kbd>+name</kbd> assignee
        {areas && areas.length > 0 && (
          <>
            , <kbd>#name</kbd> area
          </>
        )}
        . Paste a list to add many.
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="default"
          title={withKeys("Add and open the task", keys("mod+Enter"))}
          onClick={() => add(true)}
        >
          {addTexts.details}
        </Button>
        <Button type="submit" loading={waiting !== undefined}>
          {addTaskTexts.open}
        </Button>
      </div>
    </form>
  );
}

function withoutMarks(line: string, parts: ReturnType<typeof readLine>["parts"]): string {
  let rest = line;
  for (const { kind, start, end } of parts.toReversed())
    if (kind === "both" || kind === "urgent" || kind === "important")
      rest = `${rest.slice(0, start).trimEnd()} ${rest.slice(end).trimStart()}`;
  return rest.trim();
}

function OpenKey({ onOpen }: { onOpen: () => void }) {
  useShortcut({ key: "mod+Enter", label: addTexts.details, group: addTaskTexts.open, run: onOpen });
  return null;
}
