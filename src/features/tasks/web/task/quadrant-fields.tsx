import { NativeSelect } from "@mantine/core";
import { type CSSProperties, useId } from "react";
import { type Axes, quadrantOf, quadrantOrder, quadrants } from "../../quadrants";
import { QuadrantIcon, quadrantColors } from "../matrix/quadrant-icon";
import { quadrantTexts } from "../texts";
import { importanceNames, urgencyNames } from "./choices";
import classes from "./quadrant-fields.module.css";

interface QuadrantFieldsProps extends Axes {
  onChange: (axes: Axes) => void;
}

/** Urgency and importance, next to a drawing of their quadrant. A press on another quadrant sets both. */
export function QuadrantFields({ urgency, importance, onChange }: QuadrantFieldsProps) {
  const axes = { urgency, importance };
  const name = useId();
  return (
    <div className={classes.axes}>
      <div className={classes.controls} data-among-buttons>
        <NativeSelect
          label="Urgency"
          data={optionsOf(urgencyNames)}
          value={urgency}
          onChange={(event) => onChange({ ...axes, urgency: event.currentTarget.value as Axes["urgency"] })}
        />
        <NativeSelect
          label="Importance"
          data={optionsOf(importanceNames)}
          value={importance}
          onChange={(event) =>
            onChange({ ...axes, importance: event.currentTarget.value as Axes["importance"] })
          }
        />
      </div>
      <fieldset className={classes.matrix}>
        <legend className="z-visually-hidden">Quadrant</legend>
        {quadrantOrder.map((quadrant) => (
          <label
            key={quadrant}
            className={classes.cell}
            style={{ "--quadrant": quadrantColors[quadrant] } as CSSProperties}
            title={quadrantTexts[quadrant].hint}
          >
            <input
              type="radio"
              className="z-visually-hidden"
              name={name}
              checked={quadrant === quadrantOf(axes)}
              onChange={() => onChange(quadrants[quadrant])}
            />
            <QuadrantIcon quadrant={quadrant} />
            {quadrantTexts[quadrant].name}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

function optionsOf(names: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}
