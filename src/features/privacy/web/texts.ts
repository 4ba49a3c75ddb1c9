export const privacyTexts = {
  title: "Privacy",
  nothing: "No AI or speech service is configured, so nothing is sent to one.",
  consents: "Your consents",
  consentsAbout:
    "What you agreed to, and when. The whole history is in Settings → Profile → Download my data.",
  noConsents: "You haven't agreed to anything yet.",
  failedToFetchConsents: "Couldn't load your consents",
  none: "No call has been made yet.",
  failedToFetch: "Couldn't load the calls to outside services",
  failedToFetchChoice: "Couldn't load the redaction settings",
  failedToChange: "Failed to change the redaction settings",
  namesOn: "Names are replaced from now on",
  namesOff: "Names are no longer replaced",
  addressesOn: "Addresses are replaced from now on",
  addressesOff: "Addresses are no longer replaced",
} as const;
