export const privacyTexts = {
  title: "Privacy",
  nothing: "No AI or speech service is configured: none receives anything.",
  none: "No call has been made yet.",
  failedToFetch: "Failed to fetch the calls to outside services",
  failedToFetchChoice: "Failed to fetch the redaction settings",
  failedToChange: "Failed to change the redaction settings",
  namesOn: "Names are replaced from now on",
  namesOff: "Names are no longer replaced",
  addressesOn: "Addresses are replaced from now on",
  addressesOff: "Addresses are no longer replaced",
} as const;
