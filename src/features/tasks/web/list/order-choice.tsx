import { NativeSelect } from "@mantine/core";
import { IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import { IconButton } from "../../../../web/ui/icon-button";
import { type TaskOrder, type TaskSort, taskSorts } from "../../contract";
import { listTexts } from "./list-texts";
import classes from "./task-table.module.css";

/** How a list is sorted, and how to sort it otherwise. */
export interface ListOrder {
  order: TaskOrder;
  onOrder: (order: TaskOrder) => void;
}

/** The column and the direction of an order. */
export function readOrder(order: TaskOrder): { sort: TaskSort; descending: boolean } {
  return { sort: order.replace("-", "") as TaskSort, descending: order.startsWith("-") };
}

/** The order after a press on a column's heading: ascending first, then descending. */
export function nextOrder(order: TaskOrder, sort: TaskSort): TaskOrder {
  return order === sort ? `-${sort}` : sort;
}

/** The order as a choice, where the columns have no headings. */
export function OrderChoice({ order, onOrder }: ListOrder) {
  const { sort, descending } = readOrder(order);
  const Icon = descending ? IconSortDescending : IconSortAscending;
  return (
    <div className={classes.order} data-among-buttons>
      <NativeSelect
        aria-label={listTexts.sortedBy}
        data={taskSorts.map((value) => ({ value, label: listTexts.columns[value] }))}
        value={sort}
        onChange={({ currentTarget }) => onOrder(currentTarget.value as TaskSort)}
      />
      <IconButton
        label={descending ? listTexts.descending : listTexts.ascending}
        title={descending ? listTexts.descending : listTexts.ascending}
        onClick={() => onOrder(descending ? sort : `-${sort}`)}
      >
        <Icon size={18} aria-hidden />
      </IconButton>
    </div>
  );
}
