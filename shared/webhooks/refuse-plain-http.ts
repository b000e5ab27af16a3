import { invalid } from "../kernel/refusal.ts";

export interface WebhookRules {
  /** The deployment says whether webhooks may have addresses without TLS. */
  readonly isHttpAllowed: boolean;
}

export function refusePlainHttp({ isHttpAllowed }: WebhookRules, url: string): void {
  if (!isHttpAllowed && new URL(url).protocol !== "https:") throw invalid("url must start with https://");
}
