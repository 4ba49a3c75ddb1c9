import { Dialog } from "../../../../web/ui/dialog";
import { matrixTexts } from "../texts";
import { FilterFields, type FilterFieldsProps } from "./board-filter-fields";
import classes from "./matrix-screen.module.css";

/** The board's filters on a phone. Each applies at once. */
export function BoardFilterDialog({ onClose, ...fields }: FilterFieldsProps & { onClose: () => void }) {
  return (
    <Dialog opened small title={matrixTexts.filtersTitle} width={420} onClose={onClose}>
      <div className={classes.fields}>
        <FilterFields {...fields} />
      </div>
    </Dialog>
  );
}
