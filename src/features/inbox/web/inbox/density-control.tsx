import { IconLayoutList, IconList } from "@tabler/icons-react";
import { inboxTexts } from "../texts";
import { type Density, densities } from "./density";
import classes from "./density-control.module.css";

const icons = { compact: IconList, comfortable: IconLayoutList };

interface DensityControlProps {
  value: Density;
  onChange: (density: Density) => void;
}

/** Chooses between small rows and whole cards. */
export function DensityControl({ value, onChange }: DensityControlProps) {
  return (
    <fieldset className={classes.control}>
      <legend className="z-visually-hidden">{inboxTexts.density.label}</legend>
      {densities.map((density) => {
        const Icon = icons[density];
        return (
          <button
            key={density}
            type="button"
            className={classes.choice}
            aria-label={inboxTexts.density[density]}
            title={inboxTexts.density[density]}
            aria-pressed={density === value}
            onClick={() => onChange(density)}
          >
            <Icon size={16} stroke={1.75} aria-hidden />
          </button>
        );
      })}
    </fieldset>
  );
}
