// Made by bin/client-types.ts from the contract.
export interface paths {
    "/api/v1/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload a file of at most 20 MB, to be attached to any number of mails within 7 days */
        post: operations["uploadAttachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chat-conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List conversations, the last one that something happened in first */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chat-conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one conversation */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chat-conversations/{id}/media-upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload a file of at most 20 MB for a conversation, to be sent by its id */
        post: operations["uploadMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chat-conversations/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a conversation's messages, newest first */
        get: operations["getConversationMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chat-conversations/{id}/messages/{messageID}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A signed address of a message's media; 503 with Retry-After while it is being copied to our storage */
        get: operations["getMessageMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chat-conversations/{id}/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer a customer; 202 means that the answer is durable, in the history, and will be delivered or end failed with a reason */
        post: operations["replyToConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chat-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the caller's chat templates, the deleted ones too */
        get: operations["listChatTemplates"];
        put?: never;
        /** Create a chat template here and, at once, at the provider */
        post: operations["createChatTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chat-templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a chat template */
        get: operations["getChatTemplate"];
        put?: never;
        post?: never;
        /** Delete a chat template at the provider, and disable it here */
        delete: operations["deleteChatTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chat-templates/{id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read a chat template's status and quality from the provider */
        post: operations["syncChatTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what has happened in the last 30 days, oldest first, and go on from where the last page ended */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List notifications, newest first; parameters named metadata.<name> filter by metadata */
        get: operations["listNotifications"];
        put?: never;
        /** Accept a notification; 202 means it is durable and will be delivered or end failed with a reason */
        post: operations["createNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the state of a notification */
        get: operations["getNotification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a notification's history with the provider's words, and what can be done about its present state */
        get: operations["getNotificationTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/smtp-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the caller's sending accounts */
        get: operations["listSendingAccounts"];
        put?: never;
        /** Create a sending account; the first one becomes the default */
        post: operations["createSendingAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/smtp-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a sending account */
        get: operations["getSendingAccount"];
        /** Replace a sending account; an empty secret keeps the stored one */
        put: operations["replaceSendingAccount"];
        post?: never;
        /** Delete a sending account */
        delete: operations["deleteSendingAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/smtp-accounts/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test email at once, outside the queue, within 20 seconds */
        post: operations["testSendingAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The service's name and that it runs */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the caller's email templates: all of them as an array, or page by page with limit or cursor */
        get: operations["listEmailTemplates"];
        put?: never;
        /** Create an email template */
        post: operations["createEmailTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an email template */
        get: operations["getEmailTemplate"];
        /** Replace an email template; what is queued already keeps its text */
        put: operations["replaceEmailTemplate"];
        post?: never;
        /** Delete an email template; what is queued already keeps its text */
        delete: operations["deleteEmailTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the caller's webhooks */
        get: operations["listWebhooks"];
        put?: never;
        /** Create a webhook, of at most 20; its secret is shown once */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a webhook */
        get: operations["getWebhook"];
        /** Replace a webhook; its secret stays, and one that was disabled is enabled again unless the request says otherwise */
        put: operations["replaceWebhook"];
        post?: never;
        /** Delete a webhook */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tries of the last 30 days, newest first */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries/{event_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event again, now */
        post: operations["retryWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send again what the feed still has of the webhook's event_types since a time */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a new secret; the one before signs beside it for the grace period */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a webhook.test at once, also while the webhook is disabled, and show the receiver's answer */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Liveness; checks no dependency */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Readiness of the table store and of the identity provider, within 3 seconds */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AnnouncedNotification: {
            attempts: number;
            /** @enum {string} */
            channel: "email" | "chat";
            /**
             * Format: uuid
             * @description Of a chat message.
             */
            chat_account_id?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** @description The most recent cause; cleared when sent. */
            last_error?: string;
            max_attempts: number;
            /** @description As it was given. */
            metadata?: {
                [key: string]: string;
            };
            /** @description The address, number or id that it goes to; absent where it is no longer kept. */
            recipient?: string;
            /**
             * Format: uuid
             * @description The notification that this one repeats.
             */
            resent_from?: string;
            /**
             * Format: date-time
             * @description Not before this time; absent when none was given.
             */
            send_at?: string;
            /**
             * Format: uuid
             * @description Of an email.
             */
            sending_account_id?: string;
            /** @enum {string} */
            status: "pending" | "processing" | "submitted" | "sent" | "failed";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updated_at: string;
        };
        Attachment: {
            /** @description A file that was uploaded before. */
            attachment_id?: string;
            /** @description The file in base64. */
            content?: string;
            /** @description Shows the file where the html body says cid:<content_id>. */
            content_id?: string;
            /** @description By the file's content and name when left out. */
            content_type?: string;
            /** @description Required beside content. In any script, without a path. */
            filename?: string;
        };
        ChatConversation: {
            /** Format: uuid */
            chat_account_id: string;
            /** @description The name that the customer gave themselves on the platform, as last seen; absent while none is known. Data from outside. */
            customer_name?: string;
            /** @description E.164; empty for a customer who hides the number. */
            customer_phone: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            service_window_expires_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updated_at: string;
            /** @description The customer wrote within the last 24 hours: free-form replies are allowed. */
            window_open: boolean;
        };
        ChatConversationPage: {
            /** @description Newest first. */
            conversations: components["schemas"]["ChatConversation"][];
            /** @description Absent at the end. A page may hold fewer than asked for and yet have one. */
            next_cursor?: string;
        };
        ChatHistory: {
            /** @description Newest first. */
            messages: components["schemas"]["ChatMessage"][];
            /** @description Present while there are older messages. Where messages are long, a page may hold fewer than asked for. */
            next_cursor?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            service_window_expires_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updated_at: string;
            window_open: boolean;
        };
        ChatMessage: {
            /** @enum {string} */
            direction: "inbound" | "outbound";
            /** Format: uuid */
            id: string;
            message_type: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            occurred_at: string;
            /** @description Inbound: the platform's part of the message, for media with media_id and media_status. Outbound: the accepted content, with notification_id and status. */
            payload: {
                [key: string]: unknown;
            };
        };
        ChatNotificationRequest: {
            attachments?: unknown[];
            bcc?: string[];
            body?: string;
            body_type?: string;
            cc?: string[];
            /** @constant */
            channel: "chat";
            chat: components["schemas"]["ChatPayload"];
            /**
             * Format: uuid
             * @description The default account when left out.
             */
            chat_account_id?: string;
            from_name?: string;
            headers?: {
                [key: string]: string;
            };
            /** @description At most 16 pairs of your own, 40 and 500 characters; kept with the notification, never in the message. */
            metadata?: {
                [key: string]: string;
            };
            /** @description A phone number in E.164 form. */
            recipient: string;
            reply_to?: string | string[];
            /**
             * Format: date-time
             * @description RFC 3339, at most 90 days ahead; a past time means now.
             */
            send_at?: string;
            smtp_account_id?: string;
            strict_variables?: boolean;
            subject?: string;
            template_id?: string;
            template_version?: number;
            /** @description The plain part beside an html body, in place of the derived one. */
            text?: string;
            /** @description Data for the template; names are case-sensitive. */
            variables?: {
                [key: string]: string;
            };
        };
        ChatPayload: {
            /** @description For type audio: exactly one of id and link is required. */
            audio?: {
                /** @description At most 1024 characters; not shown on audio. */
                caption?: string;
                /** @description Shown on documents: a plain name, at most 240 bytes. */
                filename?: string;
                /** @description The media_id of an earlier upload to the same chat account. */
                id?: string;
                /** @description Instead of id: a public https URL that can be downloaded without authentication. */
                link?: string;
            };
            /** @description For type document: exactly one of id and link is required. */
            document?: {
                /** @description At most 1024 characters; not shown on audio. */
                caption?: string;
                /** @description Shown on documents: a plain name, at most 240 bytes. */
                filename?: string;
                /** @description The media_id of an earlier upload to the same chat account. */
                id?: string;
                /** @description Instead of id: a public https URL that can be downloaded without authentication. */
                link?: string;
            };
            /** @description For every type but template: sent instead when the 24-hour window is closed. */
            fallback_template?: {
                /** Format: uuid */
                template_id: string;
                /** @enum {string} */
                type?: "template";
                values?: {
                    [key: string]: string;
                };
            };
            /** @description For type image: exactly one of id and link is required. */
            image?: {
                /** @description At most 1024 characters; not shown on audio. */
                caption?: string;
                /** @description Shown on documents: a plain name, at most 240 bytes. */
                filename?: string;
                /** @description The media_id of an earlier upload to the same chat account. */
                id?: string;
                /** @description Instead of id: a public https URL that can be downloaded without authentication. */
                link?: string;
            };
            /** @description For type location. */
            location?: {
                address?: string;
                /** @description Required; -90 to 90. */
                latitude?: number;
                /** @description Required; -180 to 180. */
                longitude?: number;
                name?: string;
            };
            /** @description For type reaction. */
            reaction?: {
                /** @description One emoji; empty takes the reaction back. */
                emoji?: string;
                /** @description Required: our id of a message of this conversation, or the provider's. */
                message_id?: string;
            };
            /**
             * Format: uuid
             * @description For type template: an approved template of the same account.
             */
            template_id?: string;
            /** @description For type text. */
            text?: {
                /** @description Required; at most 4096 characters. */
                body?: string;
                preview_url?: boolean;
            };
            /**
             * @description May be left out when template_id is there.
             * @enum {string}
             */
            type?: "template" | "text" | "image" | "video" | "audio" | "document" | "location" | "reaction";
            /** @description For type template: a value for every parameter, by name. */
            values?: {
                [key: string]: string;
            };
            /** @description For type video: exactly one of id and link is required. */
            video?: {
                /** @description At most 1024 characters; not shown on audio. */
                caption?: string;
                /** @description Shown on documents: a plain name, at most 240 bytes. */
                filename?: string;
                /** @description The media_id of an earlier upload to the same chat account. */
                id?: string;
                /** @description Instead of id: a public https URL that can be downloaded without authentication. */
                link?: string;
            };
        };
        ChatTemplate: {
            body: {
                /** @description One concrete value per variable, in order. */
                examples?: string[];
                /** @description With the variables {{1}}, {{2}}, … */
                text: string;
            };
            buttons?: {
                /** @description A concrete suffix for a dynamic URL. */
                example?: string;
                phone?: string;
                text: string;
                /** @enum {string} */
                type: "quick_reply" | "call" | "static_url" | "dynamic_url";
                url?: string;
            }[];
            can_send: boolean;
            /** @enum {string} */
            category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
            /** Format: uuid */
            chat_account_id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** @description Deleted here; it is never sent again. */
            disabled: boolean;
            footer?: {
                text: string;
            };
            header?: {
                /** @description A concrete value for the header's variable. */
                example?: string;
                /** @description From POST /panel/api/chat-template-media; for headers of media. */
                media_handle?: string;
                text?: string;
                /** @enum {string} */
                type: "text" | "image" | "video" | "document";
            };
            /** Format: uuid */
            id: string;
            /** @description Such as en or en_US. */
            language: string;
            name: string;
            parameters: {
                /** @enum {string} */
                component: "header" | "body" | "button";
                name: string;
                /** @description The variable's number; of a button its visual position, from 1. */
                position: number;
                required: boolean;
                /** @enum {string} */
                type: "text" | "image" | "video" | "document";
            }[];
            /** @description Digits; may be beyond 2^53. */
            provider_template_id: string;
            /** @description GREEN, YELLOW, RED or UNKNOWN. */
            quality: string;
            rejected_reason?: string;
            /** @description The platform's word, such as PENDING, APPROVED or REJECTED. */
            remote_status: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updated_at: string;
        };
        EmailNotificationRequest: {
            attachments?: components["schemas"]["Attachment"][];
            /**
             * @description Hidden copies; empty values are dropped.
             * @default []
             */
            bcc?: string[];
            body?: string;
            /**
             * @description text, or what the template says, when left out.
             * @enum {string}
             */
            body_type?: "text" | "html";
            /**
             * @description Visible copies; empty values are dropped.
             * @default []
             */
            cc?: string[];
            /** @constant */
            channel?: "email";
            chat?: components["schemas"]["ChatPayload"];
            chat_account_id?: string;
            /** @description Overrides the account's sender name for this mail. */
            from_name?: string;
            /** @description At most 20: X-*, List-* (but List-Unsubscribe and List-Unsubscribe-Post), In-Reply-To, References, Auto-Submitted, Precedence and Importance. */
            headers?: {
                [key: string]: string;
            };
            /** @description At most 16 pairs of your own, 40 and 500 characters; kept with the notification, never in the message. */
            metadata?: {
                [key: string]: string;
            };
            /** @description An email address. */
            recipient: string;
            /** @description An address, or a list of at most five. */
            reply_to?: string | string[];
            /**
             * Format: date-time
             * @description RFC 3339, at most 90 days ahead; a past time means now.
             */
            send_at?: string;
            /**
             * Format: uuid
             * @description The default account when left out.
             */
            smtp_account_id?: string;
            strict_variables?: boolean;
            subject?: string;
            /**
             * Format: uuid
             * @description Takes priority over subject and body.
             */
            template_id?: string;
            template_version?: number;
            /** @description The plain part beside an html body, in place of the derived one. */
            text?: string;
            /** @description Data for the template; names are case-sensitive. */
            variables?: {
                [key: string]: string;
            };
        };
        EmailTemplate: {
            body: string;
            /** @enum {string} */
            body_type: "text" | "html";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** Format: uuid */
            id: string;
            name: string;
            subject: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updated_at: string;
        };
        EmailTemplatePage: {
            /** @description Absent at the end. A page may hold fewer than asked for and yet have one. */
            next_cursor?: string;
            /** @description Oldest first. */
            templates: components["schemas"]["EmailTemplate"][];
        };
        Error: {
            /**
             * @description Stable: decide by it.
             * @enum {string}
             */
            code: "invalid_request" | "malformed_json" | "unauthorized" | "insufficient_scope" | "role_required" | "origin_not_allowed" | "past_edge" | "not_found" | "method_not_allowed" | "idempotency_key_reused" | "request_in_flight" | "test_send_failed" | "event_refused" | "window_closed" | "conversation_held" | "provider_unavailable" | "provider_number_taken" | "media_not_ready" | "limit_reached" | "internal_error" | "bad_request" | "request_timeout" | "request_header_fields_too_large";
            /** @description The provider's own words. */
            detail?: string;
            /** @description For people. */
            error: string;
            /** @description All problems of the request's shape; error says the first. */
            errors?: {
                field: string;
                message: string;
            }[];
        };
        Event: {
            data: components["schemas"]["AnnouncedNotification"];
            /** @description The same whenever the event comes again. */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            timestamp: string;
            /** @constant */
            type: "notification.submitted";
        } | {
            data: components["schemas"]["AnnouncedNotification"];
            /** @description The same whenever the event comes again. */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            timestamp: string;
            /** @constant */
            type: "notification.sent";
        } | {
            data: components["schemas"]["AnnouncedNotification"];
            /** @description The same whenever the event comes again. */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            timestamp: string;
            /** @constant */
            type: "notification.delivered";
        } | {
            data: components["schemas"]["AnnouncedNotification"];
            /** @description The same whenever the event comes again. */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            timestamp: string;
            /** @constant */
            type: "notification.read";
        } | {
            data: components["schemas"]["FailedNotification"];
            /** @description The same whenever the event comes again. */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            timestamp: string;
            /** @constant */
            type: "notification.retrying";
        } | {
            data: components["schemas"]["FailedNotification"];
            /** @description The same whenever the event comes again. */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            timestamp: string;
            /** @constant */
            type: "notification.failed";
        } | {
            data: components["schemas"]["ReceivedMessage"];
            /** @description The same whenever the event comes again. */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            timestamp: string;
            /** @constant */
            type: "message.received";
        } | {
            data: components["schemas"]["ChatTemplate"];
            /** @description The same whenever the event comes again. */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            timestamp: string;
            /** @constant */
            type: "chat_template.updated";
        } | {
            data: components["schemas"]["SendingAccount"];
            /** @description The same whenever the event comes again. */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            timestamp: string;
            /** @constant */
            type: "sending_account.failing";
        } | {
            data: components["schemas"]["SendingAccount"];
            /** @description The same whenever the event comes again. */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            timestamp: string;
            /** @constant */
            type: "sending_account.recovered";
        } | {
            data: components["schemas"]["Webhook"];
            /** @description The same whenever the event comes again. */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            timestamp: string;
            /** @constant */
            type: "webhook.disabled";
        };
        EventPage: {
            /** @description Oldest first. */
            events: (components["schemas"]["Event"] | components["schemas"]["KeptEvent"])[];
            /** @description There is always one: the next page begins behind this one. */
            next_cursor: string;
        };
        Explanation: {
            code: components["schemas"]["ExplanationCode"];
            /** @description What is so, in a sentence for people. */
            summary: string;
            /** @description What the reader can do about it. */
            what_to_do: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC; while another attempt is planned.
             */
            will_retry_at?: string;
        };
        /**
         * @description A published code: docs/explanations.md says what each means.
         * @enum {string}
         */
        ExplanationCode: "waiting" | "sending" | "submitted" | "sent" | "delivered" | "read" | "partly_delivered" | "service_unavailable" | "attempt_interrupted" | "delivery_interrupted" | "delivery_crashed" | "account_deleted" | "content_expired" | "unknown" | "recipient_refused" | "server_deferred" | "mailbox_not_found" | "domain_takes_no_mail" | "address_invalid" | "address_beyond_ascii" | "mailbox_disabled" | "mailbox_full" | "message_too_large" | "route_not_found" | "policy_refused" | "sender_unauthenticated" | "sender_refused" | "content_refused" | "credential_refused" | "credential_missing" | "credential_unreadable" | "sign_in_required" | "sign_in_method_refused" | "sign_in_not_offered" | "sign_in_deferred" | "server_busy" | "server_full" | "server_not_found" | "server_unreachable" | "server_refused_connection" | "address_not_public" | "tls_failed" | "connection_lost" | "handover_interrupted" | "delivery_in_doubt" | "file_unreadable" | "domain_not_trusted" | "http_provider_disabled" | "account_settings_unusable" | "provider_unreachable" | "provider_failed" | "provider_rate_limited" | "provider_refused" | "chat_platform_failed" | "chat_platform_refused" | "chat_unconfirmed" | "chat_rate_limited" | "chat_customer_rate_limited" | "chat_number_in_maintenance" | "chat_experiment" | "customer_unreachable" | "customer_blocked" | "customer_number_needed" | "customer_is_sender" | "marketing_limited" | "marketing_stopped" | "marketing_switched_off" | "number_limited" | "messaging_limit_lowered" | "number_not_ready" | "business_account_locked" | "payment_problem" | "chat_access_refused" | "chat_resource_not_found" | "chat_provider_limit" | "chat_provider_unreachable" | "message_invalid" | "message_type_unsupported" | "media_unusable" | "media_expired" | "window_closed" | "conversation_held" | "templates_only" | "reaction_target_gone" | "reaction_target_not_sent" | "template_deleted" | "template_not_approved" | "template_parameters_mismatch" | "template_value_invalid" | "template_too_long" | "template_policy_broken" | "template_paused" | "template_disabled" | "template_flow_unusable";
        FailedNotification: {
            attempts: number;
            /** @enum {string} */
            channel: "email" | "chat";
            /**
             * Format: uuid
             * @description Of a chat message.
             */
            chat_account_id?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** @description The most recent cause; cleared when sent. */
            last_error?: string;
            max_attempts: number;
            /** @description As it was given. */
            metadata?: {
                [key: string]: string;
            };
            reason: components["schemas"]["ExplanationCode"];
            /** @description The address, number or id that it goes to; absent where it is no longer kept. */
            recipient?: string;
            /**
             * Format: uuid
             * @description The notification that this one repeats.
             */
            resent_from?: string;
            /**
             * Format: date-time
             * @description Not before this time; absent when none was given.
             */
            send_at?: string;
            /**
             * Format: uuid
             * @description Of an email.
             */
            sending_account_id?: string;
            /** @enum {string} */
            status: "pending" | "processing" | "submitted" | "sent" | "failed";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updated_at: string;
        };
        /** @description An event as an earlier version wrote it. */
        KeptEvent: {
            data: {
                [key: string]: unknown;
            };
            /** @description The same whenever the event comes again. */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            timestamp: string;
            type: string;
        };
        Notification: {
            attempts: number;
            /** @enum {string} */
            channel: "email" | "chat";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** @description The most recent cause; cleared when sent. */
            last_error?: string;
            max_attempts: number;
            /** @description As it was given. */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: uuid
             * @description The notification that this one repeats.
             */
            resent_from?: string;
            /**
             * Format: date-time
             * @description Not before this time; absent when none was given.
             */
            send_at?: string;
            /** @enum {string} */
            status: "pending" | "processing" | "submitted" | "sent" | "failed";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updated_at: string;
        };
        NotificationPage: {
            /** @description Absent at the end. A page may hold fewer than asked for, or none, and yet have one. */
            next_cursor?: string;
            notifications: components["schemas"]["NotificationWithRecipient"][];
        };
        NotificationTimeline: {
            explanation: components["schemas"]["Explanation"];
            recipients: {
                /** @enum {string} */
                outcome: "waiting" | "accepted" | "deferred" | "refused" | "failed" | "delivered" | "read";
                /** @description Absent once it is not stored any more. */
                recipient?: string;
                /** @description The provider's own words, without credentials. */
                response?: string;
            }[];
            /** @description Oldest first. */
            timeline: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC. Of an interrupted attempt: when something came after it.
                 */
                at: string;
                attempt?: number;
                code?: components["schemas"]["ExplanationCode"];
                /**
                 * @description retrying: an attempt failed, and another one follows.
                 * @enum {string}
                 */
                event: "accepted" | "retrying" | "interrupted" | "recipient_refused" | "recipient_deferred" | "submitted" | "sent" | "delivered" | "read" | "failed";
                /** @description Of an event that is about one of several. Absent once it is not stored any more. */
                recipient?: string;
                /** @description The provider's own words, without credentials. */
                response?: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                retry_at?: string;
            }[];
        };
        NotificationWithRecipient: {
            attempts: number;
            /** @enum {string} */
            channel: "email" | "chat";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** @description The most recent cause; cleared when sent. */
            last_error?: string;
            max_attempts: number;
            /** @description As it was given. */
            metadata?: {
                [key: string]: string;
            };
            /** @description As it was given; of a chat message, the customer. Absent once it is not stored any more. */
            recipient?: string;
            /**
             * Format: uuid
             * @description The notification that this one repeats.
             */
            resent_from?: string;
            /**
             * Format: date-time
             * @description Not before this time; absent when none was given.
             */
            send_at?: string;
            /** @enum {string} */
            status: "pending" | "processing" | "submitted" | "sent" | "failed";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updated_at: string;
        };
        ReceivedMessage: {
            conversation: components["schemas"]["ChatConversation"];
            message: components["schemas"]["ChatMessage"];
        };
        /** @description The secret is never part of it; the other provider's fields are left out. */
        SendingAccount: {
            api_allowed_domains: string[];
            auth_header_name?: string;
            auth_value_template?: string;
            body_template?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            /** @enum {string} */
            encryption?: "none" | "starttls" | "tls";
            endpoint?: string;
            from_address: string;
            from_name: string;
            host?: string;
            /** Format: uuid */
            id: string;
            is_default: boolean;
            label: string;
            /** @description Where the account has a setting of its own; otherwise 10. */
            max_connections?: number;
            port?: number;
            /** @enum {string} */
            provider: "smtp" | "http_api";
            trusted_domains: string[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updated_at: string;
            username?: string;
        };
        UploadedAttachment: {
            /**
             * Format: uuid
             * @description Names the file in `attachments` of a send.
             */
            attachment_id: string;
            /** @description By the file's content and name. */
            content_type: string;
            /**
             * Format: date-time
             * @description No later send can name it. Those that have named it keep it.
             */
            expires_at: string;
            filename: string;
            /** @description Bytes. */
            size: number;
        };
        /** @description Its secret is shown when it is made, and never again. */
        Webhook: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            description: string;
            /** @description Why the service disabled it; absent when its owner did. */
            disabled_reason?: string;
            enabled: boolean;
            /** @description Empty: all. */
            event_types: string[];
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updated_at: string;
            url: string;
        };
        /** @description One try to post one event. */
        WebhookDelivery: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC; of a pending one, when it is due.
             */
            at: string;
            /** @description The beginning of the answer. */
            body?: string;
            duration_ms?: number;
            /** @description Why there was no answer. */
            error?: string;
            event_id: string;
            /** @enum {string} */
            status: "success" | "failed" | "pending";
            status_code?: number;
            type: string;
        };
        WebhookDeliveryPage: {
            /** @description Newest first. */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Absent at the end. A page may hold fewer than asked for, or none, and yet have one. */
            next_cursor?: string;
        };
        /** @description What the receiver answered, whatever that was. */
        WebhookTestAnswer: {
            /** @description The beginning of the answer. */
            body: string;
            duration_ms: number;
            status_code: number;
        };
        WebhookWithSecret: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            created_at: string;
            description: string;
            /** @description Why the service disabled it; absent when its owner did. */
            disabled_reason?: string;
            enabled: boolean;
            /** @description Empty: all. */
            event_types: string[];
            /** Format: uuid */
            id: string;
            /** @description `whsec_` and base64 of 32 bytes: signs what is sent. Shown this once. */
            secret: string;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updated_at: string;
            url: string;
        };
    };
    responses: {
        /** @description Too many requests: wait for Retry-After. */
        TooManyRequests: {
            headers: {
                /** @description Requests at once from an idle credential. */
                "RateLimit-Limit"?: number;
                /** @description Requests that are left at this moment. */
                "RateLimit-Remaining"?: number;
                /** @description Seconds until there is one more. */
                "RateLimit-Reset"?: number;
                "Retry-After"?: 60;
                [name: string]: unknown;
            };
            content: {
                "text/plain": "too many requests";
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    uploadAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedAttachment"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    listConversations: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                window?: "open" | "closed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatConversationPage"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatConversation"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    uploadMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /** @enum {string} */
                    media_type: "image" | "video" | "audio" | "document";
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By the file's content. */
                        content_type: string;
                        filename: string;
                        /**
                         * Format: uuid
                         * @description Names the file in a reply's `media_id` or a notification's `chat.<media>.id`.
                         */
                        media_id: string;
                        /** @enum {string} */
                        media_type: "image" | "video" | "audio" | "document";
                        /** @description Bytes. */
                        size: number;
                    };
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The chat provider cannot be reached: nothing was changed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getConversationMessages: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatHistory"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getMessageMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                messageID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        content_type: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339, UTC
                         */
                        expires_at: string;
                        filename: string;
                        /**
                         * Format: uri
                         * @description Signed; works for everybody who has it, until `expires_at`.
                         */
                        url: string;
                    };
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The file is being copied: see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replyToConversation: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address?: string;
                    /** @description For media: at most 1024 characters. */
                    caption?: string;
                    /** @description The values of the template's parameters, in their order. */
                    fallback_parameters?: string[];
                    /**
                     * Format: uuid
                     * @description An approved chat template, sent instead when the 24-hour window is closed.
                     */
                    fallback_template_id?: string;
                    /** @description For a document: the name that the customer sees. */
                    filename?: string;
                    /** @description For a location: -90 to 90. */
                    latitude?: number;
                    location_name?: string;
                    /** @description For a location: -180 to 180. */
                    longitude?: number;
                    /**
                     * Format: uuid
                     * @description For media: the id of an earlier upload to this conversation.
                     */
                    media_id?: string;
                    /** @description For media, instead of media_id: a public https URL. */
                    media_url?: string;
                    /**
                     * @default text
                     * @enum {string}
                     */
                    message_type?: "text" | "image" | "video" | "audio" | "document" | "location";
                    /** @description For text: what is said, at most 4096 characters. */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        notification_id: string;
                    };
                };
            };
            /** @description The body is no JSON. The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The customer has not written within the last 24 hours, and there is no usable fallback template. The conversation is owned by another tenant while its service window is open. The Idempotency-Key was used with another request. A request with this Idempotency-Key is in flight: see Retry-After. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    listChatTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatTemplate"][];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    createChatTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body: {
                        /** @description One concrete value per variable, in order. */
                        examples?: string[];
                        /** @description With the variables {{1}}, {{2}}, … */
                        text: string;
                    };
                    buttons?: {
                        /** @description A concrete suffix for a dynamic URL. */
                        example?: string;
                        phone?: string;
                        text: string;
                        /** @enum {string} */
                        type: "quick_reply" | "call" | "static_url" | "dynamic_url";
                        url?: string;
                    }[];
                    /** @enum {string} */
                    category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
                    /**
                     * Format: uuid
                     * @description The caller's default when left out.
                     */
                    chat_account_id?: string;
                    footer?: {
                        text: string;
                    };
                    header?: {
                        /** @description A concrete value for the header's variable. */
                        example?: string;
                        /** @description From POST /panel/api/chat-template-media; for headers of media. */
                        media_handle?: string;
                        text?: string;
                        /** @enum {string} */
                        type: "text" | "image" | "video" | "document";
                    };
                    /** @description Such as en or en_US. */
                    language: string;
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatTemplate"];
                };
            };
            /** @description The body is no JSON. The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The chat provider cannot be reached: nothing was changed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getChatTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatTemplate"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteChatTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatTemplate"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The chat provider cannot be reached: nothing was changed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    syncChatTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatTemplate"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The chat provider cannot be reached: nothing was changed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                types?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                channel?: "email" | "chat";
                cursor?: string;
                limit?: number;
                recipient?: string;
                since?: string;
                status?: "pending" | "processing" | "submitted" | "sent" | "failed";
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPage"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    createNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailNotificationRequest"] | components["schemas"]["ChatNotificationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
            /** @description The body is no JSON. The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller's origin is not allowed by the sending account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used with another request. A request with this Idempotency-Key is in flight: see Retry-After. The customer has not written within the last 24 hours, and there is no usable fallback template. The conversation is owned by another tenant while its service window is open. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getNotificationTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationTimeline"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    listSendingAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendingAccount"][];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    createSendingAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hosts allowed in Origin or Referer; empty means no restriction. */
                    api_allowed_domains?: string[];
                    api_key?: string;
                    auth_header_name?: string;
                    auth_value_template?: string;
                    body_template?: string;
                    /** @enum {string} */
                    encryption?: "none" | "starttls" | "tls";
                    endpoint?: string;
                    /** @description Always the sender address of outgoing mail. */
                    from_address: string;
                    from_name?: string;
                    host?: string;
                    is_default?: boolean;
                    /** @description Internal name; the sender name of last resort. */
                    label: string;
                    /** @description The most connections that one worker environment opens to the server; 10 when left out. */
                    max_connections?: number;
                    password?: string;
                    port?: number;
                    /**
                     * @default smtp
                     * @enum {string}
                     */
                    provider?: "smtp" | "http_api";
                    /** @description Allowed recipient domains; empty means no restriction. */
                    trusted_domains?: string[];
                    username?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendingAccount"];
                };
            };
            /** @description The body is no JSON. The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getSendingAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendingAccount"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    replaceSendingAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hosts allowed in Origin or Referer; empty means no restriction. */
                    api_allowed_domains?: string[];
                    api_key?: string;
                    auth_header_name?: string;
                    auth_value_template?: string;
                    body_template?: string;
                    /** @enum {string} */
                    encryption?: "none" | "starttls" | "tls";
                    endpoint?: string;
                    /** @description Always the sender address of outgoing mail. */
                    from_address: string;
                    from_name?: string;
                    host?: string;
                    is_default?: boolean;
                    /** @description Internal name; the sender name of last resort. */
                    label: string;
                    /** @description The most connections that one worker environment opens to the server; 10 when left out. */
                    max_connections?: number;
                    password?: string;
                    port?: number;
                    /**
                     * @default smtp
                     * @enum {string}
                     */
                    provider?: "smtp" | "http_api";
                    /** @description Allowed recipient domains; empty means no restriction. */
                    trusted_domains?: string[];
                    username?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendingAccount"];
                };
            };
            /** @description The body is no JSON. The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteSendingAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    testSendingAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The account's from_address when left out. */
                    recipient?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "sent";
                    };
                };
            };
            /** @description The body is no JSON. The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The provider refused the mail, or nobody answered; detail holds the cause. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        name: "Herald";
                        /** @constant */
                        service: "notification-delivery";
                        /** @constant */
                        status: "running";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    listEmailTemplates: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplate"][] | components["schemas"]["EmailTemplatePage"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    createEmailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Go text/template. */
                    body: string;
                    /**
                     * @default text
                     * @enum {string}
                     */
                    body_type?: "text" | "html";
                    name: string;
                    /** @description Go text/template. */
                    subject: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplate"];
                };
            };
            /** @description The body is no JSON. The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description As many, or as much, as one owner may have. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getEmailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplate"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    replaceEmailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Go text/template. */
                    body: string;
                    /**
                     * @default text
                     * @enum {string}
                     */
                    body_type?: "text" | "html";
                    name: string;
                    /** @description Go text/template. */
                    subject: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplate"];
                };
            };
            /** @description The body is no JSON. The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description As many, or as much, as one owner may have. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteEmailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default  */
                    description?: string;
                    /**
                     * @description Nothing is sent while it is false.
                     * @default true
                     */
                    enabled?: boolean;
                    /** @description All types when it is empty or left out. */
                    event_types?: ("notification.submitted" | "notification.sent" | "notification.delivered" | "notification.read" | "notification.retrying" | "notification.failed" | "notification.canceled" | "notification.bounced" | "notification.complained" | "message.received" | "chat_template.updated" | "sending_account.failing" | "sending_account.recovered" | "recipient.suppressed" | "recipient.unsubscribed" | "webhook.disabled")[];
                    /** @description Events are posted there. https; http where the deployment allows it. */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description The body is no JSON. The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description As many, or as much, as one owner may have. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    replaceWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default  */
                    description?: string;
                    /**
                     * @description Nothing is sent while it is false.
                     * @default true
                     */
                    enabled?: boolean;
                    /** @description All types when it is empty or left out. */
                    event_types?: ("notification.submitted" | "notification.sent" | "notification.delivered" | "notification.read" | "notification.retrying" | "notification.failed" | "notification.canceled" | "notification.bounced" | "notification.complained" | "message.received" | "chat_template.updated" | "sending_account.failing" | "sending_account.recovered" | "recipient.suppressed" | "recipient.unsubscribed" | "webhook.disabled")[];
                    /** @description Events are posted there. https; http where the deployment allows it. */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The body is no JSON. The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                status?: "success" | "failed" | "pending";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "pending";
                    };
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description RFC 3339: events of this time or later.
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "pending";
                    };
                };
            };
            /** @description The body is no JSON. The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description How long the secret before it signs too.
                     * @default 86400
                     */
                    grace_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description The body is no JSON. The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTestAnswer"];
                };
            };
            /** @description The request is not valid: the message names the field and the rule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or cannot be validated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The access token lacks the required scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The provider refused the mail, or nobody answered; detail holds the cause. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "alive";
                    };
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        database: "available" | "unavailable";
                        /** @enum {string} */
                        oidc: "available" | "unavailable";
                        /** @enum {string} */
                        status: "ready" | "not-ready";
                    };
                };
            };
            /** @description Not ready. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        database: "available" | "unavailable";
                        /** @enum {string} */
                        oidc: "available" | "unavailable";
                        /** @enum {string} */
                        status: "ready" | "not-ready";
                    };
                };
            };
        };
    };
}
