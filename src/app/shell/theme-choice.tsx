import { type MantineColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useId } from "react";
import classes from "./theme-choice.module.css";

/** The themes that a person can choose. */
export const themes: { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: "auto", label: "System theme", icon: IconDeviceDesktop },
  { value: "light", label: "Light theme", icon: IconSun },
  { value: "dark", label: "Dark theme", icon: IconMoon },
];

/** System, light or dark; stored in this browser. */
export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = useId();
  return (
    <fieldset className={classes.choice}>
      <legend className="z-visually-hidden">Theme</legend>
      {themes.map(({ value, label, icon: Icon }) => (
        <label key={value} className={classes.option} title={label}>
          <input
            type="radio"
            className="z-visually-hidden"
            name={name}
            value={value}
            aria-label={label}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={16} stroke={1.75} aria-hidden />
        </label>
      ))}
    </fieldset>
  );
}
