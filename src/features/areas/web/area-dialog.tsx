import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type FormEvent, useId, useState } from "react";
import { trimmed } from "../../../shared/typed-values";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { Sheet } from "../../../web/ui/sheet";
import { channelName } from "../../channels/channels";
import { providerIds } from "../../channels/providers";
import { type Area, type AreaColor, type AreaRules, areaColors, areaLimits, companyKey } from "../contract";
import { useSaveArea } from "./area-changes";
import classes from "./area-dialog.module.css";
import { AreaDot } from "./area-dot";
import { hasRules, useAreaChoices, usePreview } from "./area-queries";
import { areaTexts, colorNames } from "./texts";
import { TokenField } from "./token-field";

interface AreaDialogProps {
  teamId: string;
  /** The area to edit; without one, a new one is made. */
  area?: Area;
  onClose: () => void;
  onSaved?: (area: Area) => void;
}

const noRules: AreaRules = { people: [], channels: [], keywords: [], companies: [] };
const channels = ["import", ...providerIds];
/** How long after the last change of the rules they are counted (milliseconds). */
const pause = 250;

/** An area's name, color and rules, with what would join; mounted means open. */
export function AreaDialog({ teamId, area, onClose, onSaved }: AreaDialogProps) {
  const [name, setName] = useState(area?.name ?? "");
  const [color, setColor] = useState<AreaColor>(area?.color ?? "teal");
  const [rules, setRules] = useState<AreaRules>(area?.rules ?? noRules);
  const save = useSaveArea(teamId, area);
  const form = useId();
  const change = (patch: Partial<AreaRules>) => setRules((before) => ({ ...before, ...patch }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed(name) === "") return;
    save.mutate(
      { name: trimmed(name), color, rules },
      {
        onSuccess: (saved) => {
          onClose();
          onSaved?.(saved);
        },
      },
    );
  };
  return (
    <Sheet
      title={area ? `Edit “${area.name}”` : areaTexts.newArea}
      width={560}
      focusInside
      onClose={onClose}
      footer={
        <>
          <span className={classes.space} />
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={save.isPending} disabled={trimmed(name) === ""}>
            {area ? "Save" : "Add area"}
          </Button>
        </>
      }
    >
      <form id={form} className={classes.form} onSubmit={submit}>
        <TextInput
          label={areaTexts.name}
          placeholder={areaTexts.nameHint}
          data-autofocus
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ColorChoice value={color} onChange={setColor} />
        <div className={classes.rules}>
          <div>
            <h3 className={classes.title}>{areaTexts.rules}</h3>
            <p className={classes.text}>{areaTexts.rulesExplained}</p>
          </div>
          <RuleFields teamId={teamId} rules={rules} onChange={change} />
          <Preview teamId={teamId} rules={rules} areaId={area?.id} />
        </div>
      </form>
    </Sheet>
  );
}

