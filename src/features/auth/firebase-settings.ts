/** What the browser needs to reach a Firebase project; null for missing settings. */
export interface FirebaseSettings {
  apiKey: string | null;
  projectId: string | null;
  appId: string | null;
}

/** One invalid setting. */
export interface SettingMistake {
  /** Its name on the configuration screen. */
  setting: string;
  /** The environment variable it comes from. */
  variable: string;
  missing: boolean;
  /** A sentence for the administrator. */
  message: string;
}

/** Source: specification, section 5. */
const rules = [
  {
    key: "apiKey",
    setting: "API key",
    variable: "FIREBASE_API_KEY",
    name: "Firebase API Key",
    least: 20,
    tooShort: "Firebase API Key must be at least 20 characters",
  },
  {
    key: "projectId",
    setting: "Project id",
    variable: "FIREBASE_PROJECT_ID",
    name: "Firebase Project ID",
    least: 3,
    tooShort: "Firebase Project ID is required",
  },
  {
    key: "appId",
    setting: "App id",
    variable: "FIREBASE_APP_ID",
    name: "Firebase App ID",
    least: 10,
    tooShort: "Firebase App ID is required",
  },
] as const;

/** The settings of a Firebase project that are missing, too short, or still in quotes. */
export function firebaseMistakes(settings: FirebaseSettings): SettingMistake[] {
  return rules.flatMap(({ key, setting, variable, name, least, tooShort }) => {
    const value = settings[key]?.trim() ?? "";
    const mistake = { setting, variable, missing: value === "" };
    if (/^["'`“”‘’]/.test(value))
      return [{ ...mistake, message: `${name} starts with a quote character. Remove the quotes around it.` }];
    return value.length < least ? [{ ...mistake, message: tooShort }] : [];
  });
}
