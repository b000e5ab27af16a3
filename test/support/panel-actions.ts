/** The requests that forms and buttons of the panel send, by the file that sends them. A browser test clicks each of them twice. */
export const ACTIONS = {
  "components/delete-card.tsx": ["DELETE /api/v1/webhooks/{id}"],
  "pages/alerts/alert-form.tsx": ["PUT /panel/api/alerts"],
  "pages/api-keys/create-key-dialog.tsx": ["POST /panel/api/api-keys"],
  "pages/api-keys/revoke-key-dialog.tsx": ["DELETE /panel/api/api-keys/{id}"],
  "pages/api-keys/rotate-key-dialog.tsx": ["POST /panel/api/api-keys/{id}/rotate"],
  "pages/api-keys/send-by-key.tsx": ["POST /api/v1/notifications"],
  "pages/approvals/use-approvals.ts": [
    "POST /panel/api/approvals/{id}/approve",
    "POST /panel/api/approvals/{id}/decline",
  ],
  "pages/chat-accounts/account-form.tsx": ["POST /admin/api/chat-accounts"],
  "pages/chat-accounts/verify-account.tsx": ["POST /admin/api/chat-accounts/{id}/verify"],
  "pages/chat-templates/header-fields.tsx": ["POST /panel/api/chat-template-media"],
  "pages/chat-templates/template-builder.tsx": ["POST /api/v1/chat-templates"],
  "pages/chat-templates/template-facts.tsx": ["POST /api/v1/chat-templates/{id}/sync"],
  "pages/chat-templates/variable-names.tsx": ["PUT /panel/api/chat-templates/{id}/names"],
  "pages/conversations/canned-dialog.tsx": ["POST /panel/api/canned-replies"],
  "pages/conversations/notes.tsx": ["POST /panel/api/chat-conversations/{id}/notes"],
  "pages/conversations/use-outbox.ts": ["POST /panel/api/chat-conversations/{id}/reply"],
  "pages/email-templates/delete-template.tsx": ["DELETE /api/v1/templates/{id}"],
  "pages/email-templates/starters/use-starter.ts": ["POST /api/v1/templates"],
  "pages/email-templates/template-versions.tsx": ["POST /api/v1/templates/{id}/restore"],
  "pages/email-templates/test-mail.tsx": ["POST /panel/api/templates/{id}/test"],
  "pages/email-templates/use-save.ts": ["POST /api/v1/templates"],
  "pages/events/event-dialog.tsx": ["POST /api/v1/webhooks/{id}/deliveries/{event_id}/retry"],
  "pages/new-message/use-send.ts": ["POST /panel/api/notifications"],
  "pages/notifications/many/use-run.ts": [
    "POST /panel/api/notifications/{id}/resend",
    "POST /panel/api/notifications/{id}/cancel",
  ],
  "pages/notifications/stop-sending.tsx": ["POST /api/v1/suppressions"],
  "pages/notifications/use-sender-actions.ts": [
    "POST /panel/api/notifications/{id}/retry",
    "POST /panel/api/notifications/{id}/cancel",
    "POST /panel/api/notifications/{id}/resend",
  ],
  "pages/sandbox/empty-mails.tsx": ["DELETE /panel/api/sandbox/messages"],
  "pages/sandbox/use-move-clock.ts": ["POST /panel/api/sandbox/clock"],
  "pages/sandbox/write-as.tsx": ["POST /panel/api/sandbox/customers/{phone}/messages"],
  "pages/sending-accounts/account-editor.tsx": ["POST /api/v1/smtp-accounts"],
  "pages/sending-accounts/use-trial.ts": [
    "POST /panel/api/sending-accounts/{id}/test",
    "POST /panel/api/sending-accounts/test",
  ],
  "pages/suppressions/import/use-import.ts": ["POST /panel/api/suppressions/import"],
  "pages/suppressions/suppress-dialog.tsx": ["POST /api/v1/suppressions"],
  "pages/webhooks/deliveries.tsx": ["POST /api/v1/webhooks/{id}/deliveries/{event_id}/retry"],
  "pages/webhooks/replay-card.tsx": ["POST /api/v1/webhooks/{id}/replay"],
  "pages/webhooks/rotate-secret.tsx": ["POST /api/v1/webhooks/{id}/rotate-secret"],
  "pages/webhooks/test-webhook.tsx": ["POST /api/v1/webhooks/{id}/test"],
  "pages/webhooks/webhook-form.tsx": ["POST /api/v1/webhooks"],
} as const;

export type ActingFile = keyof typeof ACTIONS;
/** An action in the form `<file> <method> <route>`. */
export type PanelAction = { [File in ActingFile]: `${File} ${(typeof ACTIONS)[File][number]}` }[ActingFile];
