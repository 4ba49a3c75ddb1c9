/** The path of the page that explains how an administrator sets up a provider. */
export const setupPath = (provider: string): string => `/integrations/${provider}`;
