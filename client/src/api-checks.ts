// Made by bin/client-types.ts from the contract.
import { anyOf, array, boolean, integer, map, object, oneOf, record, string } from "./check.ts";

export const getStatus = object({ name: oneOf("Herald"), service: oneOf("notification-delivery"), status: oneOf("running") }, {});

export const getLiveness = object({ status: oneOf("alive") }, {});

export const getReadiness = object({ database: oneOf("available", "unavailable"), oidc: oneOf("available", "unavailable"), status: oneOf("ready", "not-ready") }, {});

export const sendingAccount = object({ api_allowed_domains: array(string), created_at: string, from_address: string, from_name: string, id: string, is_default: boolean, label: string, provider: oneOf("smtp", "http_api"), trusted_domains: array(string), updated_at: string }, { auth_header_name: string, auth_value_template: string, body_template: string, encryption: oneOf("none", "starttls", "tls"), endpoint: string, feedback_topic_arn: string, from_addresses: array(string), host: string, max_connections: integer, port: integer, return_path: string, username: string });

export const testSendingAccount = object({ status: oneOf("sent") }, {});

export const emailTemplate = object({ body: string, body_type: oneOf("text", "html"), created_at: string, id: string, name: string, subject: string, updated_at: string }, { alias: string, escape: oneOf("none", "html"), strict: boolean, version: integer });

export const emailTemplatePage = object({ templates: array(emailTemplate) }, { next_cursor: string });

export const emailTemplateVersion = object({ body: string, body_type: oneOf("text", "html"), created_at: string, id: string, name: string, subject: string, updated_at: string, version: integer }, { alias: string, escape: oneOf("none", "html"), strict: boolean });

export const emailTemplateVersionPage = object({ versions: array(emailTemplateVersion) }, { next_cursor: string });

export const chatTemplate = object({ body: object({ text: string }, { examples: array(string) }), can_send: boolean, category: oneOf("UTILITY", "MARKETING", "AUTHENTICATION"), chat_account_id: string, created_at: string, disabled: boolean, id: string, language: string, name: string, parameters: array(object({ component: oneOf("header", "body", "button"), name: string, position: integer, required: boolean, type: oneOf("text", "image", "video", "document") }, {})), provider_template_id: string, quality: string, remote_status: string, updated_at: string }, { buttons: array(object({ text: string, type: oneOf("quick_reply", "call", "static_url", "dynamic_url") }, { example: string, phone: string, url: string })), footer: object({ text: string }, {}), header: object({ type: oneOf("text", "image", "video", "document") }, { example: string, media_handle: string, text: string }), rejected_reason: string });

export const notification = object({ attempts: integer, channel: oneOf("email", "chat"), created_at: string, id: string, max_attempts: integer, status: oneOf("pending", "processing", "submitted", "sent", "failed", "canceled"), updated_at: string }, { last_error: string, metadata: map(string), resent_from: string, send_at: string });

export const notificationWithRecipient = object({ attempts: integer, channel: oneOf("email", "chat"), created_at: string, id: string, max_attempts: integer, status: oneOf("pending", "processing", "submitted", "sent", "failed", "canceled"), updated_at: string }, { last_error: string, metadata: map(string), recipient: string, resent_from: string, send_at: string });

export const notificationPage = object({ notifications: array(notificationWithRecipient) }, { next_cursor: string });

export const batchResult = object({}, { error: object({ code: string, message: string, status: integer }, { errors: array(object({ field: string, message: string }, {})) }), notification: notification });

export const batchResults = object({ results: array(batchResult) }, {});

export const requestedAttachment = object({ content_type: string, filename: string, size: integer }, {});

export const requestedEmail = object({ smtp_account_id: string }, { attachments: array(requestedAttachment), bcc: array(string), cc: array(string), from: string, from_name: string, recipient: string, reply_to: array(string), subject: string, template_id: string, template_version: integer });

export const requestedChat = object({ chat_account_id: string }, { recipient: string, template_id: string, type: oneOf("template", "text", "image", "video", "audio", "document", "location", "reaction") });

export const expandedNotification = object({ attempts: integer, channel: oneOf("email", "chat"), created_at: string, id: string, max_attempts: integer, request: anyOf(requestedEmail, requestedChat), resent_as: array(string), status: oneOf("pending", "processing", "submitted", "sent", "failed", "canceled"), updated_at: string }, { last_error: string, metadata: map(string), resent_from: string, send_at: string });

