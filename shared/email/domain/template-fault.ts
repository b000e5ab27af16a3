export const TEMPLATE_FIELDS = ["subject", "body"] as const;
export type TemplateField = (typeof TEMPLATE_FIELDS)[number];

/** `parse` means that the text is no valid template. `render` means that the template fails with the given values. */
export const FAULT_STAGES = ["parse", "render"] as const;

export interface TemplateFault {
  readonly field: TemplateField;
  readonly during: (typeof FAULT_STAGES)[number];
  /** `detail` is the engine's message, with the line and mostly the column. */
  readonly detail: string;
}
