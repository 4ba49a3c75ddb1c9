/** What the browser needs to reach a Firebase project; null where the operator gave nothing. */
export interface FirebaseSettings {
  apiKey: string | null;
  projectId: string | null;
  appId: string | null;
}

/** One setting that cannot be right. */
export interface SettingMistake {
  /** Its name in the words of the configuration screen. */
  setting: string;
  /** The environment variable it comes from. */
  variable: string;
  missing: boolean;
  /** A sentence for the operator. */
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

/** Every setting of a Firebase project that is missing, too short, or still in quotes; empty when all can be right. */
export function firebaseMistakes(settings: FirebaseSettings): SettingMistake[] {
  return rules.flatMap(({ key, setting, variable, name, least, tooShort }) => {
    const value = settings[key]?.trim() ?? "";
    const mistake = { setting, variable, missing: value === "" };
    if (/^["'`“”‘’]/.test(value))
      return [{ ...mistake, message: `${name} starts with a quote character. Remove the quotes around it.` }];
    return value.length < least ? [{ ...mistake, message: tooShort }] : [];
  });
}
