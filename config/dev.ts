import type { StageSettings } from "../lib/cloud/settings.ts";

/**
 * The stage `dev`: `npm run synth -- --stage dev`. What a setting means and what it may be: `lib/cloud/settings.ts`, docs/deploy.md.
 * Secrets are never written here, only what refers to them.
 */
export const settings: StageSettings = {
  // Replace it by the issuer of your identity provider.
  oidcIssuer: "https://identity.example.com",
  logRetentionDays: 7,
};
