import type { Template } from "./templates";
import classes from "./wizard.module.css";

interface TemplateCardsProps {
  shown: readonly Template[];
  chosen?: string | null;
  /** Shows less of each template. */
  compact?: boolean;
  onChoose: (template: Template) => void;
}

/** Templates to choose from. */
export function TemplateCards({ shown, chosen = null, compact = false, onChoose }: TemplateCardsProps) {
  return (
    <ul className={classes.templates} data-compact={compact || undefined}>
      {shown.map((template) => (
        <li key={template.id}>
          <button
            type="button"
            className={classes.template}
            aria-pressed={compact ? undefined : template.id === chosen}
            data-template={template.id}
            onClick={() => onChoose(template)}
          >
            <span className={classes.templateHead}>
              <template.icon size={20} stroke={1.75} aria-hidden />
              <span className={classes.name}>{template.name}</span>
            </span>
            <span className={classes.text}>{template.description}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
