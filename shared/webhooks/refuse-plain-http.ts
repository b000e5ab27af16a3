import { invalid } from "../kernel/refusal.ts";

export interface WebhookRules {
  /** True when the deployment allows webhooks to have addresses without TLS. */
  readonly isHttpAllowed: boolean;
}

export function refusePlainHttp({ isHttpAllowed }: WebhookRules, url: string): void {
  if (!isHttpAllowed && new URL(url).protocol !== "https:") throw invalid("url must start with https://");
}
