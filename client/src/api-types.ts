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
        /**
         * Upload a file for mails
         * @description At most 20 MB, for any number of mails within 7 days: name its `attachment_id` in `attachments`. A mail keeps the files that it was sent with for as long as its content.
         */
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
        /**
         * List conversations
         * @description One for each customer of a chat account, the last one that something happened in first. `window=open` finds those whom you may answer freely.
         */
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
        /**
         * Read a conversation
         * @description With the customer's number and name, and until when they may be answered freely.
         */
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
        /**
         * Upload a file for a conversation
         * @description A picture, video, sound or document of at most 20 MB for an answer in this conversation; send it by its `media_id`.
         */
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
        /**
         * Read a conversation's messages
         * @description What the customer wrote and what was sent to them, newest first; go on with `next_cursor` to older ones.
         */
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
        /**
         * Get a message's file
         * @description The address is signed, good for a short time, and needs no credential: give it to the browser. 503 with `Retry-After` while the file is being copied to our storage.
         */
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
        /**
         * Answer a customer
         * @description A text, a file, a place, a reaction or a template. While the 24-hour window is closed only a template goes out: choose one, or give one as a fallback. 202 means that the answer is durable, in the history, and will be delivered or end `failed` with a reason. The status of the answer is that of its notification.
         */
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
        /**
         * List chat templates
         * @description The deleted ones too, with the platform's verdict on each. `can_send` says whether it may be used now.
         */
        get: operations["listChatTemplates"];
        put?: never;
        /**
         * Create a chat template
         * @description It is created here and, at once, at the provider. The platform reviews it; until it is approved, sends with it are refused. The answer lists the parameters that a send has to bring.
         */
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
        /**
         * Read a chat template
         * @description As it was last heard of from the platform.
         */
        get: operations["getChatTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a chat template
         * @description At the provider too. It stays in lists as deleted. What is queued already is not changed.
         */
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
        /**
         * Sync a chat template
         * @description Asks the platform now, instead of waiting for its event.
         */
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
        /**
         * Read the feed of events
         * @description Everything that happened in the last 30 days, oldest first. Begins at the oldest kept event, or with `cursor=now` at the end. Keep `next_cursor`, also that of an empty page: reading on from it skips nothing. An event may come twice, with the same id.
         */
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
        /**
         * List notifications
         * @description Newest first, page by page: go on with `next_cursor` and the same filters. Filters may be combined; `metadata.order=10042` finds what was sent with that pair.
         */
        get: operations["listNotifications"];
        put?: never;
        /**
         * Send a notification
         * @description Checks the request, stores it, and answers at once: 202 means that it is durable, and will be delivered or end `failed` with a reason. Everything that is wrong with the request itself is refused here: an unknown account, a template that cannot be rendered, a recipient that is no address. What goes wrong later is in the notification's timeline.
         *
         *     Give an `Idempotency-Key` when you may have to repeat the request: the repeat gets the first answer and sends nothing again.
         */
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
        /**
         * Read a notification
         * @description `pending` waits for its delivery, `processing` is at the server now, `submitted` waits for what the chat platform reports. `sent` and `failed` are final; `last_error` says why.
         */
        get: operations["getNotification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Move a notification to another time
         * @description For one that was given a `send_at`, until its first attempt. A past time means now.
         */
        patch: operations["rescheduleNotification"];
        trace?: never;
    };
    "/api/v1/notifications/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a notification
         * @description Before its first attempt, and while it waits for another one. What a worker has in hand is not stopped: the answer is 409 with its status. Canceling again changes nothing.
         */
        post: operations["cancelNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a notification again
         * @description A new notification with the same content, recipients, account and metadata, which leaves at once; `resent_from` names the first one. The first one has to have ended, and its content to be kept still.
         */
        post: operations["resendNotification"];
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
        /**
         * Explain a notification
         * @description Every attempt with the server's own words, the result for every recipient, and for the present state one explanation with what to do. The codes are listed in the guide on explanations.
         */
        get: operations["getNotificationTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send up to 100 notifications
         * @description One request for the limiter. Every item is judged like a single request and stands alone: the answer is 202 with a notification or an error for each, in order. With `atomic` one bad item refuses them all, and nothing is created. An `Idempotency-Key` covers the whole batch.
         */
        post: operations["createNotificationBatch"];
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
        /**
         * List sending accounts
         * @description Without their passwords and keys: nobody reads those.
         */
        get: operations["listSendingAccounts"];
        put?: never;
        /**
         * Create a sending account
         * @description The first one becomes the default. Connects to nothing: try it with a test mail. The password is sealed before it is stored.
         */
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
        /**
         * Read a sending account
         * @description Without its password or key.
         */
        get: operations["getSendingAccount"];
        /**
         * Replace a sending account
         * @description All fields, except that an empty password or key keeps the stored one. Mails that wait leave through the account as it is then.
         */
        put: operations["replaceSendingAccount"];
        post?: never;
        /**
         * Delete a sending account
         * @description Notifications that wait for it end `failed`. After the default is deleted, a request has to name an account.
         */
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
        /**
         * Send a test email
         * @description Signs in and hands over a mail at once, outside the queue, within 20 seconds. 502 carries the server's own words in `detail`.
         */
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
        /**
         * Name and status
         * @description Answers whatever its dependencies do.
         */
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
        /**
         * List email templates
         * @description An array without parameters. With `limit` or `cursor` a page, and a `next_cursor` while there are more.
         */
        get: operations["listEmailTemplates"];
        put?: never;
        /**
         * Create an email template
         * @description Subject and body are Go `text/template`; one that does not parse is refused here.
         */
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
        /**
         * Read an email template
         * @description As it was saved, not rendered.
         */
        get: operations["getEmailTemplate"];
        /**
         * Replace an email template
         * @description All fields. What is queued already is not changed.
         */
        put: operations["replaceEmailTemplate"];
        post?: never;
        /**
         * Delete an email template
         * @description What is queued already is not changed.
         */
        delete: operations["deleteEmailTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an email template's version
         * @description Makes it again what an earlier version was, under a new and higher version.
         */
        post: operations["restoreEmailTemplateVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/templates/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an email template's versions
         * @description Newest first, the present one among them; the last 50 are kept. An array without parameters, pages with `limit` or `cursor`.
         */
        get: operations["listEmailTemplateVersions"];
        put?: never;
        post?: never;
        delete?: never;
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
        /**
         * List webhooks
         * @description All of them: there are at most 20.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Of at most 20. Events are posted as Standard Webhooks, signed with the `secret` that only this answer and a rotation show. A receiver answers 2xx within 15 seconds; anything else is tried again for more than a day.
         */
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
        /**
         * Read a webhook
         * @description Whether it is enabled, and why not.
         */
        get: operations["getWebhook"];
        /**
         * Replace a webhook
         * @description All fields: what is left out is reset. It also enables a webhook that the service has disabled.
         */
        put: operations["replaceWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Nothing is sent to it any more, not even what waits for a retry.
         */
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
        /**
         * List a webhook's deliveries
         * @description The tries of the last 30 days, newest first: one entry a try, with the beginning of the receiver's answer or the reason why none came.
         */
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
        /**
         * Send an event again
         * @description For an event that the webhook was sent before; replay sends the others.
         */
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
        /**
         * Replay events
         * @description Sends again what the feed still has of the webhook's `event_types` since a time, for instance what happened while the webhook was disabled. The feed goes back 30 days.
         */
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
        /**
         * Rotate a webhook's secret
         * @description Until the grace period is over every request has two signatures, so that no event is lost meanwhile.
         */
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
        /**
         * Test a webhook
         * @description Sends a `webhook.test` at once, also while the webhook is disabled, waits for the receiver's answer and shows it, whatever it is. 502 says why no answer came.
         */
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
        /**
         * Liveness
         * @description For a load balancer: answers whatever its dependencies do.
         */
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
        /**
         * Readiness
         * @description Of the table store and of the identity provider, within 3 seconds. 503 names the one that does not answer.
         */
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
            /**
             * @description How often its delivery was tried.
             * @example 1
             */
            attempts: number;
            /**
             * @description email, or chat for WhatsApp.
             * @example email
             * @enum {string}
             */
            channel: "email" | "chat";
            /**
             * Format: uuid
             * @description Of a chat message.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: uuid
             * @description A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * @description The most recent cause; cleared when sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * @description How often it is tried at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * @description As it was given.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * @description The address, number or id that it goes to; absent where it is no longer kept.
             * @example ana@example.test
             */
            recipient?: string;
            /**
             * Format: uuid
             * @description The notification that this one repeats.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            resent_from?: string;
            /**
             * Format: date-time
             * @description Not before this time; absent when none was given.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * Format: uuid
             * @description Of an email.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            sending_account_id?: string;
            /**
             * @description Its present state.
             * @example sent
             * @enum {string}
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        Attachment: {
            /**
             * @description A file that was uploaded before.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            attachment_id?: string;
            /**
             * @description The file in base64.
             * @example JVBERi0xLjcK
             */
            content?: string;
            /**
             * @description Shows the file where the html body says cid:<content_id>.
             * @example logo
             */
            content_id?: string;
            /**
             * @description By the file's content and name when left out.
             * @example application/pdf
             */
            content_type?: string;
            /**
             * @description Required beside content. In any script, without a path.
             * @example invoice.pdf
             */
            filename?: string;
        };
        BatchRequest: {
            /**
             * @description All or none: one that is not valid refuses them all.
             * @default false
             * @example false
             */
            atomic?: boolean;
            /**
             * @description Each as the body of a single request.
             * @example [
             *       {
             *         "recipient": "ana@example.test"
             *       }
             *     ]
             */
            notifications: (components["schemas"]["EmailNotificationRequest"] | components["schemas"]["ChatNotificationRequest"])[];
        };
        /** @description One of the two. */
        BatchResult: {
            /**
             * @description As the answer of a single request.
             * @example {
             *       "status": 400,
             *       "message": "recipient is required"
             *     }
             */
            error?: {
                /**
                 * @description The error of a single request's answer.
                 * @example recipient is required
                 */
                message: string;
                /**
                 * @description The status of a single request's answer.
                 * @example 400
                 */
                status: number;
            };
            /** @description As its own address shows it. */
            notification?: components["schemas"]["Notification"];
        };
        BatchResults: {
            /**
             * @description In the order of the request.
             * @example [
             *       {}
             *     ]
             */
            results: components["schemas"]["BatchResult"][];
        };
        ChatConversation: {
            /**
             * Format: uuid
             * @description A chat account.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id: string;
            /**
             * @description The name that the customer gave themselves on the platform, as last seen; absent while none is known. Data from outside.
             * @example Ana
             */
            customer_name?: string;
            /**
             * @description E.164; empty for a customer who hides the number.
             * @example +15551230001
             */
            customer_phone: string;
            /**
             * Format: uuid
             * @description A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            service_window_expires_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * @description The customer wrote within the last 24 hours: free-form replies are allowed.
             * @example true
             */
            window_open: boolean;
        };
        ChatConversationPage: {
            /**
             * @description Newest first.
             * @example [
             *       {
             *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
             *         "customer_phone": "+15551230001",
             *         "chat_account_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04",
             *         "window_open": true,
             *         "service_window_expires_at": "2026-11-22T12:00:00.000Z",
             *         "updated_at": "2026-11-22T12:00:00.000Z"
             *       }
             *     ]
             */
            conversations: components["schemas"]["ChatConversation"][];
            /**
             * @description Absent at the end. A page may hold fewer than asked for and yet have one.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
        };
        ChatHistory: {
            /**
             * @description Newest first.
             * @example [
             *       {
             *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
             *         "direction": "inbound",
             *         "message_type": "text",
             *         "payload": {
             *           "body": "Where is my order?"
             *         },
             *         "occurred_at": "2026-11-22T12:00:00.000Z"
             *       }
             *     ]
             */
            messages: components["schemas"]["ChatMessage"][];
            /**
             * @description Present while there are older messages. Where messages are long, a page may hold fewer than asked for.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            service_window_expires_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * @description Whether free-form replies are allowed.
             * @example true
             */
            window_open: boolean;
        };
        ChatMessage: {
            /**
             * @description From the customer, or to them.
             * @example inbound
             * @enum {string}
             */
            direction: "inbound" | "outbound";
            /**
             * Format: uuid
             * @description A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * @description The kind of message.
             * @example text
             */
            message_type: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            occurred_at: string;
            /**
             * @description Inbound: the platform's part of the message, for media with media_id and media_status. Outbound: the accepted content, with notification_id and status.
             * @example {
             *       "body": "Where is my order?"
             *     }
             */
            payload: {
                [key: string]: unknown;
            };
        };
        ChatNotificationRequest: {
            /**
             * @description Not used on this channel: its type is checked, nothing else.
             * @example []
             */
            attachments?: unknown[];
            /**
             * @description Not used on this channel: its type is checked, nothing else.
             * @example [
             *       "archive@example.test"
             *     ]
             */
            bcc?: string[];
            /**
             * @description Not used on this channel: its type is checked, nothing else.
             * @example It is on its way.
             */
            body?: string;
            /**
             * @description Not used on this channel: its type is checked, nothing else.
             * @example text
             */
            body_type?: string;
            /**
             * @description Not used on this channel: its type is checked, nothing else.
             * @example [
             *       "team@example.test"
             *     ]
             */
            cc?: string[];
            /**
             * @description email, or chat for WhatsApp.
             * @example chat
             * @constant
             */
            channel: "chat";
            /** @description The message; required on the channel chat. */
            chat: components["schemas"]["ChatPayload"];
            /**
             * Format: uuid
             * @description The default account when left out.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id?: string;
            /**
             * @description Not used on this channel: its type is checked, nothing else.
             * @example Shop
             */
            from_name?: string;
            /**
             * @description Not used on this channel: its type is checked, nothing else.
             * @example {
             *       "X-Campaign": "autumn"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * @description At most 16 pairs of your own, 40 and 500 characters; kept with the notification, never in the message.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * @description A phone number in E.164 form.
             * @example ana@example.test
             */
            recipient: string;
            /**
             * @description Not used on this channel: its type is checked, nothing else.
             * @example help@shop.example
             */
            reply_to?: string | string[];
            /**
             * Format: date-time
             * @description RFC 3339, at most 90 days ahead; a past time means now.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * @description Not used on this channel: its type is checked, nothing else.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            smtp_account_id?: string;
            /**
             * @description Not used on this channel: its type is checked, nothing else.
             * @example true
             */
            strict_variables?: boolean;
            /**
             * @description Not used on this channel: its type is checked, nothing else.
             * @example Your order 10042
             */
            subject?: string;
            /**
             * @description Not used on this channel: its type is checked, nothing else.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            template_id?: string;
            /**
             * @description Not used on this channel: its type is checked, nothing else.
             * @example 2
             */
            template_version?: number;
            /**
             * @description The plain part beside an html body, in place of the derived one.
             * @example It is on its way.
             */
            text?: string;
            /**
             * @description Data for the template; names are case-sensitive.
             * @example {
             *       "name": "Ana"
             *     }
             */
            variables?: {
                [key: string]: string;
            };
        };
        ChatPayload: {
            /**
             * @description For type audio: exactly one of id and link is required.
             * @example {}
             */
            audio?: {
                /**
                 * @description At most 1024 characters; not shown on audio.
                 * @example Our menu
                 */
                caption?: string;
                /**
                 * @description Shown on documents: a plain name, at most 240 bytes.
                 * @example invoice.pdf
                 */
                filename?: string;
                /**
                 * @description The media_id of an earlier upload to the same chat account.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                id?: string;
                /**
                 * @description Instead of id: a public https URL that can be downloaded without authentication.
                 * @example https://cdn.example/menu.png
                 */
                link?: string;
            };
            /**
             * @description For type document: exactly one of id and link is required.
             * @example {}
             */
            document?: {
                /**
                 * @description At most 1024 characters; not shown on audio.
                 * @example Our menu
                 */
                caption?: string;
                /**
                 * @description Shown on documents: a plain name, at most 240 bytes.
                 * @example invoice.pdf
                 */
                filename?: string;
                /**
                 * @description The media_id of an earlier upload to the same chat account.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                id?: string;
                /**
                 * @description Instead of id: a public https URL that can be downloaded without authentication.
                 * @example https://cdn.example/menu.png
                 */
                link?: string;
            };
            /**
             * @description For every type but template: sent instead when the 24-hour window is closed.
             * @example {
             *       "template_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03"
             *     }
             */
            fallback_template?: {
                /**
                 * Format: uuid
                 * @description A template instead of subject and body.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
                 */
                template_id: string;
                /**
                 * @description Always template.
                 * @example template
                 * @enum {string}
                 */
                type?: "template";
                /**
                 * @description Its values.
                 * @example {
                 *       "parameter_1": "10042"
                 *     }
                 */
                values?: {
                    [key: string]: string;
                };
            };
            /**
             * @description For type image: exactly one of id and link is required.
             * @example {}
             */
            image?: {
                /**
                 * @description At most 1024 characters; not shown on audio.
                 * @example Our menu
                 */
                caption?: string;
                /**
                 * @description Shown on documents: a plain name, at most 240 bytes.
                 * @example invoice.pdf
                 */
                filename?: string;
                /**
                 * @description The media_id of an earlier upload to the same chat account.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                id?: string;
                /**
                 * @description Instead of id: a public https URL that can be downloaded without authentication.
                 * @example https://cdn.example/menu.png
                 */
                link?: string;
            };
            /**
             * @description For type location.
             * @example {}
             */
            location?: {
                /**
                 * @description An address.
                 * @example ana@example.test
                 */
                address?: string;
                /**
                 * @description Required; -90 to 90.
                 * @example 38.7223
                 */
                latitude?: number;
                /**
                 * @description Required; -180 to 180.
                 * @example -9.1393
                 */
                longitude?: number;
                /**
                 * @description The place's name.
                 * @example Our shop
                 */
                name?: string;
            };
            /**
             * @description For type reaction.
             * @example {}
             */
            reaction?: {
                /**
                 * @description One emoji; empty takes the reaction back.
                 * @example 👍
                 */
                emoji?: string;
                /**
                 * @description Required: our id of a message of this conversation, or the provider's.
                 * @example <019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e06@shop.example>
                 */
                message_id?: string;
            };
            /**
             * Format: uuid
             * @description For type template: an approved template of the same account.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            template_id?: string;
            /**
             * @description For type text.
             * @example {}
             */
            text?: {
                /**
                 * @description Required; at most 4096 characters.
                 * @example Your order is ready.
                 */
                body?: string;
                /**
                 * @description Shows a preview of the first link.
                 * @example false
                 */
                preview_url?: boolean;
            };
            /**
             * @description May be left out when template_id is there.
             * @example text
             * @enum {string}
             */
            type?: "template" | "text" | "image" | "video" | "audio" | "document" | "location" | "reaction";
            /**
             * @description For type template: a value for every parameter, by name.
             * @example {
             *       "parameter_1": "10042"
             *     }
             */
            values?: {
                [key: string]: string;
            };
            /**
             * @description For type video: exactly one of id and link is required.
             * @example {}
             */
            video?: {
                /**
                 * @description At most 1024 characters; not shown on audio.
                 * @example Our menu
                 */
                caption?: string;
                /**
                 * @description Shown on documents: a plain name, at most 240 bytes.
                 * @example invoice.pdf
                 */
                filename?: string;
                /**
                 * @description The media_id of an earlier upload to the same chat account.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                id?: string;
                /**
                 * @description Instead of id: a public https URL that can be downloaded without authentication.
                 * @example https://cdn.example/menu.png
                 */
                link?: string;
            };
        };
        ChatTemplate: {
            /**
             * @description The message's text.
             * @example {
             *       "text": "Your order {{1}} is ready."
             *     }
             */
            body: {
                /**
                 * @description One concrete value per variable, in order.
                 * @example [
                 *       "10042"
                 *     ]
                 */
                examples?: string[];
                /**
                 * @description With the variables {{1}}, {{2}}, …
                 * @example Your order {{1}} is ready.
                 */
                text: string;
            };
            /**
             * @description Below the message.
             * @example [
             *       {
             *         "type": "quick_reply",
             *         "text": "Thank you"
             *       }
             *     ]
             */
            buttons?: {
                /**
                 * @description A concrete suffix for a dynamic URL.
                 * @example https://shop.example/orders/10042
                 */
                example?: string;
                /**
                 * @description The number that is called.
                 * @example +15551230000
                 */
                phone?: string;
                /**
                 * @description On the button.
                 * @example Thank you
                 */
                text: string;
                /**
                 * @description The kind of button.
                 * @example quick_reply
                 * @enum {string}
                 */
                type: "quick_reply" | "call" | "static_url" | "dynamic_url";
                /**
                 * @description The address that is opened; one variable at its end.
                 * @example https://shop.example/orders/{{1}}
                 */
                url?: string;
            }[];
            /**
             * @description It is approved, and not deleted.
             * @example true
             */
            can_send: boolean;
            /**
             * @description The platform prices and limits messages by it.
             * @example UTILITY
             * @enum {string}
             */
            category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
            /**
             * Format: uuid
             * @description A chat account.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description Deleted here; it is never sent again.
             * @example false
             */
            disabled: boolean;
            /**
             * @description A small line below the text.
             * @example {
             *       "text": "Thank you for your order"
             *     }
             */
            footer?: {
                /**
                 * @description Without variables.
                 * @example Thank you for your order
                 */
                text: string;
            };
            /**
             * @description Above the text: a line of text, or a file.
             * @example {
             *       "type": "text"
             *     }
             */
            header?: {
                /**
                 * @description A concrete value for the header's variable.
                 * @example 10042
                 */
                example?: string;
                /**
                 * @description From POST /panel/api/chat-template-media; for headers of media.
                 * @example 4::aW1hZ2UvcG5n
                 */
                media_handle?: string;
                /**
                 * @description With at most one variable.
                 * @example Order {{1}}
                 */
                text?: string;
                /**
                 * @description The kind of header.
                 * @example text
                 * @enum {string}
                 */
                type: "text" | "image" | "video" | "document";
            };
            /**
             * Format: uuid
             * @description A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * @description Such as en or en_US.
             * @example en
             */
            language: string;
            /**
             * @description Small letters, digits and underscores; one name may have several languages.
             * @example order_ready
             */
            name: string;
            /**
             * @description What a send has to bring.
             * @example [
             *       {
             *         "component": "body",
             *         "position": 1,
             *         "name": "body_1",
             *         "type": "text",
             *         "required": true
             *       }
             *     ]
             */
            parameters: {
                /**
                 * @description Where the variable stands.
                 * @example body
                 * @enum {string}
                 */
                component: "header" | "body" | "button";
                /**
                 * @description The name that its value goes under.
                 * @example body_1
                 */
                name: string;
                /**
                 * @description The variable's number; of a button its visual position, from 1.
                 * @example 1
                 */
                position: number;
                /**
                 * @description Whether a send without it is refused.
                 * @example true
                 */
                required: boolean;
                /**
                 * @description The kind of value.
                 * @example text
                 * @enum {string}
                 */
                type: "text" | "image" | "video" | "document";
            }[];
            /**
             * @description Digits; may be beyond 2^53.
             * @example 1234567890123456
             */
            provider_template_id: string;
            /**
             * @description GREEN, YELLOW, RED or UNKNOWN.
             * @example GREEN
             */
            quality: string;
            /**
             * @description The platform's word.
             * @example INVALID_FORMAT
             */
            rejected_reason?: string;
            /**
             * @description The platform's word, such as PENDING, APPROVED or REJECTED.
             * @example APPROVED
             */
            remote_status: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        EmailNotificationRequest: {
            /**
             * @description At most 20 files.
             * @example [
             *       {}
             *     ]
             */
            attachments?: components["schemas"]["Attachment"][];
            /**
             * @description Hidden copies; empty values are dropped.
             * @default []
             * @example [
             *       "archive@example.test"
             *     ]
             */
            bcc?: string[];
            /**
             * @description The text; without a template it is required.
             * @example It is on its way.
             */
            body?: string;
            /**
             * @description text, or what the template says, when left out.
             * @example text
             * @enum {string}
             */
            body_type?: "text" | "html";
            /**
             * @description Visible copies; empty values are dropped.
             * @default []
             * @example [
             *       "team@example.test"
             *     ]
             */
            cc?: string[];
            /**
             * @description email, or chat for WhatsApp.
             * @example email
             * @constant
             */
            channel?: "email";
            /** @description Not used on this channel: its type is checked, nothing else. */
            chat?: components["schemas"]["ChatPayload"];
            /**
             * @description Not used on this channel: its type is checked, nothing else.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            chat_account_id?: string;
            /**
             * @description Overrides the account's sender name for this mail.
             * @example Shop
             */
            from_name?: string;
            /**
             * @description At most 20: X-*, List-* (but List-Unsubscribe and List-Unsubscribe-Post), In-Reply-To, References, Auto-Submitted, Precedence and Importance.
             * @example {
             *       "X-Campaign": "autumn"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * @description At most 16 pairs of your own, 40 and 500 characters; kept with the notification, never in the message.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * @description An email address.
             * @example ana@example.test
             */
            recipient: string;
            /**
             * @description An address, or a list of at most five.
             * @example help@shop.example
             */
            reply_to?: string | string[];
            /**
             * Format: date-time
             * @description RFC 3339, at most 90 days ahead; a past time means now.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * Format: uuid
             * @description The default account when left out.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e02
             */
            smtp_account_id?: string;
            /**
             * @description Refuse the mail when the template needs a variable that is absent.
             * @example true
             */
            strict_variables?: boolean;
            /**
             * @description The subject; without a template it is required.
             * @example Your order 10042
             */
            subject?: string;
            /**
             * @description An id or an alias. Takes priority over subject and body.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            template_id?: string;
            /**
             * @description An older version of the template.
             * @example 2
             */
            template_version?: number;
            /**
             * @description The plain part beside an html body, in place of the derived one.
             * @example It is on its way.
             */
            text?: string;
            /**
             * @description Data for the template; names are case-sensitive.
             * @example {
             *       "name": "Ana"
             *     }
             */
            variables?: {
                [key: string]: string;
            };
        };
        EmailTemplate: {
            /**
             * @description A name that sends may say instead of the id.
             * @example welcome
             */
            alias?: string;
            /**
             * @description A Go text/template.
             * @example Dear {{.name}}, welcome.
             */
            body: string;
            /**
             * @description text or html.
             * @example text
             * @enum {string}
             */
            body_type: "text" | "html";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description Whether what the body prints is escaped for its place in the HTML.
             * @example none
             * @enum {string}
             */
            escape?: "none" | "html";
            /**
             * Format: uuid
             * @description A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * @description Its name in lists.
             * @example Welcome
             */
            name: string;
            /**
             * @description Whether a send is refused that leaves a variable out which the mail needs.
             * @example true
             */
            strict?: boolean;
            /**
             * @description A Go text/template; its result is folded to one line.
             * @example Welcome, {{.name}}
             */
            subject: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * @description From 1, one more at every write. It, strict and escape are there once an option or a restore was used.
             * @example 2
             */
            version?: number;
        };
        EmailTemplatePage: {
            /**
             * @description Absent at the end. A page may hold fewer than asked for and yet have one.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
            /**
             * @description Oldest first.
             * @example [
             *       {
             *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
             *         "name": "Welcome",
             *         "subject": "Welcome, {{.name}}",
             *         "body": "Dear {{.name}}, welcome.",
             *         "body_type": "text",
             *         "created_at": "2026-11-22T12:00:00.000Z",
             *         "updated_at": "2026-11-22T12:00:00.000Z"
             *       }
             *     ]
             */
            templates: components["schemas"]["EmailTemplate"][];
        };
        EmailTemplateVersion: {
            /**
             * @description A name that sends may say instead of the id.
             * @example welcome
             */
            alias?: string;
            /**
             * @description The text; without a template it is required.
             * @example It is on its way.
             */
            body: string;
            /**
             * @description text or html.
             * @example text
             * @enum {string}
             */
            body_type: "text" | "html";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description Whether what the body prints is escaped for its place in the HTML.
             * @example none
             * @enum {string}
             */
            escape?: "none" | "html";
            /**
             * Format: uuid
             * @description A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * @description A name for people.
             * @example Order confirmation
             */
            name: string;
            /**
             * @description Whether a send is refused that leaves a variable out which the mail needs.
             * @example true
             */
            strict?: boolean;
            /**
             * @description The subject; without a template it is required.
             * @example Your order 10042
             */
            subject: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * @description From 1, one more at every write.
             * @example 2
             */
            version: number;
        };
        EmailTemplateVersionPage: {
            /**
             * @description Absent at the end. A page may hold fewer than asked for and yet have one.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
            /**
             * @description Newest first.
             * @example [
             *       {
             *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
             *         "name": "Order confirmation",
             *         "subject": "Your order 10042",
             *         "body": "It is on its way.",
             *         "body_type": "text",
             *         "version": 2,
             *         "created_at": "2026-11-22T12:00:00.000Z",
             *         "updated_at": "2026-11-22T12:00:00.000Z"
             *       }
             *     ]
             */
            versions: components["schemas"]["EmailTemplateVersion"][];
        };
        Error: {
            /**
             * @description Stable: decide by it.
             * @example invalid_request
             * @enum {string}
             */
            code: "invalid_request" | "malformed_json" | "unauthorized" | "insufficient_scope" | "role_required" | "origin_not_allowed" | "past_edge" | "not_found" | "method_not_allowed" | "idempotency_key_reused" | "request_in_flight" | "test_send_failed" | "event_refused" | "window_closed" | "conversation_held" | "provider_unavailable" | "provider_number_taken" | "media_not_ready" | "limit_reached" | "alias_taken" | "name_taken" | "notification_not_pending" | "notification_not_scheduled" | "notification_not_retrying" | "notification_not_ended" | "content_not_kept" | "batch_refused" | "internal_error" | "bad_request" | "request_timeout" | "request_header_fields_too_large";
            /**
             * @description The provider's own words.
             * @example 535 5.7.8 authentication failed
             */
            detail?: string;
            /**
             * @description For people.
             * @example recipient is required
             */
            error: string;
            /**
             * @description All problems of the request's shape; error says the first.
             * @example [
             *       {
             *         "field": "recipient",
             *         "message": "recipient is required"
             *       }
             *     ]
             */
            errors?: {
                /**
                 * @description The field's name, with dots for the inner ones.
                 * @example recipient
                 */
                field: string;
                /**
                 * @description The rule that it breaks.
                 * @example recipient is required
                 */
                message: string;
            }[];
            /**
             * @description Of a batch that was refused: what each of its notifications lacks, in their order.
             * @example [
             *       {}
             *     ]
             */
            results?: Record<string, never>[];
        };
        Event: {
            /** @description What it happened to, as its own address shows it. */
            data: components["schemas"]["AnnouncedNotification"];
            /**
             * @description The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * @description What happened.
             * @example notification.submitted
             * @constant
             */
            type: "notification.submitted";
        } | {
            /** @description What it happened to, as its own address shows it. */
            data: components["schemas"]["AnnouncedNotification"];
            /**
             * @description The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * @description What happened.
             * @example notification.sent
             * @constant
             */
            type: "notification.sent";
        } | {
            /** @description What it happened to, as its own address shows it. */
            data: components["schemas"]["AnnouncedNotification"];
            /**
             * @description The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * @description What happened.
             * @example notification.delivered
             * @constant
             */
            type: "notification.delivered";
        } | {
            /** @description What it happened to, as its own address shows it. */
            data: components["schemas"]["AnnouncedNotification"];
            /**
             * @description The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * @description What happened.
             * @example notification.read
             * @constant
             */
            type: "notification.read";
        } | {
            /** @description What it happened to, as its own address shows it. */
            data: components["schemas"]["FailedNotification"];
            /**
             * @description The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * @description What happened.
             * @example notification.retrying
             * @constant
             */
            type: "notification.retrying";
        } | {
            /** @description What it happened to, as its own address shows it. */
            data: components["schemas"]["FailedNotification"];
            /**
             * @description The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * @description What happened.
             * @example notification.failed
             * @constant
             */
            type: "notification.failed";
        } | {
            /** @description What it happened to, as its own address shows it. */
            data: components["schemas"]["AnnouncedNotification"];
            /**
             * @description The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * @description What happened.
             * @example notification.canceled
             * @constant
             */
            type: "notification.canceled";
        } | {
            /** @description What it happened to, as its own address shows it. */
            data: components["schemas"]["ReceivedMessage"];
            /**
             * @description The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * @description What happened.
             * @example message.received
             * @constant
             */
            type: "message.received";
        } | {
            /** @description What it happened to, as its own address shows it. */
            data: components["schemas"]["ChatTemplate"];
            /**
             * @description The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * @description What happened.
             * @example chat_template.updated
             * @constant
             */
            type: "chat_template.updated";
        } | {
            /** @description What it happened to, as its own address shows it. */
            data: components["schemas"]["SendingAccount"];
            /**
             * @description The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * @description What happened.
             * @example sending_account.failing
             * @constant
             */
            type: "sending_account.failing";
        } | {
            /** @description What it happened to, as its own address shows it. */
            data: components["schemas"]["SendingAccount"];
            /**
             * @description The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * @description What happened.
             * @example sending_account.recovered
             * @constant
             */
            type: "sending_account.recovered";
        } | {
            /** @description What it happened to, as its own address shows it. */
            data: components["schemas"]["Webhook"];
            /**
             * @description The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * @description What happened.
             * @example webhook.disabled
             * @constant
             */
            type: "webhook.disabled";
        };
        EventPage: {
            /**
             * @description Oldest first.
             * @example [
             *       {
             *         "id": "evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05",
             *         "type": "notification.submitted",
             *         "timestamp": "2026-11-22T12:00:00.000Z",
             *         "data": {
             *           "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
             *           "channel": "email",
             *           "status": "sent",
             *           "attempts": 1,
             *           "max_attempts": 5,
             *           "created_at": "2026-11-22T12:00:00.000Z",
             *           "updated_at": "2026-11-22T12:00:00.000Z"
             *         }
             *       }
             *     ]
             */
            events: (components["schemas"]["Event"] | components["schemas"]["KeptEvent"])[];
            /**
             * @description There is always one: the next page begins behind this one.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor: string;
        };
        Explanation: {
            /** @description One of the published codes. */
            code: components["schemas"]["ExplanationCode"];
            /**
             * @description What is so, in a sentence for people.
             * @example The mail server took the mail.
             */
            summary: string;
            /**
             * @description What the reader can do about it.
             * @example Nothing: it is done.
             */
            what_to_do: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC; while another attempt is planned.
             * @example 2026-11-22T12:00:00.000Z
             */
            will_retry_at?: string;
        };
        /**
         * @description A published code: docs/explanations.md says what each means.
         * @enum {string}
         */
        ExplanationCode: "waiting" | "scheduled" | "canceled" | "sending" | "submitted" | "sent" | "delivered" | "read" | "partly_delivered" | "service_unavailable" | "attempt_interrupted" | "delivery_interrupted" | "delivery_crashed" | "account_deleted" | "content_expired" | "unknown" | "recipient_refused" | "server_deferred" | "mailbox_not_found" | "domain_takes_no_mail" | "address_invalid" | "address_beyond_ascii" | "mailbox_disabled" | "mailbox_full" | "message_too_large" | "route_not_found" | "policy_refused" | "sender_unauthenticated" | "sender_refused" | "content_refused" | "credential_refused" | "credential_missing" | "credential_unreadable" | "sign_in_required" | "sign_in_method_refused" | "sign_in_not_offered" | "sign_in_deferred" | "server_busy" | "server_full" | "server_not_found" | "server_unreachable" | "server_refused_connection" | "address_not_public" | "tls_failed" | "connection_lost" | "handover_interrupted" | "delivery_in_doubt" | "file_unreadable" | "domain_not_trusted" | "http_provider_disabled" | "account_settings_unusable" | "provider_unreachable" | "provider_failed" | "provider_rate_limited" | "provider_refused" | "chat_platform_failed" | "chat_platform_refused" | "chat_unconfirmed" | "chat_rate_limited" | "chat_customer_rate_limited" | "chat_number_in_maintenance" | "chat_experiment" | "customer_unreachable" | "customer_blocked" | "customer_number_needed" | "customer_is_sender" | "marketing_limited" | "marketing_stopped" | "marketing_switched_off" | "number_limited" | "messaging_limit_lowered" | "number_not_ready" | "business_account_locked" | "payment_problem" | "chat_access_refused" | "chat_resource_not_found" | "chat_provider_limit" | "chat_provider_unreachable" | "message_invalid" | "message_type_unsupported" | "media_unusable" | "media_expired" | "window_closed" | "conversation_held" | "templates_only" | "reaction_target_gone" | "reaction_target_not_sent" | "template_deleted" | "template_not_approved" | "template_parameters_mismatch" | "template_value_invalid" | "template_too_long" | "template_policy_broken" | "template_paused" | "template_disabled" | "template_flow_unusable";
        FailedNotification: {
            /**
             * @description How often its delivery was tried.
             * @example 1
             */
            attempts: number;
            /**
             * @description email, or chat for WhatsApp.
             * @example email
             * @enum {string}
             */
            channel: "email" | "chat";
            /**
             * Format: uuid
             * @description Of a chat message.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: uuid
             * @description A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * @description The most recent cause; cleared when sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * @description How often it is tried at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * @description As it was given.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /** @description The explanation's code. */
            reason: components["schemas"]["ExplanationCode"];
            /**
             * @description The address, number or id that it goes to; absent where it is no longer kept.
             * @example ana@example.test
             */
            recipient?: string;
            /**
             * Format: uuid
             * @description The notification that this one repeats.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            resent_from?: string;
            /**
             * Format: date-time
             * @description Not before this time; absent when none was given.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * Format: uuid
             * @description Of an email.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            sending_account_id?: string;
            /**
             * @description Its present state.
             * @example sent
             * @enum {string}
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        /** @description An event as an earlier version wrote it. */
        KeptEvent: {
            /**
             * @description What it happened to, as its own address shows it.
             * @example {
             *       "status": "sent"
             *     }
             */
            data: {
                [key: string]: unknown;
            };
            /**
             * @description The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * @description What happened.
             * @example notification.sent
             */
            type: string;
        };
        Notification: {
            /**
             * @description How often its delivery was tried.
             * @example 1
             */
            attempts: number;
            /**
             * @description email, or chat for WhatsApp.
             * @example email
             * @enum {string}
             */
            channel: "email" | "chat";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: uuid
             * @description A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * @description The most recent cause; cleared when sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * @description How often it is tried at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * @description As it was given.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: uuid
             * @description The notification that this one repeats.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            resent_from?: string;
            /**
             * Format: date-time
             * @description Not before this time; absent when none was given.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * @description Its present state.
             * @example sent
             * @enum {string}
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        NotificationPage: {
            /**
             * @description Absent at the end. A page may hold fewer than asked for, or none, and yet have one.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
            /**
             * @description A page of them.
             * @example [
             *       {
             *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
             *         "channel": "email",
             *         "status": "sent",
             *         "attempts": 1,
             *         "max_attempts": 5,
             *         "created_at": "2026-11-22T12:00:00.000Z",
             *         "updated_at": "2026-11-22T12:00:00.000Z"
             *       }
             *     ]
             */
            notifications: components["schemas"]["NotificationWithRecipient"][];
        };
        NotificationTimeline: {
            /** @description Why it is as it is, and what to do. */
            explanation: components["schemas"]["Explanation"];
            /**
             * @description The result for each recipient.
             * @example [
             *       {
             *         "outcome": "accepted"
             *       }
             *     ]
             */
            recipients: {
                /**
                 * @description The result for this recipient.
                 * @example accepted
                 * @enum {string}
                 */
                outcome: "waiting" | "accepted" | "deferred" | "refused" | "failed" | "canceled" | "delivered" | "read";
                /**
                 * @description Absent once it is not stored any more.
                 * @example ana@example.test
                 */
                recipient?: string;
                /**
                 * @description The provider's own words, without credentials.
                 * @example 250 2.0.0 queued as 4F1A
                 */
                response?: string;
            }[];
            /**
             * @description Oldest first.
             * @example [
             *       {
             *         "at": "2026-11-22T12:00:00.000Z",
             *         "event": "sent"
             *       }
             *     ]
             */
            timeline: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC. Of an interrupted attempt: when something came after it.
                 * @example 2026-11-22T12:00:00.000Z
                 */
                at: string;
                /**
                 * @description The attempt that it belongs to, from 1.
                 * @example 1
                 */
                attempt?: number;
                /** @description One of the published codes. */
                code?: components["schemas"]["ExplanationCode"];
                /**
                 * @description retrying: an attempt failed, and another one follows.
                 * @example sent
                 * @enum {string}
                 */
                event: "accepted" | "retrying" | "interrupted" | "recipient_refused" | "recipient_deferred" | "submitted" | "sent" | "delivered" | "read" | "failed" | "canceled";
                /**
                 * @description Of an event that is about one of several. Absent once it is not stored any more.
                 * @example ana@example.test
                 */
                recipient?: string;
                /**
                 * @description The provider's own words, without credentials.
                 * @example 250 2.0.0 queued as 4F1A
                 */
                response?: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 * @example 2026-11-22T12:00:00.000Z
                 */
                retry_at?: string;
            }[];
        };
        NotificationWithRecipient: {
            /**
             * @description How often its delivery was tried.
             * @example 1
             */
            attempts: number;
            /**
             * @description email, or chat for WhatsApp.
             * @example email
             * @enum {string}
             */
            channel: "email" | "chat";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: uuid
             * @description A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * @description The most recent cause; cleared when sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * @description How often it is tried at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * @description As it was given.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * @description As it was given; of a chat message, the customer. Absent once it is not stored any more.
             * @example ana@example.test
             */
            recipient?: string;
            /**
             * Format: uuid
             * @description The notification that this one repeats.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            resent_from?: string;
            /**
             * Format: date-time
             * @description Not before this time; absent when none was given.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * @description Its present state.
             * @example sent
             * @enum {string}
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        ReceivedMessage: {
            /** @description The conversation, as the conversation API shows it. */
            conversation: components["schemas"]["ChatConversation"];
            /** @description The message, as the conversation API shows it. */
            message: components["schemas"]["ChatMessage"];
        };
        RescheduleRequest: {
            /**
             * Format: date-time
             * @description RFC 3339, at most 90 days ahead; a past time means now.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at: string;
        };
        /** @description The secret is never part of it; the other provider's fields are left out. */
        SendingAccount: {
            /**
             * @description Web pages on these hosts may send with it; empty allows all callers.
             * @example [
             *       "shop.example"
             *     ]
             */
            api_allowed_domains: string[];
            /**
             * @description The header that carries the key.
             * @example Authorization
             */
            auth_header_name?: string;
            /**
             * @description A Go template of that header's value.
             * @example Bearer {{.APIKey}}
             */
            auth_value_template?: string;
            /**
             * @description A Go template of the JSON body that is posted.
             * @example {"to":{{json .To}},"subject":{{json .Subject}}}
             */
            body_template?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description none, STARTTLS, or TLS from the first byte.
             * @example starttls
             * @enum {string}
             */
            encryption?: "none" | "starttls" | "tls";
            /**
             * @description The address that a mail is posted to.
             * @example https://mail.provider.example/v1/send
             */
            endpoint?: string;
            /**
             * @description The sender's address.
             * @example orders@shop.example
             */
            from_address: string;
            /**
             * @description The sender's name.
             * @example Shop
             */
            from_name: string;
            /**
             * @description The mail server's name.
             * @example 127.0.0.1
             */
            host?: string;
            /**
             * Format: uuid
             * @description A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * @description Used by requests that name no account.
             * @example false
             */
            is_default: boolean;
            /**
             * @description Its name in lists; the sender's name where there is no other.
             * @example Shop
             */
            label: string;
            /**
             * @description Where the account has a setting of its own; otherwise 10.
             * @example 5
             */
            max_connections?: number;
            /**
             * @description The mail server's port.
             * @example 3025
             */
            port?: number;
            /**
             * @description Over what mail leaves: a mail server, or a provider's HTTP interface.
             * @example smtp
             * @enum {string}
             */
            provider: "smtp" | "http_api";
            /**
             * @description Recipients may only be in these domains; empty allows all.
             * @example [
             *       "example.com"
             *     ]
             */
            trusted_domains: string[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * @description For signing in to the mail server; without one nobody signs in.
             * @example demo
             */
            username?: string;
        };
        UploadedAttachment: {
            /**
             * Format: uuid
             * @description Names the file in `attachments` of a send.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            attachment_id: string;
            /**
             * @description By the file's content and name.
             * @example application/pdf
             */
            content_type: string;
            /**
             * Format: date-time
             * @description No later send can name it. Those that have named it keep it.
             * @example 2027-11-22T12:00:00.000Z
             */
            expires_at: string;
            /**
             * @description The file's name.
             * @example invoice.pdf
             */
            filename: string;
            /**
             * @description Bytes.
             * @example 48213
             */
            size: number;
        };
        /** @description Its secret is shown when it is made, and never again. */
        Webhook: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description For people.
             * @example The shop's order system
             */
            description: string;
            /**
             * @description Why the service disabled it; absent when its owner did.
             * @example the receiver answered 410
             */
            disabled_reason?: string;
            /**
             * @description Whether events are sent.
             * @example true
             */
            enabled: boolean;
            /**
             * @description Empty: all.
             * @example [
             *       "notification.sent",
             *       "notification.failed"
             *     ]
             */
            event_types: string[];
            /**
             * Format: uuid
             * @description A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * @description Whether events are sent.
             * @example enabled
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * @description The address that events are posted to.
             * @example https://receiver.example/events
             */
            url: string;
        };
        /** @description One try to post one event. */
        WebhookDelivery: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC; of a pending one, when it is due.
             * @example 2026-11-22T12:00:00.000Z
             */
            at: string;
            /**
             * @description The beginning of the answer.
             * @example ok
             */
            body?: string;
            /**
             * @description How long it took, in milliseconds.
             * @example 42
             */
            duration_ms?: number;
            /**
             * @description Why there was no answer.
             * @example connection refused
             */
            error?: string;
            /**
             * @description The event.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            event_id: string;
            /**
             * @description The result of this try.
             * @example success
             * @enum {string}
             */
            status: "success" | "failed" | "pending";
            /**
             * @description The receiver's answer.
             * @example 200
             */
            status_code?: number;
            /**
             * @description What happened.
             * @example notification.sent
             */
            type: string;
        };
        WebhookDeliveryPage: {
            /**
             * @description Newest first.
             * @example [
             *       {
             *         "event_id": "evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05",
             *         "type": "notification.sent",
             *         "status": "success",
             *         "at": "2026-11-22T12:00:00.000Z"
             *       }
             *     ]
             */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /**
             * @description Absent at the end. A page may hold fewer than asked for, or none, and yet have one.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
        };
        /** @description What the receiver answered, whatever that was. */
        WebhookTestAnswer: {
            /**
             * @description The beginning of the answer.
             * @example ok
             */
            body: string;
            /**
             * @description How long it took, in milliseconds.
             * @example 42
             */
            duration_ms: number;
            /**
             * @description The receiver's answer.
             * @example 200
             */
            status_code: number;
        };
        WebhookWithSecret: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description For people.
             * @example The shop's order system
             */
            description: string;
            /**
             * @description Why the service disabled it; absent when its owner did.
             * @example the receiver answered 410
             */
            disabled_reason?: string;
            /**
             * @description Whether events are sent.
             * @example true
             */
            enabled: boolean;
            /**
             * @description Empty: all.
             * @example [
             *       "notification.sent",
             *       "notification.failed"
             *     ]
             */
            event_types: string[];
            /**
             * Format: uuid
             * @description A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * @description `whsec_` and base64 of 32 bytes: signs what is sent. Shown this once.
             * @example whsec_c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgaGVyZSE=
             */
            secret: string;
            /**
             * @description Whether events are sent.
             * @example enabled
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * @description The address that events are posted to.
             * @example https://receiver.example/events
             */
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
                    /**
                     * Format: binary
                     * @description The file itself.
                     */
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
                    /**
                     * @example {
                     *       "attachment_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03",
                     *       "filename": "invoice.pdf",
                     *       "content_type": "application/pdf",
                     *       "size": 48213,
                     *       "expires_at": "2027-11-22T12:00:00.000Z"
                     *     }
                     */
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
                /** @description A previous next_cursor. */
                cursor?: string;
                /** @description 1 to 100; 25 when left out. */
                limit?: number;
                /** @description A part of the customer's phone number; every character means itself. */
                q?: string;
                /** @description Conversations whose 24-hour window is open, or closed; all when left out. */
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
                    /**
                     * @example {
                     *       "conversations": [
                     *         {
                     *           "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *           "customer_phone": "+15551230001",
                     *           "chat_account_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04",
                     *           "window_open": true,
                     *           "service_window_expires_at": "2026-11-22T12:00:00.000Z",
                     *           "updated_at": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
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
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "customer_phone": "+15551230001",
                     *       "chat_account_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04",
                     *       "window_open": true,
                     *       "service_window_expires_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
                /** @description A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file itself.
                     */
                    file: string;
                    /**
                     * @description The kind of file.
                     * @example image
                     * @enum {string}
                     */
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
                    /**
                     * @example {
                     *       "media_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04",
                     *       "media_type": "image",
                     *       "content_type": "application/pdf",
                     *       "filename": "invoice.pdf",
                     *       "size": 48213
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description By the file's content.
                         * @example application/pdf
                         */
                        content_type: string;
                        /**
                         * @description The file's name.
                         * @example invoice.pdf
                         */
                        filename: string;
                        /**
                         * Format: uuid
                         * @description Names the file in a reply's `media_id` or a notification's `chat.<media>.id`.
                         * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                         */
                        media_id: string;
                        /**
                         * @description The kind of file.
                         * @example image
                         * @enum {string}
                         */
                        media_type: "image" | "video" | "audio" | "document";
                        /**
                         * @description Bytes.
                         * @example 48213
                         */
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
            /** @description The provider that was asked cannot be reached: nothing was changed. */
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
                /** @description A previous next_cursor. */
                cursor?: string;
                /** @description 1 to 500; 100 when left out. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example {
                     *       "messages": [
                     *         {
                     *           "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *           "direction": "inbound",
                     *           "message_type": "text",
                     *           "payload": {
                     *             "body": "Where is my order?"
                     *           },
                     *           "occurred_at": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "window_open": true,
                     *       "service_window_expires_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
                /** @description A UUID; later ones sort after earlier ones. */
                id: string;
                /** @description A message's id. */
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
                    /**
                     * @example {
                     *       "url": "https://media.example/a?Signature=b",
                     *       "expires_at": "2027-11-22T12:00:00.000Z",
                     *       "content_type": "application/pdf",
                     *       "filename": "invoice.pdf"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The file's media type.
                         * @example application/pdf
                         */
                        content_type: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339, UTC
                         * @example 2027-11-22T12:00:00.000Z
                         */
                        expires_at: string;
                        /**
                         * @description The file's name.
                         * @example invoice.pdf
                         */
                        filename: string;
                        /**
                         * Format: uri
                         * @description Signed; works for everybody who has it, until `expires_at`.
                         * @example https://media.example/a?Signature=b
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
                /** @description A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description An address.
                     * @example ana@example.test
                     */
                    address?: string;
                    /**
                     * @description For media: at most 1024 characters.
                     * @example Our menu
                     */
                    caption?: string;
                    /**
                     * @description The values of the template's parameters, in their order.
                     * @example [
                     *       "10042"
                     *     ]
                     */
                    fallback_parameters?: string[];
                    /**
                     * Format: uuid
                     * @description An approved chat template, sent instead when the 24-hour window is closed.
                     * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                     */
                    fallback_template_id?: string;
                    /**
                     * @description For a document: the name that the customer sees.
                     * @example invoice.pdf
                     */
                    filename?: string;
                    /**
                     * @description For a location: -90 to 90.
                     * @example 38.7223
                     */
                    latitude?: number;
                    /**
                     * @description The place's name.
                     * @example Our shop
                     */
                    location_name?: string;
                    /**
                     * @description For a location: -180 to 180.
                     * @example -9.1393
                     */
                    longitude?: number;
                    /**
                     * Format: uuid
                     * @description For media: the id of an earlier upload to this conversation.
                     * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                     */
                    media_id?: string;
                    /**
                     * @description For media, instead of media_id: a public https URL.
                     * @example https://cdn.example/menu.png
                     */
                    media_url?: string;
                    /**
                     * @description The kind of message.
                     * @default text
                     * @example text
                     * @enum {string}
                     */
                    message_type?: "text" | "image" | "video" | "audio" | "document" | "location";
                    /**
                     * @description For text: what is said, at most 4096 characters.
                     * @example It leaves today.
                     */
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
                    /**
                     * @example {
                     *       "notification_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The notification that delivers the answer.
                         * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                         */
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
                    /**
                     * @example [
                     *       {
                     *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *         "chat_account_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04",
                     *         "name": "order_ready",
                     *         "language": "en",
                     *         "category": "UTILITY",
                     *         "body": {
                     *           "text": "Your order {{1}} is ready."
                     *         },
                     *         "provider_template_id": "1234567890123456",
                     *         "remote_status": "APPROVED",
                     *         "quality": "GREEN",
                     *         "can_send": true,
                     *         "disabled": false,
                     *         "parameters": [
                     *           {
                     *             "component": "body",
                     *             "position": 1,
                     *             "name": "body_1",
                     *             "type": "text",
                     *             "required": true
                     *           }
                     *         ],
                     *         "created_at": "2026-11-22T12:00:00.000Z",
                     *         "updated_at": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     ]
                     */
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
                    /**
                     * @description The message's text.
                     * @example {
                     *       "text": "Your order {{1}} is ready."
                     *     }
                     */
                    body: {
                        /**
                         * @description One concrete value per variable, in order.
                         * @example [
                         *       "10042"
                         *     ]
                         */
                        examples?: string[];
                        /**
                         * @description With the variables {{1}}, {{2}}, …
                         * @example Your order {{1}} is ready.
                         */
                        text: string;
                    };
                    /**
                     * @description Below the message.
                     * @example [
                     *       {
                     *         "type": "quick_reply",
                     *         "text": "Thank you"
                     *       }
                     *     ]
                     */
                    buttons?: {
                        /**
                         * @description A concrete suffix for a dynamic URL.
                         * @example https://shop.example/orders/10042
                         */
                        example?: string;
                        /**
                         * @description The number that is called.
                         * @example +15551230000
                         */
                        phone?: string;
                        /**
                         * @description On the button.
                         * @example Thank you
                         */
                        text: string;
                        /**
                         * @description The kind of button.
                         * @example quick_reply
                         * @enum {string}
                         */
                        type: "quick_reply" | "call" | "static_url" | "dynamic_url";
                        /**
                         * @description The address that is opened; one variable at its end.
                         * @example https://shop.example/orders/{{1}}
                         */
                        url?: string;
                    }[];
                    /**
                     * @description The platform prices and limits messages by it.
                     * @example UTILITY
                     * @enum {string}
                     */
                    category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
                    /**
                     * Format: uuid
                     * @description The caller's default when left out.
                     * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                     */
                    chat_account_id?: string;
                    /**
                     * @description A small line below the text.
                     * @example {
                     *       "text": "Thank you for your order"
                     *     }
                     */
                    footer?: {
                        /**
                         * @description Without variables.
                         * @example Thank you for your order
                         */
                        text: string;
                    };
                    /**
                     * @description Above the text: a line of text, or a file.
                     * @example {
                     *       "type": "text"
                     *     }
                     */
                    header?: {
                        /**
                         * @description A concrete value for the header's variable.
                         * @example 10042
                         */
                        example?: string;
                        /**
                         * @description From POST /panel/api/chat-template-media; for headers of media.
                         * @example 4::aW1hZ2UvcG5n
                         */
                        media_handle?: string;
                        /**
                         * @description With at most one variable.
                         * @example Order {{1}}
                         */
                        text?: string;
                        /**
                         * @description The kind of header.
                         * @example text
                         * @enum {string}
                         */
                        type: "text" | "image" | "video" | "document";
                    };
                    /**
                     * @description Such as en or en_US.
                     * @example en
                     */
                    language: string;
                    /**
                     * @description Small letters, digits and underscores.
                     * @example order_ready
                     */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "chat_account_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04",
                     *       "name": "order_ready",
                     *       "language": "en",
                     *       "category": "UTILITY",
                     *       "body": {
                     *         "text": "Your order {{1}} is ready."
                     *       },
                     *       "provider_template_id": "1234567890123456",
                     *       "remote_status": "APPROVED",
                     *       "quality": "GREEN",
                     *       "can_send": true,
                     *       "disabled": false,
                     *       "parameters": [
                     *         {
                     *           "component": "body",
                     *           "position": 1,
                     *           "name": "body_1",
                     *           "type": "text",
                     *           "required": true
                     *         }
                     *       ],
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
            /** @description The provider that was asked cannot be reached: nothing was changed. */
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
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "chat_account_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04",
                     *       "name": "order_ready",
                     *       "language": "en",
                     *       "category": "UTILITY",
                     *       "body": {
                     *         "text": "Your order {{1}} is ready."
                     *       },
                     *       "provider_template_id": "1234567890123456",
                     *       "remote_status": "APPROVED",
                     *       "quality": "GREEN",
                     *       "can_send": true,
                     *       "disabled": false,
                     *       "parameters": [
                     *         {
                     *           "component": "body",
                     *           "position": 1,
                     *           "name": "body_1",
                     *           "type": "text",
                     *           "required": true
                     *         }
                     *       ],
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "chat_account_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04",
                     *       "name": "order_ready",
                     *       "language": "en",
                     *       "category": "UTILITY",
                     *       "body": {
                     *         "text": "Your order {{1}} is ready."
                     *       },
                     *       "provider_template_id": "1234567890123456",
                     *       "remote_status": "APPROVED",
                     *       "quality": "GREEN",
                     *       "can_send": true,
                     *       "disabled": false,
                     *       "parameters": [
                     *         {
                     *           "component": "body",
                     *           "position": 1,
                     *           "name": "body_1",
                     *           "type": "text",
                     *           "required": true
                     *         }
                     *       ],
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
            /** @description The provider that was asked cannot be reached: nothing was changed. */
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
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "chat_account_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04",
                     *       "name": "order_ready",
                     *       "language": "en",
                     *       "category": "UTILITY",
                     *       "body": {
                     *         "text": "Your order {{1}} is ready."
                     *       },
                     *       "provider_template_id": "1234567890123456",
                     *       "remote_status": "APPROVED",
                     *       "quality": "GREEN",
                     *       "can_send": true,
                     *       "disabled": false,
                     *       "parameters": [
                     *         {
                     *           "component": "body",
                     *           "position": 1,
                     *           "name": "body_1",
                     *           "type": "text",
                     *           "required": true
                     *         }
                     *       ],
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
            /** @description The provider that was asked cannot be reached: nothing was changed. */
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
                /** @description A previous next_cursor of the same types, or now for one behind everything so far. */
                cursor?: string;
                /** @description 1 to 500; 100 when left out. */
                limit?: number;
                /** @description Types, separated by commas; all when left out. */
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
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": "evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05",
                     *           "type": "notification.submitted",
                     *           "timestamp": "2026-11-22T12:00:00.000Z",
                     *           "data": {
                     *             "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *             "channel": "email",
                     *             "status": "sent",
                     *             "attempts": 1,
                     *             "max_attempts": 5,
                     *             "created_at": "2026-11-22T12:00:00.000Z",
                     *             "updated_at": "2026-11-22T12:00:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "eyJ2IjoxfQ.c2lnbmF0dXJl"
                     *     }
                     */
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
                /** @description email, or chat for WhatsApp. */
                channel?: "email" | "chat";
                /** @description A previous next_cursor. */
                cursor?: string;
                /** @description 1 to 100; 25 when left out. */
                limit?: number;
                /** @description The notification's recipient, in any case; a copy's finds nothing. */
                recipient?: string;
                /** @description RFC 3339: accepted at this time or later. */
                since?: string;
                /** @description Its present state. */
                status?: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
                /** @description RFC 3339: accepted before this time. */
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
                    /**
                     * @example {
                     *       "notifications": [
                     *         {
                     *           "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *           "channel": "email",
                     *           "status": "sent",
                     *           "attempts": 1,
                     *           "max_attempts": 5,
                     *           "created_at": "2026-11-22T12:00:00.000Z",
                     *           "updated_at": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "channel": "email",
                     *       "status": "pending",
                     *       "attempts": 0,
                     *       "max_attempts": 5,
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "channel": "email",
                     *       "status": "sent",
                     *       "attempts": 1,
                     *       "max_attempts": 5,
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
    rescheduleNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RescheduleRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "channel": "email",
                     *       "status": "pending",
                     *       "attempts": 0,
                     *       "max_attempts": 5,
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z",
                     *       "send_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
            /** @description There is no such resource, or it belongs to somebody else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The notification was given no send_at. The notification is being sent, or has ended: the message names its status. */
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
    cancelNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "channel": "email",
                     *       "status": "canceled",
                     *       "attempts": 0,
                     *       "max_attempts": 5,
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
            /** @description The notification is being sent, or has ended: the message names its status. */
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
    resendNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "channel": "email",
                     *       "status": "pending",
                     *       "attempts": 0,
                     *       "max_attempts": 5,
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z",
                     *       "resent_from": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e00"
                     *     }
                     */
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
            /** @description The caller's origin is not allowed by the sending account. */
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
            /** @description The Idempotency-Key was used with another request. A request with this Idempotency-Key is in flight: see Retry-After. The notification may still be sent: only what has ended can be sent again. The content of the notification is not stored any more. */
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
    getNotificationTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example {
                     *       "timeline": [
                     *         {
                     *           "at": "2026-11-22T12:00:00.000Z",
                     *           "event": "sent"
                     *         }
                     *       ],
                     *       "recipients": [
                     *         {
                     *           "outcome": "accepted"
                     *         }
                     *       ],
                     *       "explanation": {
                     *         "code": "waiting",
                     *         "summary": "The mail server took the mail.",
                     *         "what_to_do": "Nothing: it is done."
                     *       }
                     *     }
                     */
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
    createNotificationBatch: {
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
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {}
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BatchResults"];
                };
            };
            /** @description The body is no JSON. The request is not valid: the message names the field and the rule. A notification of the batch is not valid, so none was created: results names each. */
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
            /** @description The Idempotency-Key was used with another request. A request with this Idempotency-Key is in flight: see Retry-After. */
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
                    /**
                     * @example [
                     *       {
                     *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *         "label": "Shop",
                     *         "provider": "smtp",
                     *         "from_address": "orders@shop.example",
                     *         "from_name": "Shop",
                     *         "is_default": false,
                     *         "trusted_domains": [
                     *           "example.com"
                     *         ],
                     *         "api_allowed_domains": [
                     *           "shop.example"
                     *         ],
                     *         "created_at": "2026-11-22T12:00:00.000Z",
                     *         "updated_at": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     ]
                     */
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
                    /**
                     * @description Hosts allowed in Origin or Referer; empty means no restriction.
                     * @example [
                     *       "shop.example"
                     *     ]
                     */
                    api_allowed_domains?: string[];
                    /**
                     * @description The provider's key. It is sealed when stored and never shown; empty keeps the stored one.
                     * @example key-1
                     */
                    api_key?: string;
                    /**
                     * @description The header that carries the key.
                     * @example Authorization
                     */
                    auth_header_name?: string;
                    /**
                     * @description A Go template of that header's value.
                     * @example Bearer {{.APIKey}}
                     */
                    auth_value_template?: string;
                    /**
                     * @description A Go template of the JSON body that is posted.
                     * @example {"to":{{json .To}},"subject":{{json .Subject}}}
                     */
                    body_template?: string;
                    /**
                     * @description none, STARTTLS, or TLS from the first byte.
                     * @example starttls
                     * @enum {string}
                     */
                    encryption?: "none" | "starttls" | "tls";
                    /**
                     * @description The address that a mail is posted to.
                     * @example https://mail.provider.example/v1/send
                     */
                    endpoint?: string;
                    /**
                     * @description Always the sender address of outgoing mail.
                     * @example orders@shop.example
                     */
                    from_address: string;
                    /**
                     * @description The sender's name.
                     * @example Shop
                     */
                    from_name?: string;
                    /**
                     * @description The mail server's name.
                     * @example 127.0.0.1
                     */
                    host?: string;
                    /**
                     * @description Used by requests that name no account.
                     * @example false
                     */
                    is_default?: boolean;
                    /**
                     * @description Internal name; the sender name of last resort.
                     * @example Shop
                     */
                    label: string;
                    /**
                     * @description The most connections that one worker environment opens to the server; 10 when left out.
                     * @example 5
                     */
                    max_connections?: number;
                    /**
                     * @description For signing in. It is sealed when stored and never shown; empty keeps the stored one.
                     * @example demo
                     */
                    password?: string;
                    /**
                     * @description The mail server's port.
                     * @example 3025
                     */
                    port?: number;
                    /**
                     * @description Over what mail leaves: a mail server, or a provider's HTTP interface.
                     * @default smtp
                     * @example smtp
                     * @enum {string}
                     */
                    provider?: "smtp" | "http_api";
                    /**
                     * @description Allowed recipient domains; empty means no restriction.
                     * @example [
                     *       "example.com"
                     *     ]
                     */
                    trusted_domains?: string[];
                    /**
                     * @description For signing in to the mail server; without one nobody signs in.
                     * @example demo
                     */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "label": "Shop",
                     *       "provider": "smtp",
                     *       "from_address": "orders@shop.example",
                     *       "from_name": "Shop",
                     *       "is_default": false,
                     *       "trusted_domains": [
                     *         "example.com"
                     *       ],
                     *       "api_allowed_domains": [
                     *         "shop.example"
                     *       ],
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "label": "Shop",
                     *       "provider": "smtp",
                     *       "from_address": "orders@shop.example",
                     *       "from_name": "Shop",
                     *       "is_default": false,
                     *       "trusted_domains": [
                     *         "example.com"
                     *       ],
                     *       "api_allowed_domains": [
                     *         "shop.example"
                     *       ],
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
                /** @description A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Hosts allowed in Origin or Referer; empty means no restriction.
                     * @example [
                     *       "shop.example"
                     *     ]
                     */
                    api_allowed_domains?: string[];
                    /**
                     * @description The provider's key. It is sealed when stored and never shown; empty keeps the stored one.
                     * @example key-1
                     */
                    api_key?: string;
                    /**
                     * @description The header that carries the key.
                     * @example Authorization
                     */
                    auth_header_name?: string;
                    /**
                     * @description A Go template of that header's value.
                     * @example Bearer {{.APIKey}}
                     */
                    auth_value_template?: string;
                    /**
                     * @description A Go template of the JSON body that is posted.
                     * @example {"to":{{json .To}},"subject":{{json .Subject}}}
                     */
                    body_template?: string;
                    /**
                     * @description none, STARTTLS, or TLS from the first byte.
                     * @example starttls
                     * @enum {string}
                     */
                    encryption?: "none" | "starttls" | "tls";
                    /**
                     * @description The address that a mail is posted to.
                     * @example https://mail.provider.example/v1/send
                     */
                    endpoint?: string;
                    /**
                     * @description Always the sender address of outgoing mail.
                     * @example orders@shop.example
                     */
                    from_address: string;
                    /**
                     * @description The sender's name.
                     * @example Shop
                     */
                    from_name?: string;
                    /**
                     * @description The mail server's name.
                     * @example 127.0.0.1
                     */
                    host?: string;
                    /**
                     * @description Used by requests that name no account.
                     * @example false
                     */
                    is_default?: boolean;
                    /**
                     * @description Internal name; the sender name of last resort.
                     * @example Shop
                     */
                    label: string;
                    /**
                     * @description The most connections that one worker environment opens to the server; 10 when left out.
                     * @example 5
                     */
                    max_connections?: number;
                    /**
                     * @description For signing in. It is sealed when stored and never shown; empty keeps the stored one.
                     * @example demo
                     */
                    password?: string;
                    /**
                     * @description The mail server's port.
                     * @example 3025
                     */
                    port?: number;
                    /**
                     * @description Over what mail leaves: a mail server, or a provider's HTTP interface.
                     * @default smtp
                     * @example smtp
                     * @enum {string}
                     */
                    provider?: "smtp" | "http_api";
                    /**
                     * @description Allowed recipient domains; empty means no restriction.
                     * @example [
                     *       "example.com"
                     *     ]
                     */
                    trusted_domains?: string[];
                    /**
                     * @description For signing in to the mail server; without one nobody signs in.
                     * @example demo
                     */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "label": "Shop",
                     *       "provider": "smtp",
                     *       "from_address": "orders@shop.example",
                     *       "from_name": "Shop",
                     *       "is_default": false,
                     *       "trusted_domains": [
                     *         "example.com"
                     *       ],
                     *       "api_allowed_domains": [
                     *         "shop.example"
                     *       ],
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
                /** @description A UUID; later ones sort after earlier ones. */
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
                /** @description A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The account's from_address when left out.
                     * @example you@example.test
                     */
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
                    /**
                     * @example {
                     *       "status": "sent"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The server has taken the mail.
                         * @example sent
                         * @constant
                         */
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
                    /**
                     * @example {
                     *       "name": "Herald",
                     *       "service": "notification-delivery",
                     *       "status": "running"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The service.
                         * @example Herald
                         * @constant
                         */
                        name: "Herald";
                        /**
                         * @description Its kind.
                         * @example notification-delivery
                         * @constant
                         */
                        service: "notification-delivery";
                        /**
                         * @description It runs.
                         * @example running
                         * @constant
                         */
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
                /** @description A previous next_cursor. */
                cursor?: string;
                /** @description 1 to 100. It or a cursor asks for pages; 25 a page when only a cursor is given. */
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
                    /**
                     * @example [
                     *       {
                     *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *         "name": "Welcome",
                     *         "subject": "Welcome, {{.name}}",
                     *         "body": "Dear {{.name}}, welcome.",
                     *         "body_type": "text",
                     *         "created_at": "2026-11-22T12:00:00.000Z",
                     *         "updated_at": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     ]
                     */
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
                    /**
                     * @description A name that sends may say instead of the id; left out, there is none.
                     * @example welcome
                     */
                    alias?: string;
                    /**
                     * @description Go text/template.
                     * @example Dear {{.name}}, welcome.
                     */
                    body: string;
                    /**
                     * @description text or html.
                     * @default text
                     * @example text
                     * @enum {string}
                     */
                    body_type?: "text" | "html";
                    /**
                     * @description html escapes what the body prints for its place, as Go's html/template; only with body_type html.
                     * @example none
                     * @enum {string}
                     */
                    escape?: "none" | "html";
                    /**
                     * @description Its name in lists.
                     * @example Welcome
                     */
                    name: string;
                    /**
                     * @description Refuses a send that leaves a variable out which the mail needs.
                     * @example true
                     */
                    strict?: boolean;
                    /**
                     * @description Go text/template.
                     * @example Welcome, {{.name}}
                     */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "name": "Welcome",
                     *       "subject": "Welcome, {{.name}}",
                     *       "body": "Dear {{.name}}, welcome.",
                     *       "body_type": "text",
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
            /** @description As many, or as much, as one owner may have. Another template of the owner has the alias. */
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
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "name": "Welcome",
                     *       "subject": "Welcome, {{.name}}",
                     *       "body": "Dear {{.name}}, welcome.",
                     *       "body_type": "text",
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
                /** @description A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description A name that sends may say instead of the id; left out, there is none.
                     * @example welcome
                     */
                    alias?: string;
                    /**
                     * @description Go text/template.
                     * @example Dear {{.name}}, welcome.
                     */
                    body: string;
                    /**
                     * @description text or html.
                     * @default text
                     * @example text
                     * @enum {string}
                     */
                    body_type?: "text" | "html";
                    /**
                     * @description html escapes what the body prints for its place, as Go's html/template; only with body_type html.
                     * @example none
                     * @enum {string}
                     */
                    escape?: "none" | "html";
                    /**
                     * @description Its name in lists.
                     * @example Welcome
                     */
                    name: string;
                    /**
                     * @description Refuses a send that leaves a variable out which the mail needs.
                     * @example true
                     */
                    strict?: boolean;
                    /**
                     * @description Go text/template.
                     * @example Welcome, {{.name}}
                     */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "name": "Welcome",
                     *       "subject": "Welcome, {{.name}}",
                     *       "body": "Dear {{.name}}, welcome.",
                     *       "body_type": "text",
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
            /** @description As many, or as much, as one owner may have. Another template of the owner has the alias. */
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
                /** @description A UUID; later ones sort after earlier ones. */
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
    restoreEmailTemplateVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description From 1, one more at every write.
                     * @example 2
                     */
                    version: number;
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "name": "Welcome",
                     *       "subject": "Welcome, {{.name}}",
                     *       "body": "Dear {{.name}}, welcome.",
                     *       "body_type": "text",
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
            /** @description As many, or as much, as one owner may have. Another template of the owner has the alias. */
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
    listEmailTemplateVersions: {
        parameters: {
            query?: {
                /** @description A previous next_cursor. */
                cursor?: string;
                /** @description 1 to 50. It or a cursor asks for pages; 10 a page when only a cursor is given. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example [
                     *       {
                     *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *         "name": "Order confirmation",
                     *         "subject": "Your order 10042",
                     *         "body": "It is on its way.",
                     *         "body_type": "text",
                     *         "version": 2,
                     *         "created_at": "2026-11-22T12:00:00.000Z",
                     *         "updated_at": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["EmailTemplateVersion"][] | components["schemas"]["EmailTemplateVersionPage"];
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
                    /**
                     * @example [
                     *       {
                     *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *         "url": "https://receiver.example/events",
                     *         "event_types": [
                     *           "notification.sent",
                     *           "notification.failed"
                     *         ],
                     *         "description": "The shop's order system",
                     *         "enabled": true,
                     *         "status": "enabled",
                     *         "created_at": "2026-11-22T12:00:00.000Z",
                     *         "updated_at": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     ]
                     */
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
                    /**
                     * @description For people.
                     * @default
                     * @example The shop's order system
                     */
                    description?: string;
                    /**
                     * @description Nothing is sent while it is false.
                     * @default true
                     * @example true
                     */
                    enabled?: boolean;
                    /**
                     * @description All types when it is empty or left out.
                     * @example [
                     *       "notification.sent",
                     *       "notification.failed"
                     *     ]
                     */
                    event_types?: ("notification.submitted" | "notification.sent" | "notification.delivered" | "notification.read" | "notification.retrying" | "notification.failed" | "notification.canceled" | "notification.bounced" | "notification.complained" | "message.received" | "chat_template.updated" | "sending_account.failing" | "sending_account.recovered" | "recipient.suppressed" | "recipient.unsubscribed" | "webhook.disabled")[];
                    /**
                     * @description Events are posted there. https; http where the deployment allows it.
                     * @example https://receiver.example/events
                     */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "url": "https://receiver.example/events",
                     *       "event_types": [
                     *         "notification.sent",
                     *         "notification.failed"
                     *       ],
                     *       "description": "The shop's order system",
                     *       "enabled": true,
                     *       "status": "enabled",
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z",
                     *       "secret": "whsec_c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgaGVyZSE="
                     *     }
                     */
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
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "url": "https://receiver.example/events",
                     *       "event_types": [
                     *         "notification.sent",
                     *         "notification.failed"
                     *       ],
                     *       "description": "The shop's order system",
                     *       "enabled": true,
                     *       "status": "enabled",
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
                /** @description A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description For people.
                     * @default
                     * @example The shop's order system
                     */
                    description?: string;
                    /**
                     * @description Nothing is sent while it is false.
                     * @default true
                     * @example true
                     */
                    enabled?: boolean;
                    /**
                     * @description All types when it is empty or left out.
                     * @example [
                     *       "notification.sent",
                     *       "notification.failed"
                     *     ]
                     */
                    event_types?: ("notification.submitted" | "notification.sent" | "notification.delivered" | "notification.read" | "notification.retrying" | "notification.failed" | "notification.canceled" | "notification.bounced" | "notification.complained" | "message.received" | "chat_template.updated" | "sending_account.failing" | "sending_account.recovered" | "recipient.suppressed" | "recipient.unsubscribed" | "webhook.disabled")[];
                    /**
                     * @description Events are posted there. https; http where the deployment allows it.
                     * @example https://receiver.example/events
                     */
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "url": "https://receiver.example/events",
                     *       "event_types": [
                     *         "notification.sent",
                     *         "notification.failed"
                     *       ],
                     *       "description": "The shop's order system",
                     *       "enabled": true,
                     *       "status": "enabled",
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
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
                /** @description A UUID; later ones sort after earlier ones. */
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
                /** @description A previous next_cursor. */
                cursor?: string;
                /** @description 1 to 100; 25 when left out. */
                limit?: number;
                /** @description Only tries of this result. */
                status?: "success" | "failed" | "pending";
            };
            header?: never;
            path: {
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "event_id": "evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05",
                     *           "type": "notification.sent",
                     *           "status": "success",
                     *           "at": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
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
                /** @description The event. */
                event_id: string;
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example {
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description It is on its way.
                         * @example pending
                         * @constant
                         */
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
                /** @description A UUID; later ones sort after earlier ones. */
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
                     * @example 2026-11-22T00:00:00Z
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
                    /**
                     * @example {
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description They are on their way.
                         * @example pending
                         * @constant
                         */
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
                /** @description A UUID; later ones sort after earlier ones. */
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
                     * @example 3600
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
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "url": "https://receiver.example/events",
                     *       "event_types": [
                     *         "notification.sent",
                     *         "notification.failed"
                     *       ],
                     *       "description": "The shop's order system",
                     *       "enabled": true,
                     *       "status": "enabled",
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z",
                     *       "secret": "whsec_c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgaGVyZSE="
                     *     }
                     */
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
                /** @description A UUID; later ones sort after earlier ones. */
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
                    /**
                     * @example {
                     *       "status_code": 200,
                     *       "duration_ms": 42,
                     *       "body": "ok"
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "status": "alive"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description It runs.
                         * @example alive
                         * @constant
                         */
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
                    /**
                     * @example {
                     *       "status": "ready",
                     *       "database": "available",
                     *       "oidc": "available"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the table store answers.
                         * @example available
                         * @enum {string}
                         */
                        database: "available" | "unavailable";
                        /**
                         * @description Whether the identity provider answers.
                         * @example available
                         * @enum {string}
                         */
                        oidc: "available" | "unavailable";
                        /**
                         * @description Whether it can take requests.
                         * @example ready
                         * @enum {string}
                         */
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
                    /**
                     * @example {
                     *       "status": "ready",
                     *       "database": "available",
                     *       "oidc": "available"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the table store answers.
                         * @example available
                         * @enum {string}
                         */
                        database: "available" | "unavailable";
                        /**
                         * @description Whether the identity provider answers.
                         * @example available
                         * @enum {string}
                         */
                        oidc: "available" | "unavailable";
                        /**
                         * @description Whether it can take requests.
                         * @example ready
                         * @enum {string}
                         */
                        status: "ready" | "not-ready";
                    };
                };
            };
        };
    };
}
