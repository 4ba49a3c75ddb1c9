import type { InstallStep } from "../contract";

export const speechTexts = {
  title: "Speech",
  failedToFetch: "Couldn't load the speech settings",
  failedToInstall: "Failed to install the engine",
  failedToRemove: "Failed to remove the engine",
  nothing: "Nothing transcribes recordings yet.",
  nothingMeans:
    "They are kept, and can be transcribed as soon as you install the English engine or connect a speech server. You can also paste or upload a transcript.",
  local: "The English engine on Zippy's server transcribes recordings.",
  localMeans: "No recording leaves Zippy's server.",
  demo: "Recordings of the demo are never sent to a speech server.",
  installed: "Installed and tested.",
  removed: "Engine removed",
  quality:
    "English only. Good with a headset, weaker with a microphone far away; it gets names wrong most often. An hour of talk takes two to seven minutes.",
  size: "Downloads 40 MB from the npm registry and takes 75 MB in the data folder.",
} as const;

export const stepTexts: Record<InstallStep, string> = {
  downloading: "Downloading the packages…",
  checking: "Checking every file…",
  testing: "Testing the engine…",
};
