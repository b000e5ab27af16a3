/** Tells whether an API key is one of test mode. */
export const isTestKey = (apiKey: string | undefined): boolean => apiKey?.startsWith("hrld_test_") ?? false;
