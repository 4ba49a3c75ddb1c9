import { z } from "zod";
import { type ProviderCategory as Category, categoryNames, providerIds } from "./providers";

/** The id of a provider. */
export const ProviderId = z.enum(providerIds);

export const ProviderCategory = z.enum(Object.keys(categoryNames) as [Category, ...Category[]]);
