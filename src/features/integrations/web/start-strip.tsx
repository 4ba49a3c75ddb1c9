import { Button } from "@mantine/core";
import { SectionCard } from "../../../web/ui/section-card";
import classes from "./integrations.module.css";
import { TemplateCards } from "./wizard/template-cards";
import { type Template, templates } from "./wizard/templates";

/** Templates a page shows that is about something else. Source: specification, section 2. */
const fewTemplates = 4;

interface StartStripProps {
  onChoose: (template: Template) => void;
  onAll: () => void;
}

/** What stands above the channels as long as none is connected: a few ways to start. */
export function StartStrip({ onChoose, onAll }: StartStripProps) {
  return (
    <SectionCard title="Start with a template">
      <TemplateCards compact shown={templates.slice(0, fewTemplates)} onChoose={onChoose} />
      <Button variant="subtle" size="compact-md" className={classes.all ?? ""} onClick={onAll}>
        All {templates.length} templates
      </Button>
    </SectionCard>
  );
}
