import { Button } from "@mantine/core";
import { SectionCard } from "../../../web/ui/section-card";
import classes from "./integrations.module.css";
import { TemplateCards } from "./wizard/template-cards";
import { type Template, templates } from "./wizard/templates";

/** Templates in the compact view. Source: specification, section 2. */
const fewTemplates = 4;

interface StartWithTemplateProps {
  onChoose: (template: Template) => void;
  onAll: () => void;
}

/** Ways to start, shown above the providers until an account is connected. */
export function StartWithTemplate({ onChoose, onAll }: StartWithTemplateProps) {
  return (
    <SectionCard title="Start with a template">
      <TemplateCards compact shown={templates.slice(0, fewTemplates)} onChoose={onChoose} />
      <Button variant="subtle" size="compact-md" className={classes.all ?? ""} onClick={onAll}>
        All {templates.length} templates
      </Button>
    </SectionCard>
  );
}
