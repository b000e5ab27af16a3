import type { BodyType } from "./mail.ts";

export interface EmailTemplate {
  readonly owner: string;
  readonly id: string;
  readonly name: string;
  /** Go text/template, parsed when saved (D18a). */
  readonly subject: string;
  readonly body: string;
  readonly bodyType: BodyType;
  readonly createdAt: string;
  readonly updatedAt: string;
}
