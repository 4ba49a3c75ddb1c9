export const webTexts = { loading: "Loading..." } as const;