function ColorChoice({ value, onChange }: { value: AreaColor; onChange: (color: AreaColor) => void }) {
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{areaTexts.color}</legend>
      <div className={classes.colors}>
        {areaColors.map((color) => (
          <label key={color} className={classes.color} title={colorNames[color]}>
            <input
              type="radio"
              className="z-visually-hidden"
              name={name}
              aria-label={colorNames[color]}
              checked={color === value}
              onChange={() => onChange(color)}
            />
            <AreaDot color={color} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface RuleFieldsProps {
  teamId: string;
  rules: AreaRules;
  onChange: (patch: Partial<AreaRules>) => void;
}

const personLabel = ({ key, name }: { key: string; name: string }): string =>
  name && name.toLowerCase() !== key ? `${name} (${key})` : name || key;

function RuleFields({ teamId, rules, onChange }: RuleFieldsProps) {
  const { people, keywords, companies } = rules;
  const [person, setPerson] = useState("");
  const [company, setCompany] = useState("");
  const found = useAreaChoices(teamId, person.trim()).data;
  const firms = useAreaChoices(teamId, company.trim()).data?.companies ?? [];
  const any = useAreaChoices(teamId, "").data?.companies.length ?? 0;
  const addPerson = (text: string) => {
    const chosen = found?.people.find((one) => personLabel(one) === text) ?? {
      key: text.toLowerCase(),
      name: text.includes("@") ? "" : text,
    };
    if (!people.some(({ key }) => key === chosen.key)) onChange({ people: [...people, chosen] });
    return true;
  };
  return (
    <>
      <TokenField
        label={areaTexts.people}
        hint={areaTexts.peopleHint}
        most={areaLimits.people}
        tokens={people.map((one) => ({ key: one.key, label: personLabel(one) }))}
        suggestions={(found?.people ?? []).map((one) => ({ key: one.key, label: personLabel(one) }))}
        onType={setPerson}
        onAdd={addPerson}
        onRemove={(key) => onChange({ people: people.filter((one) => one.key !== key) })}
      />
      <TokenField
        label={areaTexts.keywords}
        hint={areaTexts.keywordsHint}
        most={areaLimits.keywords}
        tokens={keywords.map((one) => ({ key: one, label: one }))}
        onAdd={(text) => {
          if (text.length > 1 && !keywords.includes(text)) onChange({ keywords: [...keywords, text] });
          return text.length > 1;
        }}
        refusal={areaTexts.keywordTooShort}
        onRemove={(key) => onChange({ keywords: keywords.filter((one) => one !== key) })}
      />
      {(any > 0 || companies.length > 0) && (
        <TokenField
          label={areaTexts.companies}
          hint={areaTexts.companiesHint}
          most={areaLimits.companies}
          tokens={companies.map((one) => ({ key: companyKey(one), label: one.name }))}
          suggestions={firms.map((one) => ({ key: companyKey(one), label: one.name }))}
          onType={setCompany}
          onAdd={(text) => {
            const chosen = firms.find((one) => one.name.toLowerCase() === text.toLowerCase());
            if (chosen && !companies.some((one) => companyKey(one) === companyKey(chosen)))
              onChange({ companies: [...companies, chosen] });
            return chosen !== undefined;
          }}
          refusal={areaTexts.companyUnknown}
          onRemove={(key) => onChange({ companies: companies.filter((one) => companyKey(one) !== key) })}
        />
      )}
      <ChannelChoice chosen={rules.channels} onChange={(next) => onChange({ channels: next })} />
    </>
  );
}

function ChannelChoice({ chosen, onChange }: { chosen: string[]; onChange: (channels: string[]) => void }) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{areaTexts.channels}</legend>
      <p className={classes.text}>{areaTexts.channelsHint}</p>
      <div className={classes.channels}>
        {channels.map((channel) => (
          <button
            key={channel}
            type="button"
            className={classes.channel}
            aria-pressed={chosen.includes(channel)}
            onClick={() =>
              onChange(
                chosen.includes(channel) ? chosen.filter((one) => one !== channel) : [...chosen, channel],
              )
            }
          >
            {channelName(channel)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface PreviewProps {
  teamId: string;
  rules: AreaRules;
  areaId: string | undefined;
}

function Preview({ teamId, rules, areaId }: PreviewProps) {
  const [settled] = useDebouncedValue(rules, pause);
  const preview = usePreview(teamId, settled, areaId);
  return (
    <div className={classes.preview} role="status">
      {!hasRules(rules) ? (
        <p className={classes.counts}>{areaTexts.noRules}</p>
      ) : (
        <QueryView query={preview} failure={areaTexts.failedToPreview}>
          {({ counts, newest }) => (
            <>
              <p className={classes.counts} data-found={newest.length > 0 || undefined}>
                {newest.length > 0 ? areaTexts.wouldJoin(counts) : areaTexts.nothingWouldJoin}
              </p>
              {newest.length > 0 && (
                <ul className={classes.newest}>
                  {newest.map(({ type, title }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a preview has no ids
                    <li key={index} dir="auto" data-type={type}>
                      {title}
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </QueryView>
      )}
    </div>
  );
}
