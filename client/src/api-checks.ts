// Made by bin/client-types.ts from the contract.
import { array, boolean, integer, object, oneOf, record, string } from "./check.ts";

export const getStatus = object({ name: oneOf("Herald"), service: oneOf("notification-delivery"), status: oneOf("running") }, {});

export const getLiveness = object({ status: oneOf("alive") }, {});

export const getReadiness = object({ database: oneOf("available", "unavailable"), oidc: oneOf("available", "unavailable"), status: oneOf("ready", "not-ready") }, {});

export const sendingAccount = object({ api_allowed_domains: array(string), created_at: string, from_address: string, from_name: string, id: string, is_default: boolean, label: string, provider: oneOf("smtp", "http_api"), trusted_domains: array(string), updated_at: string }, { auth_header_name: string, auth_value_template: string, body_template: string, encryption: oneOf("none", "starttls", "tls"), endpoint: string, host: string, max_connections: integer, port: integer, username: string });

export const testSendingAccount = object({ status: oneOf("sent") }, {});

export const emailTemplate = object({ body: string, body_type: oneOf("text", "html"), created_at: string, id: string, name: string, subject: string, updated_at: string }, {});

export const emailTemplatePage = object({ templates: array(emailTemplate) }, { next_cursor: string });

export const chatTemplate = object({ body: object({ text: string }, { examples: array(string) }), can_send: boolean, category: oneOf("UTILITY", "MARKETING", "AUTHENTICATION"), chat_account_id: string, created_at: string, disabled: boolean, id: string, language: string, name: string, parameters: array(object({ component: oneOf("header", "body", "button"), name: string, position: integer, required: boolean, type: oneOf("text", "image", "video", "document") }, {})), provider_template_id: string, quality: string, remote_status: string, updated_at: string }, { buttons: array(object({ text: string, type: oneOf("quick_reply", "call", "static_url", "dynamic_url") }, { example: string, phone: string, url: string })), footer: object({ text: string }, {}), header: object({ type: oneOf("text", "image", "video", "document") }, { example: string, media_handle: string, text: string }), rejected_reason: string });

export const notification = object({ attempts: integer, channel: oneOf("email", "chat"), created_at: string, id: string, max_attempts: integer, status: oneOf("pending", "processing", "submitted", "sent", "failed"), updated_at: string }, { last_error: string });

export const chatConversation = object({ chat_account_id: string, customer_phone: string, id: string, service_window_expires_at: string, updated_at: string, window_open: boolean }, { customer_name: string });

export const chatConversationPage = object({ conversations: array(chatConversation) }, { next_cursor: string });

export const chatMessage = object({ direction: oneOf("inbound", "outbound"), id: string, message_type: string, occurred_at: string, payload: record }, {});

export const chatHistory = object({ messages: array(chatMessage), service_window_expires_at: string, updated_at: string, window_open: boolean }, { next_cursor: string });

export const replyToConversation = object({ notification_id: string }, {});

export const uploadMedia = object({ content_type: string, filename: string, media_id: string, media_type: oneOf("image", "video", "audio", "document"), size: integer }, {});

export const getMessageMedia = object({ content_type: string, expires_at: string, filename: string, url: string }, {});
