import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type Icon, IconCalendarEvent, IconFilter, IconLayoutGrid, IconList } from "@tabler/icons-react";
import { memo, useState } from "react";
import { FilterButtons } from "../../../../web/ui/filter-buttons";
import { phone } from "../../../../web/ui/phone";
import { filtersInUse } from "../task-cache";
import { matrixTexts } from "../texts";
import { FilterFields, type FilterFieldsProps } from "./board-filter-fields";
import { type BoardView, boardViews } from "./board-url";
import classes from "./matrix-screen.module.css";
import { BoardFilterDialog } from "./task-dialogs";

const viewIcons: Record<BoardView, Icon> = {
  matrix: IconLayoutGrid,
  list: IconList,
  calendar: IconCalendarEvent,
};
const views = boardViews.map((view) => ({
  value: view,
  label: matrixTexts.views[view],
  icon: viewIcons[view],
}));

interface BoardToolbarProps extends FilterFieldsProps {
  view: BoardView;
  onView: (view: BoardView) => void;
}

/** How the tasks are shown, and the filters. On a phone, these are behind one button, to leave room for the tasks. */
export const BoardToolbar = memo(function BoardToolbar(props: BoardToolbarProps) {
  const { view, onView, ...fields } = props;
  const narrow = useMediaQuery(phone, matchMedia(phone).matches, { getInitialValueInEffect: false });
  return (
    <div className={classes.filters} data-among-buttons>
      <FilterButtons label={matrixTexts.view} options={views} value={view} onChange={onView} />
      {narrow ? <FiltersButton {...fields} /> : <FilterFields {...fields} />}
    </div>
  );
});

/** Opens the filters, and says how many are in use. */
function FiltersButton(fields: FilterFieldsProps) {
  const [open, setOpen] = useState(false);
  const count = filtersInUse(fields.filter);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {matrixTexts.filtersTitle}
        {count > 0 && (
          <span className={classes.inUse}>
            {count}
            <span className="z-visually-hidden"> {matrixTexts.filtersInUse}</span>
          </span>
        )}
      </Button>
      {open && <BoardFilterDialog {...fields} onClose={() => setOpen(false)} />}
    </>
  );
}
