/**
 * What the public pages describe but Zippy doesn't do yet. When a feature lands, delete its line here; the
 * compiler then finds its badges.
 */
export const coming = ["context areas"] as const;

export type ComingFeature = (typeof coming)[number];
