import type { StageSettings } from "../lib/cloud/settings.ts";

/**
 * The settings of the stage `dev`: `npm run synth -- --stage dev`. `lib/cloud/settings.ts` and docs/deploy.md explain
 * all settings. Never write secrets here, only references to them.
 */
export const settings: StageSettings = {
  // Replace this value by the issuer of your identity provider.
  oidcIssuer: "https://identity.example.com",
  logRetentionDays: 7,
};
