export const planTexts = { mostPopular: "Most Popular" } as const;