export const explanationCode = oneOf("waiting", "scheduled", "waiting_for_approval", "declined", "approval_expired", "canceled", "sending", "submitted", "sent", "delivered", "read", "bounced", "complained", "partly_delivered", "service_unavailable", "attempt_interrupted", "delivery_interrupted", "delivery_crashed", "account_deleted", "recipient_suppressed", "content_expired", "unknown", "recipient_refused", "server_deferred", "mailbox_not_found", "domain_takes_no_mail", "address_invalid", "address_beyond_ascii", "mailbox_disabled", "mailbox_full", "message_too_large", "route_not_found", "policy_refused", "sender_unauthenticated", "sender_refused", "content_refused", "credential_refused", "credential_missing", "credential_unreadable", "sign_in_required", "sign_in_method_refused", "sign_in_not_offered", "sign_in_deferred", "server_busy", "server_full", "server_not_found", "server_unreachable", "server_refused_connection", "address_not_public", "tls_failed", "connection_lost", "handover_interrupted", "delivery_in_doubt", "file_unreadable", "domain_not_trusted", "http_provider_disabled", "account_settings_unusable", "provider_unreachable", "provider_failed", "provider_rate_limited", "provider_refused", "chat_platform_failed", "chat_platform_refused", "chat_unconfirmed", "chat_rate_limited", "chat_customer_rate_limited", "chat_number_in_maintenance", "chat_experiment", "customer_unreachable", "customer_blocked", "customer_number_needed", "customer_is_sender", "marketing_limited", "marketing_stopped", "marketing_switched_off", "number_limited", "messaging_limit_lowered", "number_not_ready", "business_account_locked", "payment_problem", "chat_access_refused", "chat_resource_not_found", "chat_provider_limit", "chat_provider_unreachable", "message_invalid", "message_type_unsupported", "media_unusable", "media_expired", "window_closed", "conversation_held", "templates_only", "reaction_target_gone", "reaction_target_not_sent", "template_deleted", "template_not_approved", "template_parameters_mismatch", "template_value_invalid", "template_too_long", "template_policy_broken", "template_paused", "template_disabled", "template_flow_unusable");

export const explanation = object({ code: explanationCode, summary: string, what_to_do: string }, { will_retry_at: string });

export const notificationTimeline = object({ explanation: explanation, recipients: array(object({ outcome: oneOf("waiting", "accepted", "deferred", "refused", "suppressed", "failed", "canceled", "delivered", "read", "bounced", "complained") }, { recipient: string, response: string })), timeline: array(object({ at: string, event: oneOf("accepted", "approval_requested", "approved", "declined", "retrying", "interrupted", "recipient_refused", "recipient_deferred", "recipient_suppressed", "submitted", "sent", "delivered", "read", "failed", "canceled", "bounced", "complained", "resent") }, { attempt: integer, code: explanationCode, notification_id: string, recipient: string, response: string, retry_at: string })) }, {});

export const chatConversation = object({ chat_account_id: string, customer_phone: string, id: string, service_window_expires_at: string, updated_at: string, window_open: boolean }, { customer_name: string });

export const chatConversationPage = object({ conversations: array(chatConversation) }, { next_cursor: string });

export const chatMessage = object({ direction: oneOf("inbound", "outbound"), id: string, message_type: string, occurred_at: string, payload: record }, {});

export const chatHistory = object({ messages: array(chatMessage), service_window_expires_at: string, updated_at: string, window_open: boolean }, { next_cursor: string });

export const replyToConversation = object({ notification_id: string }, {});

export const testClock = object({ advanced_seconds: integer, now: string }, {});

export const sandboxMessage = object({ from: string, id: string, mail_from: string, message_id: string, rcpt_to: array(string), received_at: string, size: integer, subject: string }, { notification_id: string });

export const sandboxMessagePage = object({ messages: array(sandboxMessage) }, { next_cursor: string });

export const sandboxMessageDetail = object({ from: string, headers: map(anyOf(string, array(string))), html: string, id: string, mail_from: string, message_id: string, rcpt_to: array(string), received_at: string, size: integer, subject: string, text: string }, { notification_id: string });

export const customerMessageAdded = object({ conversation_id: string, message_id: string }, {});

export const sandboxChatMessage = object({ id: string, message: record, notification_id: string, sent_at: string }, {});

export const sandboxChatMessagePage = object({ messages: array(sandboxChatMessage) }, { next_cursor: string });

export const uploadedAttachment = object({ attachment_id: string, content_type: string, expires_at: string, filename: string, size: integer }, {});

export const uploadMedia = object({ content_type: string, filename: string, media_id: string, media_type: oneOf("image", "video", "audio", "document"), size: integer }, {});

export const getMessageMedia = object({ content_type: string, expires_at: string, filename: string, url: string }, {});

export const keptEvent = object({ data: record, id: string, timestamp: string, type: string }, {});

export const eventPage = object({ events: array(keptEvent), next_cursor: string }, {});

export const webhook = object({ created_at: string, description: string, enabled: boolean, event_types: array(string), id: string, status: oneOf("enabled", "disabled"), updated_at: string, url: string }, { disabled_reason: string });

export const webhookWithSecret = object({ created_at: string, description: string, enabled: boolean, event_types: array(string), id: string, secret: string, status: oneOf("enabled", "disabled"), updated_at: string, url: string }, { disabled_reason: string });

export const webhookTestAnswer = object({ body: string, duration_ms: integer, status_code: integer }, {});

export const webhookDelivery = object({ at: string, event_id: string, status: oneOf("success", "failed", "pending"), type: string }, { about: string, body: string, duration_ms: integer, error: string, status_code: integer });

export const webhookDeliveryPage = object({ deliveries: array(webhookDelivery) }, { next_cursor: string });

export const retryWebhookDelivery = object({ status: oneOf("pending") }, {});

export const replayWebhook = object({ status: oneOf("pending") }, {});

export const suppressionSettings = object({ chat_stop: boolean, start_words: array(string), stop_words: array(string) }, {});

export const suppression = object({ channel: oneOf("email", "chat"), created_at: string, id: string, reason: oneOf("bounce", "complaint", "unsubscribe", "manual"), recipient: string }, { notification_id: string, response: string, topic: string });

export const suppressionPage = object({ suppressions: array(suppression) }, { next_cursor: string });
