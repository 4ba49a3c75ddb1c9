/** The page that says how an administrator sets a provider up. */
export const setupPath = (provider: string): string => `/integrations/${provider}`;
