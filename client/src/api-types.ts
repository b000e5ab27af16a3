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
         * At most 20 MB, for any number of mails within 7 days: name its `attachment_id` in `attachments`. A mail keeps the files that it was sent with for as long as its content.
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
         * One for each customer of a chat account, the last one that something happened in first. `window=open` finds those whom you may answer freely.
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
         * With the customer's number and name, and until when they may be answered freely.
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
         * A picture, video, sound or document of at most 20 MB for an answer in this conversation; send it by its `media_id`.
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
         * What the customer wrote and what was sent to them, newest first; go on with `next_cursor` to older ones.
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
         * The address is signed, good for a short time, and needs no credential: give it to the browser. 503 with `Retry-After` while the file is being copied to our storage.
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
         * A text, a file, a place, a reaction or a template. While the 24-hour window is closed only a template goes out: choose one, or give one as a fallback. 202 means that the answer is durable, in the history, and will be delivered or end `failed` with a reason. The status of the answer is that of its notification.
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
         * The deleted ones too, with the platform's verdict on each. `can_send` says whether it may be used now.
         */
        get: operations["listChatTemplates"];
        put?: never;
        /**
         * Create a chat template
         * It is created here and, at once, at the provider. The platform reviews it; until it is approved, sends with it are refused. The answer lists the parameters that a send has to bring.
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
         * As it was last heard of from the platform.
         */
        get: operations["getChatTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a chat template
         * At the provider too. It stays in lists as deleted. What is queued already is not changed.
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
         * Asks the platform now, instead of waiting for its event.
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
         * Everything that happened in the last 30 days, oldest first. Begins at the oldest kept event, or with `cursor=now` at the end. Keep `next_cursor`, also that of an empty page: reading on from it skips nothing. An event may come twice, with the same id.
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
         * Newest first, page by page: go on with `next_cursor` and the same filters. Filters may be combined; `metadata.order=10042` finds what was sent with that pair.
         */
        get: operations["listNotifications"];
        put?: never;
        /**
         * Send a notification
         * Checks the request, stores it, and answers at once: 202 means that it is durable, and will be delivered or end `failed` with a reason. Everything that is wrong with the request itself is refused here: an unknown account, a template that cannot be rendered, a recipient that is no address. What goes wrong later is in the notification's timeline.
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
         * `pending` waits for its delivery, `processing` is at the server now, `submitted` waits for what the chat platform reports. `sent` and `failed` are final; `last_error` says why.
         */
        get: operations["getNotification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Move a notification to another time
         * For one that was given a `send_at`, until its first attempt. A past time means now.
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
         * Before its first attempt, and while it waits for another one. What a worker has in hand is not stopped: the answer is 409 with its status. Canceling again changes nothing.
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
         * A new notification with the same content, recipients, account and metadata, which leaves at once; `resent_from` names the first one. The first one has to have ended, and its content to be kept still.
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
         * Every attempt with the server's own words, the result for every recipient, and for the present state one explanation with what to do. The codes are listed in the guide on explanations.
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
         * One request for the limiter. Every item is judged like a single request and stands alone: the answer is 202 with a notification or an error for each, in order. With `atomic` one bad item refuses them all, and nothing is created. An `Idempotency-Key` covers the whole batch.
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
         * Without their passwords and keys: nobody reads those.
         */
        get: operations["listSendingAccounts"];
        put?: never;
        /**
         * Create a sending account
         * The first one becomes the default. Connects to nothing: try it with a test mail. The password is sealed before it is stored.
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
         * Without its password or key.
         */
        get: operations["getSendingAccount"];
        /**
         * Replace a sending account
         * All fields, except that an empty password or key keeps the stored one. Mails that wait leave through the account as it is then.
         */
        put: operations["replaceSendingAccount"];
        post?: never;
        /**
         * Delete a sending account
         * Notifications that wait for it end `failed`. After the default is deleted, a request has to name an account.
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
         * Signs in and hands over a mail at once, outside the queue, within 20 seconds. 502 carries the server's own words in `detail`.
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
         * Answers whatever its dependencies do.
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
         * An array without parameters. With `limit` or `cursor` a page, and a `next_cursor` while there are more.
         */
        get: operations["listEmailTemplates"];
        put?: never;
        /**
         * Create an email template
         * Subject and body are Go `text/template`; one that does not parse is refused here.
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
         * As it was saved, not rendered.
         */
        get: operations["getEmailTemplate"];
        /**
         * Replace an email template
         * All fields. What is queued already is not changed.
         */
        put: operations["replaceEmailTemplate"];
        post?: never;
        /**
         * Delete an email template
         * What is queued already is not changed.
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
         * Makes it again what an earlier version was, under a new and higher version.
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
         * Newest first, the present one among them; the last 50 are kept. An array without parameters, pages with `limit` or `cursor`.
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
         * All of them: there are at most 20.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * Of at most 20. Events are posted as Standard Webhooks, signed with the `secret` that only this answer and a rotation show. A receiver answers 2xx within 15 seconds; anything else is tried again for more than a day.
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
         * Whether it is enabled, and why not.
         */
        get: operations["getWebhook"];
        /**
         * Replace a webhook
         * All fields: what is left out is reset. It also enables a webhook that the service has disabled.
         */
        put: operations["replaceWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * Nothing is sent to it any more, not even what waits for a retry. Its log is erased within minutes.
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
         * The tries of the last 30 days, newest first: one entry a try, with the beginning of the receiver's answer or the reason why none came.
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
         * For an event that the webhook was sent before; replay sends the others.
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
         * Sends again what the feed still has of the webhook's `event_types` since a time, for instance what happened while the webhook was disabled. The feed goes back 30 days.
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
         * Until the grace period is over every request has two signatures, so that no event is lost meanwhile.
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
         * Sends a `webhook.test` at once, also while the webhook is disabled, waits for the receiver's answer and shows it, whatever it is. 502 says why no answer came.
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
         * For a load balancer: answers whatever its dependencies do.
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
         * Of the table store and of the identity provider, within 3 seconds. 503 names the one that does not answer.
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
             * How often its delivery was tried.
             * @example 1
             */
            attempts: number;
            /**
             * email, or chat for WhatsApp.
             * @example email
             */
            channel: "email" | "chat";
            /**
             * Of a chat message.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id?: string;
            /**
             * When it was made.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The most recent cause; cleared when sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * How often it is tried at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * As it was given.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * The address, number or id that it goes to; absent where it is no longer kept.
             * @example ana@example.test
             */
            recipient?: string;
            /**
             * The notification that this one repeats.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            resent_from?: string;
            /**
             * Not before this time; absent when none was given.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * Of an email.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            sending_account_id?: string;
            /**
             * Its present state.
             * @example sent
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * When it changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        /** Without what the account signs in with: an API key reads events, and every webhook gets them. */
        AnnouncedSendingAccount: {
            /**
             * Web pages on these hosts may send with it; empty allows all callers.
             * @example [
             *       "shop.example"
             *     ]
             */
            api_allowed_domains: string[];
            /**
             * The header that carries the key.
             * @example Authorization
             */
            auth_header_name?: string;
            /**
             * A Go template of the JSON body that is posted.
             * @example {"to":{{json .To}},"subject":{{json .Subject}}}
             */
            body_template?: string;
            /**
             * When it was made.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * none, STARTTLS, or TLS from the first byte.
             * @example starttls
             */
            encryption?: "none" | "starttls" | "tls";
            /**
             * The address that a mail is posted to.
             * @example https://mail.provider.example/v1/send
             */
            endpoint?: string;
            /**
             * The sender's address.
             * @example orders@shop.example
             */
            from_address: string;
            /**
             * Senders that a send may name in `from` besides `from_address`: addresses, or `*@` with a domain for all of its addresses. Absent where none was given.
             * @example [
             *       "billing@shop.example",
             *       "*@news.shop.example"
             *     ]
             */
            from_addresses?: string[];
            /**
             * The sender's name.
             * @example Shop
             */
            from_name: string;
            /**
             * The mail server's name.
             * @example 127.0.0.1
             */
            host?: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * Used by requests that name no account.
             * @example false
             */
            is_default: boolean;
            /**
             * A name for people.
             * @example Shop
             */
            label: string;
            /**
             * Where the account has a setting of its own; otherwise 10.
             * @example 5
             */
            max_connections?: number;
            /**
             * The mail server's port.
             * @example 3025
             */
            port?: number;
            /**
             * Over what mail leaves: a mail server, or a provider's HTTP interface.
             * @example smtp
             */
            provider: "smtp" | "http_api";
            /**
             * Recipients may only be in these domains; empty allows all.
             * @example [
             *       "example.com"
             *     ]
             */
            trusted_domains: string[];
            /**
             * When it changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        AnnouncedWebhook: {
            /**
             * When it was made.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * For people.
             * @example The shop's order system
             */
            description: string;
            /**
             * Why the service disabled it; absent when its owner did.
             * @example the receiver answered 410
             */
            disabled_reason?: string;
            /**
             * Whether events are sent.
             * @example true
             */
            enabled: boolean;
            /**
             * Empty: all.
             * @example [
             *       "notification.sent",
             *       "notification.failed"
             *     ]
             */
            event_types: string[];
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * Whether events are sent.
             * @example disabled
             */
            status: "enabled" | "disabled";
            /**
             * When it changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * Its origin only: the rest of a webhook's address may be a secret.
             * @example https://receiver.example
             */
            url: string;
        };
        Attachment: {
            /**
             * A file that was uploaded before.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            attachment_id?: string;
            /**
             * The file in base64.
             * @example JVBERi0xLjcK
             */
            content?: string;
            /**
             * Shows the file where the html body says `cid:<content_id>`.
             * @example logo
             */
            content_id?: string;
            /**
             * By the file's content and name when left out.
             * @example application/pdf
             */
            content_type?: string;
            /**
             * Required beside content. In any script, without a path.
             * @example invoice.pdf
             */
            filename?: string;
        };
        BatchRequest: {
            /**
             * All or none: one that is not valid refuses them all.
             * @default false
             * @example false
             */
            atomic?: boolean;
            /**
             * Each as the body of a single request.
             * @example [
             *       {
             *         "recipient": "ana@example.test"
             *       }
             *     ]
             */
            notifications: (components["schemas"]["EmailNotificationRequest"] | components["schemas"]["ChatNotificationRequest"])[];
        };
        /** One of the two. */
        BatchResult: {
            /**
             * As the answer of a single request.
             * @example {
             *       "status": 400,
             *       "message": "recipient is required",
             *       "code": "sent"
             *     }
             */
            error?: {
                /**
                 * One of the published codes.
                 * @example sent
                 */
                code: string;
                /**
                 * The problems of the item's fields; absent when the error is of another kind.
                 * @example [
                 *       {
                 *         "field": "recipient",
                 *         "message": "recipient is required"
                 *       }
                 *     ]
                 */
                errors?: {
                    /**
                     * The field's name, with dots for the inner ones.
                     * @example recipient
                     */
                    field: string;
                    /**
                     * The rule that it breaks.
                     * @example recipient is required
                     */
                    message: string;
                }[];
                /**
                 * The error of a single request's answer.
                 * @example recipient is required
                 */
                message: string;
                /**
                 * The status of a single request's answer.
                 * @example 400
                 */
                status: number;
            };
            /** As its own address shows it. */
            notification?: components["schemas"]["Notification"];
        };
        BatchResults: {
            /**
             * In the order of the request.
             * @example [
             *       {}
             *     ]
             */
            results: components["schemas"]["BatchResult"][];
        };
        ChatConversation: {
            /**
             * A chat account.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id: string;
            /**
             * The name that the customer gave themselves on the platform, as last seen; absent while none is known. Data from outside.
             * @example Ana
             */
            customer_name?: string;
            /**
             * E.164; empty for a customer who hides the number.
             * @example +15551230001
             */
            customer_phone: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * When the 24-hour window closes.
             * @example 2026-11-22T12:00:00.000Z
             */
            service_window_expires_at: string;
            /**
             * When it changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * The customer wrote within the last 24 hours: free-form replies are allowed.
             * @example true
             */
            window_open: boolean;
        };
        ChatConversationPage: {
            /**
             * Newest first.
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
             * Absent at the end. A page may hold fewer than asked for and yet have one.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
        };
        ChatHistory: {
            /**
             * Newest first.
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
             * Present while there are older messages. Where messages are long, a page may hold fewer than asked for.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
            /**
             * When the 24-hour window closes.
             * @example 2026-11-22T12:00:00.000Z
             */
            service_window_expires_at: string;
            /**
             * When it changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * Whether free-form replies are allowed.
             * @example true
             */
            window_open: boolean;
        };
        ChatMessage: {
            /**
             * From the customer, or to them.
             * @example inbound
             */
            direction: "inbound" | "outbound";
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The kind of message.
             * @example text
             */
            message_type: string;
            /**
             * When it was written.
             * @example 2026-11-22T12:00:00.000Z
             */
            occurred_at: string;
            /**
             * Inbound: the platform's part of the message, for media with media_id and media_status. Outbound: the accepted content, with notification_id and status.
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
             * Not used on this channel: its type is checked, nothing else.
             * @example []
             */
            attachments?: unknown[];
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example [
             *       "archive@example.test"
             *     ]
             */
            bcc?: string[];
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example It is on its way.
             */
            body?: string;
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example text
             */
            body_type?: string;
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example [
             *       "team@example.test"
             *     ]
             */
            cc?: string[];
            /**
             * email, or chat for WhatsApp.
             * @example chat
             */
            channel: "chat";
            /** The message; required on the channel chat. */
            chat: components["schemas"]["ChatPayload"];
            /**
             * The default account when left out.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id?: string;
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example {
             *       "items": [
             *         {
             *           "name": "Tea",
             *           "quantity": 2
             *         }
             *       ]
             *     }
             */
            data?: {
                [key: string]: unknown;
            };
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example billing@shop.example
             */
            from?: string;
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example Shop
             */
            from_name?: string;
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example {
             *       "X-Campaign": "autumn"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * At most 16 pairs of your own, 40 and 500 characters; kept with the notification, never in the message.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * A phone number in E.164 form.
             * @example +15551230001
             */
            recipient: string;
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example help@shop.example
             */
            reply_to?: string | string[];
            /**
             * RFC 3339, at most 90 days ahead; a past time means now.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            smtp_account_id?: string;
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example true
             */
            strict_variables?: boolean;
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example Your order 10042
             */
            subject?: string;
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            template_id?: string;
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example 2
             */
            template_version?: number;
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example It is on its way.
             */
            text?: string;
            /**
             * Data for the template; names are case-sensitive.
             * @default {}
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
             * For type audio: exactly one of id and link is required.
             */
            audio?: {
                /**
                 * At most 1024 characters; not shown on audio.
                 * @example Our menu
                 */
                caption?: string;
                /**
                 * Shown on documents: a plain name, at most 240 bytes.
                 * @example invoice.pdf
                 */
                filename?: string;
                /**
                 * The media_id of an earlier upload to the same chat account.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                id?: string;
                /**
                 * Instead of id: a public https URL that can be downloaded without authentication.
                 * @example https://cdn.example/menu.png
                 */
                link?: string;
            };
            /**
             * For type document: exactly one of id and link is required.
             */
            document?: {
                /**
                 * At most 1024 characters; not shown on audio.
                 * @example Our menu
                 */
                caption?: string;
                /**
                 * Shown on documents: a plain name, at most 240 bytes.
                 * @example invoice.pdf
                 */
                filename?: string;
                /**
                 * The media_id of an earlier upload to the same chat account.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                id?: string;
                /**
                 * Instead of id: a public https URL that can be downloaded without authentication.
                 * @example https://cdn.example/menu.png
                 */
                link?: string;
            };
            /**
             * For every type but template: sent instead when the 24-hour window is closed.
             * @example {
             *       "template_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04"
             *     }
             */
            fallback_template?: {
                /**
                 * An approved chat template of the same account.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                template_id: string;
                /**
                 * Always template.
                 * @example template
                 */
                type?: "template";
                /**
                 * Its values.
                 * @default {}
                 * @example {
                 *       "parameter_1": "10042"
                 *     }
                 */
                values?: {
                    [key: string]: string;
                };
            };
            /**
             * For type image: exactly one of id and link is required.
             */
            image?: {
                /**
                 * At most 1024 characters; not shown on audio.
                 * @example Our menu
                 */
                caption?: string;
                /**
                 * Shown on documents: a plain name, at most 240 bytes.
                 * @example invoice.pdf
                 */
                filename?: string;
                /**
                 * The media_id of an earlier upload to the same chat account.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                id?: string;
                /**
                 * Instead of id: a public https URL that can be downloaded without authentication.
                 * @example https://cdn.example/menu.png
                 */
                link?: string;
            };
            /**
             * For type location.
             */
            location?: {
                /**
                 * The place's address.
                 * @example Rua Augusta 1, Lisboa
                 */
                address?: string;
                /**
                 * Required; -90 to 90.
                 * @example 38.7223
                 */
                latitude?: number;
                /**
                 * Required; -180 to 180.
                 * @example -9.1393
                 */
                longitude?: number;
                /**
                 * The place's name.
                 * @example Our shop
                 */
                name?: string;
            };
            /**
             * For type reaction.
             */
            reaction?: {
                /**
                 * One emoji; empty takes the reaction back.
                 * @example 👍
                 */
                emoji?: string;
                /**
                 * Required: our id of a message of this conversation, or the provider's.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                message_id?: string;
            };
            /**
             * For type template: an approved template of the same account.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            template_id?: string;
            /**
             * For type text.
             */
            text?: {
                /**
                 * Required; at most 4096 characters.
                 * @example Your order is ready.
                 */
                body?: string;
                /**
                 * Shows a preview of the first link.
                 * @example false
                 */
                preview_url?: boolean;
            };
            /**
             * May be left out when template_id is there.
             * @example text
             */
            type?: "template" | "text" | "image" | "video" | "audio" | "document" | "location" | "reaction";
            /**
             * For type template: a value for every parameter, by name.
             * @example {
             *       "body_1": "10042"
             *     }
             */
            values?: {
                [key: string]: string;
            };
            /**
             * For type video: exactly one of id and link is required.
             */
            video?: {
                /**
                 * At most 1024 characters; not shown on audio.
                 * @example Our menu
                 */
                caption?: string;
                /**
                 * Shown on documents: a plain name, at most 240 bytes.
                 * @example invoice.pdf
                 */
                filename?: string;
                /**
                 * The media_id of an earlier upload to the same chat account.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                id?: string;
                /**
                 * Instead of id: a public https URL that can be downloaded without authentication.
                 * @example https://cdn.example/menu.png
                 */
                link?: string;
            };
        };
        ChatTemplate: {
            /**
             * The message's text.
             * @example {
             *       "text": "Your order {{1}} is ready."
             *     }
             */
            body: {
                /**
                 * One concrete value per variable, in order.
                 * @example [
                 *       "10042"
                 *     ]
                 */
                examples?: string[];
                /**
                 * With the variables {{1}}, {{2}}, …
                 * @example Your order {{1}} is ready.
                 */
                text: string;
            };
            /**
             * Below the message.
             * @example [
             *       {
             *         "type": "quick_reply",
             *         "text": "Thank you"
             *       }
             *     ]
             */
            buttons?: {
                /**
                 * A concrete suffix for a dynamic URL.
                 * @example https://shop.example/orders/10042
                 */
                example?: string;
                /**
                 * The number that is called.
                 * @example +15551230000
                 */
                phone?: string;
                /**
                 * On the button.
                 * @example Thank you
                 */
                text: string;
                /**
                 * The kind of button.
                 * @example quick_reply
                 */
                type: "quick_reply" | "call" | "static_url" | "dynamic_url";
                /**
                 * The address that is opened; one variable at its end.
                 * @example https://shop.example/orders/{{1}}
                 */
                url?: string;
            }[];
            /**
             * It is approved, and not deleted.
             * @example true
             */
            can_send: boolean;
            /**
             * The platform prices and limits messages by it.
             * @example UTILITY
             */
            category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
            /**
             * A chat account.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id: string;
            /**
             * When it was made.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * Deleted here; it is never sent again.
             * @example false
             */
            disabled: boolean;
            /**
             * A small line below the text.
             * @example {
             *       "text": "Thank you for your order"
             *     }
             */
            footer?: {
                /**
                 * Without variables.
                 * @example Thank you for your order
                 */
                text: string;
            };
            /**
             * Above the text: a line of text, or a file.
             * @example {
             *       "type": "text"
             *     }
             */
            header?: {
                /**
                 * A concrete value for the header's variable.
                 * @example 10042
                 */
                example?: string;
                /**
                 * From POST /panel/api/chat-template-media; for headers of media.
                 * @example 4::aW1hZ2UvcG5n
                 */
                media_handle?: string;
                /**
                 * With at most one variable.
                 * @example Order {{1}}
                 */
                text?: string;
                /**
                 * The kind of header.
                 * @example text
                 */
                type: "text" | "image" | "video" | "document";
            };
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * Such as en or en_US.
             * @example en
             */
            language: string;
            /**
             * Small letters, digits and underscores; one name may have several languages.
             * @example order_ready
             */
            name: string;
            /**
             * What a send has to bring.
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
                 * Where the variable stands.
                 * @example body
                 */
                component: "header" | "body" | "button";
                /**
                 * The name that its value goes under.
                 * @example body_1
                 */
                name: string;
                /**
                 * The variable's number; of a button its visual position, from 1.
                 * @example 1
                 */
                position: number;
                /**
                 * Whether a send without it is refused.
                 * @example true
                 */
                required: boolean;
                /**
                 * The kind of value.
                 * @example text
                 */
                type: "text" | "image" | "video" | "document";
            }[];
            /**
             * Digits; may be beyond 2^53.
             * @example 1234567890123456
             */
            provider_template_id: string;
            /**
             * GREEN, YELLOW, RED or UNKNOWN.
             * @example GREEN
             */
            quality: string;
            /**
             * The platform's word.
             * @example INVALID_FORMAT
             */
            rejected_reason?: string;
            /**
             * The platform's word, such as PENDING, APPROVED or REJECTED.
             * @example APPROVED
             */
            remote_status: string;
            /**
             * When it changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        EmailNotificationRequest: {
            /**
             * At most 20 files.
             * @example [
             *       {}
             *     ]
             */
            attachments?: components["schemas"]["Attachment"][];
            /**
             * Hidden copies; empty values are dropped.
             * @example [
             *       "archive@example.test"
             *     ]
             */
            bcc?: string[];
            /**
             * The text; without a template it is required.
             * @example It is on its way.
             */
            body?: string;
            /**
             * text, or what the template says, when left out.
             * @example text
             */
            body_type?: "text" | "html";
            /**
             * Visible copies; empty values are dropped.
             * @example [
             *       "team@example.test"
             *     ]
             */
            cc?: string[];
            /**
             * email, or chat for WhatsApp.
             * @example email
             */
            channel?: "email";
            /** Not used on this channel: its type is checked, nothing else. */
            chat?: components["schemas"]["ChatPayload"];
            /**
             * Not used on this channel: its type is checked, nothing else.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            chat_account_id?: string;
            /**
             * Values of any JSON for the template, such as numbers, lists and objects, under other names than those of variables; only with a template. At most 256 KiB, 32 levels and 10,000 values.
             * @example {
             *       "items": [
             *         {
             *           "name": "Tea",
             *           "quantity": 2
             *         }
             *       ]
             *     }
             */
            data?: {
                [key: string]: unknown;
            };
            /**
             * The sender's address: the account's `from_address`, or one that its `from_addresses` allow. Left out, it is `from_address`.
             * @example billing@shop.example
             */
            from?: string;
            /**
             * Overrides the account's sender name for this mail.
             * @example Shop
             */
            from_name?: string;
            /**
             * At most 20: `X-*`, `List-*` (but List-Unsubscribe and List-Unsubscribe-Post), In-Reply-To, References, Auto-Submitted, Precedence and Importance.
             * @example {
             *       "X-Campaign": "autumn"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * At most 16 pairs of your own, 40 and 500 characters; kept with the notification, never in the message.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * An email address.
             * @example ana@example.test
             */
            recipient: string;
            /**
             * An address, or a list of at most five.
             * @example help@shop.example
             */
            reply_to?: string | string[];
            /**
             * RFC 3339, at most 90 days ahead; a past time means now.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * The default account when left out.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e02
             */
            smtp_account_id?: string;
            /**
             * Refuse the mail when the template needs a variable that is absent.
             * @example true
             */
            strict_variables?: boolean;
            /**
             * The subject; without a template it is required.
             * @example Your order 10042
             */
            subject?: string;
            /**
             * An id or an alias. Takes priority over subject and body.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            template_id?: string;
            /**
             * An older version of the template.
             * @example 2
             */
            template_version?: number;
            /**
             * The plain part beside an html body, in place of the derived one.
             * @example It is on its way.
             */
            text?: string;
            /**
             * Data for the template; names are case-sensitive.
             * @default {}
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
             * A name that sends may say instead of the id.
             * @example welcome
             */
            alias?: string;
            /**
             * A Go text/template.
             * @example Dear {{.name}}, welcome.
             */
            body: string;
            /**
             * text or html.
             * @example text
             */
            body_type: "text" | "html";
            /**
             * When it was made.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * Whether what the body prints is escaped for its place in the HTML.
             * @example none
             */
            escape?: "none" | "html";
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * Its name in lists.
             * @example Welcome
             */
            name: string;
            /**
             * Whether a send is refused that leaves a variable out which the mail needs.
             * @example true
             */
            strict?: boolean;
            /**
             * A Go text/template; its result is folded to one line.
             * @example Welcome, {{.name}}
             */
            subject: string;
            /**
             * When it changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * From 1, one more at every write. It, strict and escape are there once an option or a restore was used.
             * @example 2
             */
            version?: number;
        };
        EmailTemplatePage: {
            /**
             * Absent at the end. A page may hold fewer than asked for and yet have one.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
            /**
             * Oldest first.
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
             * A name that sends may say instead of the id.
             * @example welcome
             */
            alias?: string;
            /**
             * The text; without a template it is required.
             * @example It is on its way.
             */
            body: string;
            /**
             * text or html.
             * @example text
             */
            body_type: "text" | "html";
            /**
             * When it was made.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * Whether what the body prints is escaped for its place in the HTML.
             * @example none
             */
            escape?: "none" | "html";
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * A name for people.
             * @example Order confirmation
             */
            name: string;
            /**
             * Whether a send is refused that leaves a variable out which the mail needs.
             * @example true
             */
            strict?: boolean;
            /**
             * The subject; without a template it is required.
             * @example Your order 10042
             */
            subject: string;
            /**
             * When it changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * From 1, one more at every write.
             * @example 2
             */
            version: number;
        };
        EmailTemplateVersionPage: {
            /**
             * Absent at the end. A page may hold fewer than asked for and yet have one.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
            /**
             * Newest first.
             * @example [
             *       {
             *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
             *         "version": 2,
             *         "name": "Order confirmation",
             *         "subject": "Your order 10042",
             *         "body": "It is on its way.",
             *         "body_type": "text",
             *         "created_at": "2026-11-22T12:00:00.000Z",
             *         "updated_at": "2026-11-22T12:00:00.000Z"
             *       }
             *     ]
             */
            versions: components["schemas"]["EmailTemplateVersion"][];
        };
        Error: {
            /**
             * Stable: decide by it.
             * @example invalid_request
             */
            code: "invalid_request" | "malformed_json" | "unauthorized" | "access_token_required" | "api_key_required" | "insufficient_scope" | "role_required" | "origin_not_allowed" | "past_edge" | "not_found" | "method_not_allowed" | "idempotency_key_reused" | "request_in_flight" | "test_send_failed" | "event_refused" | "window_closed" | "conversation_held" | "provider_unavailable" | "provider_number_taken" | "media_not_ready" | "limit_reached" | "write_conflict" | "version_conflict" | "alias_taken" | "name_taken" | "notification_not_pending" | "notification_not_scheduled" | "notification_not_retrying" | "notification_not_ended" | "content_not_kept" | "batch_refused" | "internal_error" | "bad_request" | "request_timeout" | "request_header_fields_too_large";
            /**
             * The provider's own words.
             * @example 535 5.7.8 authentication failed
             */
            detail?: string;
            /**
             * For people: the field and the rule.
             * @example recipient is required
             */
            error: string;
            /**
             * All problems of the request's shape; error says the first.
             * @example [
             *       {
             *         "field": "recipient",
             *         "message": "recipient is required"
             *       }
             *     ]
             */
            errors?: {
                /**
                 * The field's name, with dots for the inner ones.
                 * @example recipient
                 */
                field: string;
                /**
                 * The rule that it breaks.
                 * @example recipient is required
                 */
                message: string;
            }[];
            /**
             * Of a batch that was refused as a whole: an error for each bad item, an empty object for each good one.
             * @example [
             *       {}
             *     ]
             */
            results?: Record<string, never>[];
        };
        Event: {
            /** What it happened to, as its own address shows it. */
            data: components["schemas"]["AnnouncedNotification"];
            /**
             * The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When it happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * What happened.
             * @example notification.submitted
             */
            type: "notification.submitted";
        } | {
            /** What it happened to, as its own address shows it. */
            data: components["schemas"]["AnnouncedNotification"];
            /**
             * The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When it happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * What happened.
             * @example notification.sent
             */
            type: "notification.sent";
        } | {
            /** What it happened to, as its own address shows it. */
            data: components["schemas"]["AnnouncedNotification"];
            /**
             * The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When it happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * What happened.
             * @example notification.delivered
             */
            type: "notification.delivered";
        } | {
            /** What it happened to, as its own address shows it. */
            data: components["schemas"]["AnnouncedNotification"];
            /**
             * The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When it happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * What happened.
             * @example notification.read
             */
            type: "notification.read";
        } | {
            /** What it happened to, as its own address shows it. */
            data: components["schemas"]["FailedNotification"];
            /**
             * The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When it happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * What happened.
             * @example notification.retrying
             */
            type: "notification.retrying";
        } | {
            /** What it happened to, as its own address shows it. */
            data: components["schemas"]["FailedNotification"];
            /**
             * The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When it happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * What happened.
             * @example notification.failed
             */
            type: "notification.failed";
        } | {
            /** What it happened to, as its own address shows it. */
            data: components["schemas"]["AnnouncedNotification"];
            /**
             * The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When it happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * What happened.
             * @example notification.canceled
             */
            type: "notification.canceled";
        } | {
            /** What it happened to, as its own address shows it. */
            data: components["schemas"]["ReceivedMessage"];
            /**
             * The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When it happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * What happened.
             * @example message.received
             */
            type: "message.received";
        } | {
            /** What it happened to, as its own address shows it. */
            data: components["schemas"]["ChatTemplate"];
            /**
             * The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When it happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * What happened.
             * @example chat_template.updated
             */
            type: "chat_template.updated";
        } | {
            /** What it happened to, as its own address shows it. */
            data: components["schemas"]["AnnouncedSendingAccount"];
            /**
             * The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When it happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * What happened.
             * @example sending_account.failing
             */
            type: "sending_account.failing";
        } | {
            /** What it happened to, as its own address shows it. */
            data: components["schemas"]["AnnouncedSendingAccount"];
            /**
             * The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When it happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * What happened.
             * @example sending_account.recovered
             */
            type: "sending_account.recovered";
        } | {
            /** What it happened to, as its own address shows it. */
            data: components["schemas"]["AnnouncedWebhook"];
            /**
             * The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When it happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * What happened.
             * @example webhook.disabled
             */
            type: "webhook.disabled";
        };
        EventPage: {
            /**
             * Oldest first.
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
             * There is always one: the next page begins behind this one.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor: string;
        };
        ExpandedNotification: {
            /**
             * How often its delivery was tried.
             * @example 1
             */
            attempts: number;
            /**
             * email, or chat for WhatsApp.
             * @example email
             */
            channel: "email" | "chat";
            /**
             * When it was made.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The most recent cause; cleared when sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * How often it is tried at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * Your own pairs.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * As it was accepted. Once the content is no longer kept, only what the record has.
             * @example {
             *       "smtp_account_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03"
             *     }
             */
            request: components["schemas"]["RequestedEmail"] | components["schemas"]["RequestedChat"];
            /**
             * The notifications that repeat this one, newest first, at most 20.
             * @example [
             *       "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03"
             *     ]
             */
            resent_as: string[];
            /**
             * The notification that this one repeats.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            resent_from?: string;
            /**
             * Not before this time; absent when none was given.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * Its present state.
             * @example sent
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * When it changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        Explanation: {
            /** One of the published codes. */
            code: components["schemas"]["ExplanationCode"];
            /**
             * What is so, in a sentence for people.
             * @example The mail server took the mail.
             */
            summary: string;
            /**
             * What the reader can do about it.
             * @example Nothing: it is done.
             */
            what_to_do: string;
            /**
             * RFC 3339, UTC; while another attempt is planned.
             * @example 2026-11-22T12:00:00.000Z
             */
            will_retry_at?: string;
        };
        /**
         * A published code: docs/explanations.md says what each means.
         */
        ExplanationCode: "waiting" | "scheduled" | "canceled" | "sending" | "submitted" | "sent" | "delivered" | "read" | "partly_delivered" | "service_unavailable" | "attempt_interrupted" | "delivery_interrupted" | "delivery_crashed" | "account_deleted" | "content_expired" | "unknown" | "recipient_refused" | "server_deferred" | "mailbox_not_found" | "domain_takes_no_mail" | "address_invalid" | "address_beyond_ascii" | "mailbox_disabled" | "mailbox_full" | "message_too_large" | "route_not_found" | "policy_refused" | "sender_unauthenticated" | "sender_refused" | "content_refused" | "credential_refused" | "credential_missing" | "credential_unreadable" | "sign_in_required" | "sign_in_method_refused" | "sign_in_not_offered" | "sign_in_deferred" | "server_busy" | "server_full" | "server_not_found" | "server_unreachable" | "server_refused_connection" | "address_not_public" | "tls_failed" | "connection_lost" | "handover_interrupted" | "delivery_in_doubt" | "file_unreadable" | "domain_not_trusted" | "http_provider_disabled" | "account_settings_unusable" | "provider_unreachable" | "provider_failed" | "provider_rate_limited" | "provider_refused" | "chat_platform_failed" | "chat_platform_refused" | "chat_unconfirmed" | "chat_rate_limited" | "chat_customer_rate_limited" | "chat_number_in_maintenance" | "chat_experiment" | "customer_unreachable" | "customer_blocked" | "customer_number_needed" | "customer_is_sender" | "marketing_limited" | "marketing_stopped" | "marketing_switched_off" | "number_limited" | "messaging_limit_lowered" | "number_not_ready" | "business_account_locked" | "payment_problem" | "chat_access_refused" | "chat_resource_not_found" | "chat_provider_limit" | "chat_provider_unreachable" | "message_invalid" | "message_type_unsupported" | "media_unusable" | "media_expired" | "window_closed" | "conversation_held" | "templates_only" | "reaction_target_gone" | "reaction_target_not_sent" | "template_deleted" | "template_not_approved" | "template_parameters_mismatch" | "template_value_invalid" | "template_too_long" | "template_policy_broken" | "template_paused" | "template_disabled" | "template_flow_unusable";
        FailedNotification: {
            /**
             * How often its delivery was tried.
             * @example 1
             */
            attempts: number;
            /**
             * email, or chat for WhatsApp.
             * @example email
             */
            channel: "email" | "chat";
            /**
             * Of a chat message.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id?: string;
            /**
             * When it was made.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The most recent cause; cleared when sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * How often it is tried at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * As it was given.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /** The explanation's code. */
            reason: components["schemas"]["ExplanationCode"];
            /**
             * The address, number or id that it goes to; absent where it is no longer kept.
             * @example ana@example.test
             */
            recipient?: string;
            /**
             * The notification that this one repeats.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            resent_from?: string;
            /**
             * Not before this time; absent when none was given.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * Of an email.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            sending_account_id?: string;
            /**
             * Its present state.
             * @example sent
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * When it changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        /** An event as an earlier version wrote it. */
        KeptEvent: {
            /**
             * What it happened to, as its own address shows it.
             * @example {
             *       "status": "sent"
             *     }
             */
            data: {
                [key: string]: unknown;
            };
            /**
             * The same whenever the event comes again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When it happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * What happened.
             * @example notification.sent
             */
            type: string;
        };
        Notification: {
            /**
             * How often its delivery was tried.
             * @example 1
             */
            attempts: number;
            /**
             * email, or chat for WhatsApp.
             * @example email
             */
            channel: "email" | "chat";
            /**
             * When it was made.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The most recent cause; cleared when sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * How often it is tried at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * As it was given.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * The notification that this one repeats.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            resent_from?: string;
            /**
             * Not before this time; absent when none was given.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * Its present state.
             * @example sent
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * When it changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        NotificationPage: {
            /**
             * Absent at the end. A page may hold fewer than asked for, or none, and yet have one.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
            /**
             * A page of them.
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
            /** Why it is as it is, and what to do. */
            explanation: components["schemas"]["Explanation"];
            /**
             * The result for each recipient.
             * @example [
             *       {
             *         "outcome": "accepted"
             *       }
             *     ]
             */
            recipients: {
                /**
                 * The result for this recipient.
                 * @example accepted
                 */
                outcome: "waiting" | "accepted" | "deferred" | "refused" | "failed" | "canceled" | "delivered" | "read";
                /**
                 * Absent once it is not stored any more.
                 * @example ana@example.test
                 */
                recipient?: string;
                /**
                 * The provider's own words, without credentials.
                 * @example 250 2.0.0 queued as 4F1A
                 */
                response?: string;
            }[];
            /**
             * Oldest first.
             * @example [
             *       {
             *         "at": "2026-11-22T12:00:00.000Z",
             *         "event": "sent"
             *       }
             *     ]
             */
            timeline: {
                /**
                 * RFC 3339, UTC. Of an interrupted attempt: when something came after it.
                 * @example 2026-11-22T12:00:00.000Z
                 */
                at: string;
                /**
                 * The attempt that it belongs to, from 1.
                 * @example 1
                 */
                attempt?: number;
                /** One of the published codes. */
                code?: components["schemas"]["ExplanationCode"];
                /**
                 * retrying: an attempt failed, and another one follows.
                 * @example sent
                 */
                event: "accepted" | "retrying" | "interrupted" | "recipient_refused" | "recipient_deferred" | "submitted" | "sent" | "delivered" | "read" | "failed" | "canceled" | "resent";
                /**
                 * Of resent: the notification that repeats this one.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
                 */
                notification_id?: string;
                /**
                 * Of an event that is about one of several. Absent once it is not stored any more.
                 * @example ana@example.test
                 */
                recipient?: string;
                /**
                 * The provider's own words, without credentials.
                 * @example 250 2.0.0 queued as 4F1A
                 */
                response?: string;
                /**
                 * When the next attempt is made.
                 * @example 2026-11-22T12:00:00.000Z
                 */
                retry_at?: string;
            }[];
        };
        NotificationWithRecipient: {
            /**
             * How often its delivery was tried.
             * @example 1
             */
            attempts: number;
            /**
             * email, or chat for WhatsApp.
             * @example email
             */
            channel: "email" | "chat";
            /**
             * When it was made.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The most recent cause; cleared when sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * How often it is tried at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * As it was given.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * As it was given; of a chat message, the customer. Absent once it is not stored any more.
             * @example ana@example.test
             */
            recipient?: string;
            /**
             * The notification that this one repeats.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            resent_from?: string;
            /**
             * Not before this time; absent when none was given.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * Its present state.
             * @example sent
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * When it changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        ReceivedMessage: {
            /** The conversation, as the conversation API shows it. */
            conversation: components["schemas"]["ChatConversation"];
            /** The message, as the conversation API shows it. */
            message: components["schemas"]["ChatMessage"];
        };
        RequestedAttachment: {
            /**
             * As the send gave it, or by the file's content and name.
             * @example application/pdf
             */
            content_type: string;
            /**
             * The file's name.
             * @example invoice.pdf
             */
            filename: string;
            /**
             * In bytes.
             * @example 48213
             */
            size: number;
        };
        RequestedChat: {
            /**
             * The account that was used.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            chat_account_id: string;
            /**
             * Absent once it is not stored any more.
             * @example ana@example.test
             */
            recipient?: string;
            /**
             * Only of templates.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            template_id?: string;
            /**
             * As it was sent, or template. Part of the content.
             * @example template
             */
            type?: "template" | "text" | "image" | "video" | "audio" | "document" | "location" | "reaction";
        };
        RequestedEmail: {
            /**
             * Absent when there is none. Part of the content.
             * @example [
             *       {
             *         "filename": "invoice.pdf",
             *         "content_type": "application/pdf",
             *         "size": 48213
             *       }
             *     ]
             */
            attachments?: components["schemas"]["RequestedAttachment"][];
            /**
             * Each address once; absent when there is none.
             * @example [
             *       "archive@example.test"
             *     ]
             */
            bcc?: string[];
            /**
             * Each address once; absent when there is none.
             * @example [
             *       "team@example.test"
             *     ]
             */
            cc?: string[];
            /**
             * The sender's address. Absent when the record has none and the account is gone.
             * @example shop@example.test
             */
            from?: string;
            /**
             * Only when the send gave it. Part of the content.
             * @example Shop
             */
            from_name?: string;
            /**
             * Absent once it is not stored any more.
             * @example ana@example.test
             */
            recipient?: string;
            /**
             * Only when the send gave it. Part of the content.
             * @example [
             *       "help@shop.example"
             *     ]
             */
            reply_to?: string[];
            /**
             * The account that was used.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            smtp_account_id: string;
            /**
             * As it was rendered. Part of the content.
             * @example Your order 10042
             */
            subject?: string;
            /**
             * The id, also when the send gave an alias.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            template_id?: string;
            /**
             * The version that was used.
             * @example 2
             */
            template_version?: number;
        };
        RescheduleRequest: {
            /**
             * RFC 3339, at most 90 days ahead; a past time means now.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at: string;
        };
        /** The secret is never part of it; the other provider's fields are left out. */
        SendingAccount: {
            /**
             * Web pages on these hosts may send with it; empty allows all callers.
             * @example [
             *       "shop.example"
             *     ]
             */
            api_allowed_domains: string[];
            /**
             * The header that carries the key.
             * @example Authorization
             */
            auth_header_name?: string;
            /**
             * A Go template of that header's value.
             * @example Bearer {{.APIKey}}
             */
            auth_value_template?: string;
            /**
             * A Go template of the JSON body that is posted.
             * @example {"to":{{json .To}},"subject":{{json .Subject}}}
             */
            body_template?: string;
            /**
             * When it was made.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * none, STARTTLS, or TLS from the first byte.
             * @example starttls
             */
            encryption?: "none" | "starttls" | "tls";
            /**
             * The address that a mail is posted to.
             * @example https://mail.provider.example/v1/send
             */
            endpoint?: string;
            /**
             * The sender's address.
             * @example orders@shop.example
             */
            from_address: string;
            /**
             * Senders that a send may name in `from` besides `from_address`: addresses, or `*@` with a domain for all of its addresses. Absent where none was given.
             * @example [
             *       "billing@shop.example",
             *       "*@news.shop.example"
             *     ]
             */
            from_addresses?: string[];
            /**
             * The sender's name.
             * @example Shop
             */
            from_name: string;
            /**
             * The mail server's name.
             * @example 127.0.0.1
             */
            host?: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * Used by requests that name no account.
             * @example false
             */
            is_default: boolean;
            /**
             * Its name in lists; the sender's name where there is no other.
             * @example Shop
             */
            label: string;
            /**
             * Where the account has a setting of its own; otherwise 10.
             * @example 5
             */
            max_connections?: number;
            /**
             * The mail server's port.
             * @example 3025
             */
            port?: number;
            /**
             * Over what mail leaves: a mail server, or a provider's HTTP interface.
             * @example smtp
             */
            provider: "smtp" | "http_api";
            /**
             * Recipients may only be in these domains; empty allows all.
             * @example [
             *       "example.com"
             *     ]
             */
            trusted_domains: string[];
            /**
             * When it changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * For signing in to the mail server; without one nobody signs in.
             * @example demo
             */
            username?: string;
        };
        UploadedAttachment: {
            /**
             * Names the file in `attachments` of a send.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            attachment_id: string;
            /**
             * By the file's content and name.
             * @example application/pdf
             */
            content_type: string;
            /**
             * No later send can name it. Those that have named it keep it.
             * @example 2027-11-22T12:00:00.000Z
             */
            expires_at: string;
            /**
             * The file's name.
             * @example invoice.pdf
             */
            filename: string;
            /**
             * Bytes.
             * @example 48213
             */
            size: number;
        };
        /** Its secret is shown when it is made, and never again. */
        Webhook: {
            /**
             * When it was made.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * For people.
             * @example The shop's order system
             */
            description: string;
            /**
             * Why the service disabled it; absent when its owner did.
             * @example the receiver answered 410
             */
            disabled_reason?: string;
            /**
             * Whether events are sent.
             * @example true
             */
            enabled: boolean;
            /**
             * Empty: all.
             * @example [
             *       "notification.sent",
             *       "notification.failed"
             *     ]
             */
            event_types: string[];
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * Whether events are sent.
             * @example enabled
             */
            status: "enabled" | "disabled";
            /**
             * When it changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * The address that events are posted to.
             * @example https://receiver.example/events
             */
            url: string;
        };
        /** One try to post one event. */
        WebhookDelivery: {
            /**
             * With `details`: the recipient, customer, template or account that the event is about.
             * @example ana@nordpost.example
             */
            about?: string;
            /**
             * RFC 3339, UTC; of a pending one, when it is due.
             * @example 2026-11-22T12:00:00.000Z
             */
            at: string;
            /**
             * The beginning of the answer.
             * @example ok
             */
            body?: string;
            /**
             * How long it took, in milliseconds.
             * @example 42
             */
            duration_ms?: number;
            /**
             * Why there was no answer.
             * @example connection refused
             */
            error?: string;
            /**
             * The event.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            event_id: string;
            /**
             * The result of this try.
             * @example success
             */
            status: "success" | "failed" | "pending";
            /**
             * The receiver's answer.
             * @example 200
             */
            status_code?: number;
            /**
             * What happened.
             * @example notification.sent
             */
            type: string;
        };
        WebhookDeliveryPage: {
            /**
             * Newest first.
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
             * Absent at the end. A page may hold fewer than asked for, or none, and yet have one.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
        };
        /** What the receiver answered, whatever that was. */
        WebhookTestAnswer: {
            /**
             * The beginning of the answer.
             * @example ok
             */
            body: string;
            /**
             * How long it took, in milliseconds.
             * @example 42
             */
            duration_ms: number;
            /**
             * The receiver's answer.
             * @example 200
             */
            status_code: number;
        };
        WebhookWithSecret: {
            /**
             * When it was made.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * For people.
             * @example The shop's order system
             */
            description: string;
            /**
             * Why the service disabled it; absent when its owner did.
             * @example the receiver answered 410
             */
            disabled_reason?: string;
            /**
             * Whether events are sent.
             * @example true
             */
            enabled: boolean;
            /**
             * Empty: all.
             * @example [
             *       "notification.sent",
             *       "notification.failed"
             *     ]
             */
            event_types: string[];
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * `whsec_` and base64 of 32 bytes: signs what is sent. Shown this once.
             * @example whsec_c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgaGVyZSE=
             */
            secret: string;
            /**
             * Whether events are sent.
             * @example enabled
             */
            status: "enabled" | "disabled";
            /**
             * When it changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * The address that events are posted to.
             * @example https://receiver.example/events
             */
            url: string;
        };
    };
    responses: {
        /** Too many requests: wait for Retry-After. */
        TooManyRequests: {
            headers: {
                /** Requests at once from an idle credential. */
                "RateLimit-Limit"?: number;
                /** Requests that are left at this moment. */
                "RateLimit-Remaining"?: number;
                /** Seconds until there is one more. */
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
                     * The file itself.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** Success. */
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
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** A previous next_cursor. */
                cursor?: string;
                /** 1 to 100; 25 when left out. */
                limit?: number;
                /** A part of the customer's phone number; every character means itself. */
                q?: string;
                /** Conversations whose 24-hour window is open, or closed; all when left out. */
                window?: "open" | "closed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
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
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The conversation's id, a UUID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
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
        };
    };
    uploadMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * The file itself.
                     */
                    file: string;
                    /**
                     * The kind of file.
                     * @example image
                     */
                    media_type: "image" | "video" | "audio" | "document";
                };
            };
        };
        responses: {
            /** Success. */
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
                         * By the file's content.
                         * @example application/pdf
                         */
                        content_type: string;
                        /**
                         * The file's name.
                         * @example invoice.pdf
                         */
                        filename: string;
                        /**
                         * Names the file in a reply's `media_id` or a notification's `chat.<media>.id`.
                         * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                         */
                        media_id: string;
                        /**
                         * The kind of file.
                         * @example image
                         */
                        media_type: "image" | "video" | "audio" | "document";
                        /**
                         * Bytes.
                         * @example 48213
                         */
                        size: number;
                    };
                };
            };
        };
    };
    getConversationMessages: {
        parameters: {
            query?: {
                /** A previous next_cursor. */
                cursor?: string;
                /** 1 to 500; 100 when left out. */
                limit?: number;
            };
            header?: never;
            path: {
                /** The conversation's id, a UUID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
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
        };
    };
    getMessageMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
                /** A message's id. */
                messageID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
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
                         * The file's media type.
                         * @example application/pdf
                         */
                        content_type: string;
                        /**
                         * When it ends.
                         * @example 2027-11-22T12:00:00.000Z
                         */
                        expires_at: string;
                        /**
                         * The file's name.
                         * @example invoice.pdf
                         */
                        filename: string;
                        /**
                         * Signed; works for everybody who has it, until `expires_at`.
                         * @example https://media.example/a?Signature=b
                         */
                        url: string;
                    };
                };
            };
        };
    };
    replyToConversation: {
        parameters: {
            query?: never;
            header?: {
                /** 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** The conversation's id, a UUID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * The place's address.
                     * @example Rua Augusta 1, Lisboa
                     */
                    address?: string;
                    /**
                     * For media: at most 1024 characters.
                     * @example Our menu
                     */
                    caption?: string;
                    /**
                     * The values of the template's parameters, in their order.
                     * @example [
                     *       "10042"
                     *     ]
                     */
                    fallback_parameters?: string[];
                    /**
                     * An approved chat template, sent instead when the 24-hour window is closed.
                     * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                     */
                    fallback_template_id?: string;
                    /**
                     * For a document: the name that the customer sees.
                     * @example invoice.pdf
                     */
                    filename?: string;
                    /**
                     * For a location: -90 to 90.
                     * @example 38.7223
                     */
                    latitude?: number;
                    /**
                     * The place's name.
                     * @example Our shop
                     */
                    location_name?: string;
                    /**
                     * For a location: -180 to 180.
                     * @example -9.1393
                     */
                    longitude?: number;
                    /**
                     * For media: the id of an earlier upload to this conversation.
                     * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                     */
                    media_id?: string;
                    /**
                     * For media, instead of media_id: a public https URL.
                     * @example https://cdn.example/menu.png
                     */
                    media_url?: string;
                    /**
                     * The kind of message.
                     * @default text
                     * @example text
                     */
                    message_type?: "text" | "image" | "video" | "audio" | "document" | "location";
                    /**
                     * For text: what is said, at most 4096 characters.
                     * @example It leaves today.
                     */
                    text?: string;
                };
            };
        };
        responses: {
            /** Success. */
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
                         * The notification that delivers the answer.
                         * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                         */
                        notification_id: string;
                    };
                };
            };
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
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *         "name": "order_ready",
                     *         "can_send": true,
                     *         "remote_status": "APPROVED",
                     *         "parameters": [
                     *           {
                     *             "component": "body",
                     *             "position": 1,
                     *             "name": "body_1",
                     *             "type": "text",
                     *             "required": true
                     *           }
                     *         ],
                     *         "language": "en",
                     *         "category": "UTILITY",
                     *         "body": {
                     *           "text": "Your order {{1}} is ready."
                     *         },
                     *         "chat_account_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04",
                     *         "provider_template_id": "1234567890123456",
                     *         "quality": "GREEN",
                     *         "disabled": false,
                     *         "created_at": "2026-11-22T12:00:00.000Z",
                     *         "updated_at": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ChatTemplate"][];
                };
            };
        };
    };
    createChatTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * The message's text.
                     * @example {
                     *       "text": "Your order {{1}} is ready."
                     *     }
                     */
                    body: {
                        /**
                         * One concrete value per variable, in order.
                         * @example [
                         *       "10042"
                         *     ]
                         */
                        examples?: string[];
                        /**
                         * With the variables {{1}}, {{2}}, …
                         * @example Your order {{1}} is ready.
                         */
                        text: string;
                    };
                    /**
                     * Below the message.
                     * @example [
                     *       {
                     *         "type": "quick_reply",
                     *         "text": "Thank you"
                     *       }
                     *     ]
                     */
                    buttons?: {
                        /**
                         * A concrete suffix for a dynamic URL.
                         * @example https://shop.example/orders/10042
                         */
                        example?: string;
                        /**
                         * The number that is called.
                         * @example +15551230000
                         */
                        phone?: string;
                        /**
                         * On the button.
                         * @example Thank you
                         */
                        text: string;
                        /**
                         * The kind of button.
                         * @example quick_reply
                         */
                        type: "quick_reply" | "call" | "static_url" | "dynamic_url";
                        /**
                         * The address that is opened; one variable at its end.
                         * @example https://shop.example/orders/{{1}}
                         */
                        url?: string;
                    }[];
                    /**
                     * The platform prices and limits messages by it.
                     * @example UTILITY
                     */
                    category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
                    /**
                     * The caller's default when left out.
                     * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                     */
                    chat_account_id?: string;
                    /**
                     * A small line below the text.
                     * @example {
                     *       "text": "Thank you for your order"
                     *     }
                     */
                    footer?: {
                        /**
                         * Without variables.
                         * @example Thank you for your order
                         */
                        text: string;
                    };
                    /**
                     * Above the text: a line of text, or a file.
                     * @example {
                     *       "type": "text"
                     *     }
                     */
                    header?: {
                        /**
                         * A concrete value for the header's variable.
                         * @example 10042
                         */
                        example?: string;
                        /**
                         * From POST /panel/api/chat-template-media; for headers of media.
                         * @example 4::aW1hZ2UvcG5n
                         */
                        media_handle?: string;
                        /**
                         * With at most one variable.
                         * @example Order {{1}}
                         */
                        text?: string;
                        /**
                         * The kind of header.
                         * @example text
                         */
                        type: "text" | "image" | "video" | "document";
                    };
                    /**
                     * Such as en or en_US.
                     * @example en
                     */
                    language: string;
                    /**
                     * Small letters, digits and underscores.
                     * @example order_ready
                     */
                    name: string;
                };
            };
        };
        responses: {
            /** Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "name": "order_ready",
                     *       "can_send": true,
                     *       "remote_status": "APPROVED",
                     *       "parameters": [
                     *         {
                     *           "component": "body",
                     *           "position": 1,
                     *           "name": "body_1",
                     *           "type": "text",
                     *           "required": true
                     *         }
                     *       ],
                     *       "language": "en",
                     *       "category": "UTILITY",
                     *       "body": {
                     *         "text": "Your order {{1}} is ready."
                     *       },
                     *       "chat_account_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04",
                     *       "provider_template_id": "1234567890123456",
                     *       "quality": "GREEN",
                     *       "disabled": false,
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ChatTemplate"];
                };
            };
        };
    };
    getChatTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "name": "order_ready",
                     *       "can_send": true,
                     *       "remote_status": "APPROVED",
                     *       "parameters": [
                     *         {
                     *           "component": "body",
                     *           "position": 1,
                     *           "name": "body_1",
                     *           "type": "text",
                     *           "required": true
                     *         }
                     *       ],
                     *       "language": "en",
                     *       "category": "UTILITY",
                     *       "body": {
                     *         "text": "Your order {{1}} is ready."
                     *       },
                     *       "chat_account_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04",
                     *       "provider_template_id": "1234567890123456",
                     *       "quality": "GREEN",
                     *       "disabled": false,
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ChatTemplate"];
                };
            };
        };
    };
    deleteChatTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "name": "order_ready",
                     *       "can_send": true,
                     *       "remote_status": "APPROVED",
                     *       "parameters": [
                     *         {
                     *           "component": "body",
                     *           "position": 1,
                     *           "name": "body_1",
                     *           "type": "text",
                     *           "required": true
                     *         }
                     *       ],
                     *       "language": "en",
                     *       "category": "UTILITY",
                     *       "body": {
                     *         "text": "Your order {{1}} is ready."
                     *       },
                     *       "chat_account_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04",
                     *       "provider_template_id": "1234567890123456",
                     *       "quality": "GREEN",
                     *       "disabled": false,
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ChatTemplate"];
                };
            };
        };
    };
    syncChatTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "name": "order_ready",
                     *       "can_send": true,
                     *       "remote_status": "APPROVED",
                     *       "parameters": [
                     *         {
                     *           "component": "body",
                     *           "position": 1,
                     *           "name": "body_1",
                     *           "type": "text",
                     *           "required": true
                     *         }
                     *       ],
                     *       "language": "en",
                     *       "category": "UTILITY",
                     *       "body": {
                     *         "text": "Your order {{1}} is ready."
                     *       },
                     *       "chat_account_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04",
                     *       "provider_template_id": "1234567890123456",
                     *       "quality": "GREEN",
                     *       "disabled": false,
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ChatTemplate"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** A previous next_cursor of the same types, or now for one behind everything so far. */
                cursor?: string;
                /** 1 to 500; 100 when left out. */
                limit?: number;
                /** Types, separated by commas; all when left out. */
                types?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
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
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** email, or chat for WhatsApp. */
                channel?: "email" | "chat";
                /** A previous next_cursor. */
                cursor?: string;
                /** 1 to 100; 25 when left out. */
                limit?: number;
                /** The notification's recipient, in any case; a copy's finds nothing. */
                recipient?: string;
                /** RFC 3339: accepted at this time or later. */
                since?: string;
                /** Its present state. */
                status?: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
                /** RFC 3339: accepted before this time. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
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
        };
    };
    createNotification: {
        parameters: {
            query?: never;
            header?: {
                /** 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
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
            /** Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "status": "pending",
                     *       "channel": "email",
                     *       "attempts": 0,
                     *       "max_attempts": 5,
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Notification"];
                };
            };
        };
    };
    getNotification: {
        parameters: {
            query?: {
                /** request adds what was sent and the notifications that repeat it. */
                expand?: "request";
            };
            header?: never;
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "status": "sent",
                     *       "channel": "email",
                     *       "attempts": 1,
                     *       "max_attempts": 5,
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Notification"] | components["schemas"]["ExpandedNotification"];
                };
            };
        };
    };
    rescheduleNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** A UUID; later ones sort after earlier ones. */
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
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "status": "pending",
                     *       "channel": "email",
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
        };
    };
    cancelNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "status": "canceled",
                     *       "channel": "email",
                     *       "attempts": 0,
                     *       "max_attempts": 5,
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Notification"];
                };
            };
        };
    };
    resendNotification: {
        parameters: {
            query?: never;
            header?: {
                /** 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "status": "pending",
                     *       "channel": "email",
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
        };
    };
    getNotificationTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
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
                     *         "code": "sent",
                     *         "summary": "The provider accepted it for every recipient.",
                     *         "what_to_do": "Nothing."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationTimeline"];
                };
            };
        };
    };
    createNotificationBatch: {
        parameters: {
            query?: never;
            header?: {
                /** 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
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
            /** Success. */
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
            /** Success. */
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
                     *         "from_address": "orders@shop.example",
                     *         "is_default": false,
                     *         "provider": "smtp",
                     *         "from_name": "Shop",
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
        };
    };
    createSendingAccount: {
        parameters: {
            query?: never;
            header?: {
                /** 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Hosts allowed in Origin or Referer; empty means no restriction.
                     * @example [
                     *       "shop.example"
                     *     ]
                     */
                    api_allowed_domains?: string[];
                    /**
                     * The provider's key. It is sealed when stored and never shown; empty keeps the stored one.
                     * @example key-1
                     */
                    api_key?: string;
                    /**
                     * The header that carries the key.
                     * @example Authorization
                     */
                    auth_header_name?: string;
                    /**
                     * A Go template of that header's value.
                     * @example Bearer {{.APIKey}}
                     */
                    auth_value_template?: string;
                    /**
                     * A Go template of the JSON body that is posted.
                     * @example {"to":{{json .To}},"subject":{{json .Subject}}}
                     */
                    body_template?: string;
                    /**
                     * none, STARTTLS, or TLS from the first byte.
                     * @example starttls
                     */
                    encryption?: "none" | "starttls" | "tls";
                    /**
                     * The address that a mail is posted to.
                     * @example https://mail.provider.example/v1/send
                     */
                    endpoint?: string;
                    /**
                     * The sender address of every mail that names no other one in `from`.
                     * @example orders@shop.example
                     */
                    from_address: string;
                    /**
                     * Senders that a send may name in `from` besides `from_address`: at most 100 addresses, or `*@` with a domain for all of its addresses, but not for those of its subdomains.
                     * @example [
                     *       "billing@shop.example",
                     *       "*@news.shop.example"
                     *     ]
                     */
                    from_addresses?: string[];
                    /**
                     * The sender's name.
                     * @example Shop
                     */
                    from_name?: string;
                    /**
                     * The mail server's name.
                     * @example 127.0.0.1
                     */
                    host?: string;
                    /**
                     * Used by requests that name no account.
                     * @example false
                     */
                    is_default?: boolean;
                    /**
                     * Internal name; the sender name of last resort.
                     * @example Shop
                     */
                    label: string;
                    /**
                     * The most connections that one worker environment opens to the server; 10 when left out.
                     * @example 5
                     */
                    max_connections?: number;
                    /**
                     * For signing in. It is sealed when stored and never shown; empty keeps the stored one.
                     * @example demo
                     */
                    password?: string;
                    /**
                     * The mail server's port.
                     * @example 3025
                     */
                    port?: number;
                    /**
                     * Over what mail leaves: a mail server, or a provider's HTTP interface.
                     * @default smtp
                     * @example smtp
                     */
                    provider?: "smtp" | "http_api";
                    /**
                     * Allowed recipient domains; empty means no restriction.
                     * @example [
                     *       "example.com"
                     *     ]
                     */
                    trusted_domains?: string[];
                    /**
                     * For signing in to the mail server; without one nobody signs in.
                     * @example demo
                     */
                    username?: string;
                };
            };
        };
        responses: {
            /** Success. */
            201: {
                headers: {
                    /** Names this state of the record: say it in If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "label": "Shop",
                     *       "from_address": "orders@shop.example",
                     *       "is_default": false,
                     *       "provider": "smtp",
                     *       "from_name": "Shop",
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
        };
    };
    getSendingAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    /** Names this state of the record: say it in If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "label": "Shop",
                     *       "from_address": "orders@shop.example",
                     *       "is_default": false,
                     *       "provider": "smtp",
                     *       "from_name": "Shop",
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
        };
    };
    replaceSendingAccount: {
        parameters: {
            query?: never;
            header?: {
                /** The record's ETag as it was read, several of them, or `*`: where it has another by now, 412 */
                "If-Match"?: string;
            };
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Hosts allowed in Origin or Referer; empty means no restriction.
                     * @example [
                     *       "shop.example"
                     *     ]
                     */
                    api_allowed_domains?: string[];
                    /**
                     * The provider's key. It is sealed when stored and never shown; empty keeps the stored one.
                     * @example key-1
                     */
                    api_key?: string;
                    /**
                     * The header that carries the key.
                     * @example Authorization
                     */
                    auth_header_name?: string;
                    /**
                     * A Go template of that header's value.
                     * @example Bearer {{.APIKey}}
                     */
                    auth_value_template?: string;
                    /**
                     * A Go template of the JSON body that is posted.
                     * @example {"to":{{json .To}},"subject":{{json .Subject}}}
                     */
                    body_template?: string;
                    /**
                     * none, STARTTLS, or TLS from the first byte.
                     * @example starttls
                     */
                    encryption?: "none" | "starttls" | "tls";
                    /**
                     * The address that a mail is posted to.
                     * @example https://mail.provider.example/v1/send
                     */
                    endpoint?: string;
                    /**
                     * The sender address of every mail that names no other one in `from`.
                     * @example orders@shop.example
                     */
                    from_address: string;
                    /**
                     * Senders that a send may name in `from` besides `from_address`: at most 100 addresses, or `*@` with a domain for all of its addresses, but not for those of its subdomains.
                     * @example [
                     *       "billing@shop.example",
                     *       "*@news.shop.example"
                     *     ]
                     */
                    from_addresses?: string[];
                    /**
                     * The sender's name.
                     * @example Shop
                     */
                    from_name?: string;
                    /**
                     * The mail server's name.
                     * @example 127.0.0.1
                     */
                    host?: string;
                    /**
                     * Used by requests that name no account.
                     * @example false
                     */
                    is_default?: boolean;
                    /**
                     * Internal name; the sender name of last resort.
                     * @example Shop
                     */
                    label: string;
                    /**
                     * The most connections that one worker environment opens to the server; 10 when left out.
                     * @example 5
                     */
                    max_connections?: number;
                    /**
                     * For signing in. It is sealed when stored and never shown; empty keeps the stored one.
                     * @example demo
                     */
                    password?: string;
                    /**
                     * The mail server's port.
                     * @example 3025
                     */
                    port?: number;
                    /**
                     * Over what mail leaves: a mail server, or a provider's HTTP interface.
                     * @default smtp
                     * @example smtp
                     */
                    provider?: "smtp" | "http_api";
                    /**
                     * Allowed recipient domains; empty means no restriction.
                     * @example [
                     *       "example.com"
                     *     ]
                     */
                    trusted_domains?: string[];
                    /**
                     * For signing in to the mail server; without one nobody signs in.
                     * @example demo
                     */
                    username?: string;
                };
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    /** Names this state of the record: say it in If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "label": "Shop",
                     *       "from_address": "orders@shop.example",
                     *       "is_default": false,
                     *       "provider": "smtp",
                     *       "from_name": "Shop",
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
        };
    };
    deleteSendingAccount: {
        parameters: {
            query?: never;
            header?: {
                /** The record's ETag as it was read, several of them, or `*`: where it has another by now, 412 */
                "If-Match"?: string;
            };
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    testSendingAccount: {
        parameters: {
            query?: never;
            header?: {
                /** 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * The account's from_address when left out.
                     * @example you@example.test
                     */
                    recipient?: string;
                };
            };
        };
        responses: {
            /** Success. */
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
                         * The server has taken the mail.
                         * @example sent
                         */
                        status: "sent";
                    };
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
            /** Success. */
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
                         * The service.
                         * @example Herald
                         */
                        name: "Herald";
                        /**
                         * Its kind.
                         * @example notification-delivery
                         */
                        service: "notification-delivery";
                        /**
                         * It runs.
                         * @example running
                         */
                        status: "running";
                    };
                };
            };
        };
    };
    listEmailTemplates: {
        parameters: {
            query?: {
                /** A previous next_cursor. */
                cursor?: string;
                /** 1 to 100. It or a cursor asks for pages; 25 a page when only a cursor is given. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
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
        };
    };
    createEmailTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * A name that sends may say instead of the id; left out, there is none.
                     * @example welcome
                     */
                    alias?: string;
                    /**
                     * Go text/template.
                     * @example Dear {{.name}}, welcome.
                     */
                    body: string;
                    /**
                     * text or html.
                     * @default text
                     * @example text
                     */
                    body_type?: "text" | "html";
                    /**
                     * html escapes what the body prints for its place, as Go's html/template; only with body_type html.
                     * @example none
                     */
                    escape?: "none" | "html";
                    /**
                     * Its name in lists.
                     * @example Welcome
                     */
                    name: string;
                    /**
                     * Refuses a send that leaves a variable out which the mail needs.
                     * @example true
                     */
                    strict?: boolean;
                    /**
                     * Go text/template.
                     * @example Welcome, {{.name}}
                     */
                    subject: string;
                };
            };
        };
        responses: {
            /** Success. */
            201: {
                headers: {
                    /** Names this state of the record: say it in If-Match. */
                    ETag?: string;
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
        };
    };
    getEmailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    /** Names this state of the record: say it in If-Match. */
                    ETag?: string;
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
        };
    };
    replaceEmailTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** The record's ETag as it was read, several of them, or `*`: where it has another by now, 412 */
                "If-Match"?: string;
            };
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * A name that sends may say instead of the id; left out, there is none.
                     * @example welcome
                     */
                    alias?: string;
                    /**
                     * Go text/template.
                     * @example Dear {{.name}}, welcome.
                     */
                    body: string;
                    /**
                     * text or html.
                     * @default text
                     * @example text
                     */
                    body_type?: "text" | "html";
                    /**
                     * html escapes what the body prints for its place, as Go's html/template; only with body_type html.
                     * @example none
                     */
                    escape?: "none" | "html";
                    /**
                     * Its name in lists.
                     * @example Welcome
                     */
                    name: string;
                    /**
                     * Refuses a send that leaves a variable out which the mail needs.
                     * @example true
                     */
                    strict?: boolean;
                    /**
                     * Go text/template.
                     * @example Welcome, {{.name}}
                     */
                    subject: string;
                };
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    /** Names this state of the record: say it in If-Match. */
                    ETag?: string;
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
        };
    };
    deleteEmailTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** The record's ETag as it was read, several of them, or `*`: where it has another by now, 412 */
                "If-Match"?: string;
            };
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    restoreEmailTemplateVersion: {
        parameters: {
            query?: never;
            header?: {
                /** 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * From 1, one more at every write.
                     * @example 2
                     */
                    version: number;
                };
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    /** Names this state of the record: say it in If-Match. */
                    ETag?: string;
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
        };
    };
    listEmailTemplateVersions: {
        parameters: {
            query?: {
                /** A previous next_cursor. */
                cursor?: string;
                /** 1 to 50. It or a cursor asks for pages; 10 a page when only a cursor is given. */
                limit?: number;
            };
            header?: never;
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *         "version": 2,
                     *         "name": "Order confirmation",
                     *         "subject": "Your order 10042",
                     *         "body": "It is on its way.",
                     *         "body_type": "text",
                     *         "created_at": "2026-11-22T12:00:00.000Z",
                     *         "updated_at": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["EmailTemplateVersion"][] | components["schemas"]["EmailTemplateVersionPage"];
                };
            };
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
            /** Success. */
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
                     *         "status": "enabled",
                     *         "enabled": true,
                     *         "description": "The shop's order system",
                     *         "created_at": "2026-11-22T12:00:00.000Z",
                     *         "updated_at": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * For people.
                     * @default
                     * @example The shop's order system
                     */
                    description?: string;
                    /**
                     * Nothing is sent while it is false.
                     * @default true
                     * @example true
                     */
                    enabled?: boolean;
                    /**
                     * All types when it is empty or left out.
                     * @example [
                     *       "notification.sent",
                     *       "notification.failed"
                     *     ]
                     */
                    event_types?: ("notification.submitted" | "notification.sent" | "notification.delivered" | "notification.read" | "notification.retrying" | "notification.failed" | "notification.canceled" | "notification.bounced" | "notification.complained" | "message.received" | "chat_template.updated" | "sending_account.failing" | "sending_account.recovered" | "recipient.suppressed" | "recipient.unsubscribed" | "webhook.disabled")[];
                    /**
                     * Events are posted there. https; http where the deployment allows it.
                     * @example https://receiver.example/events
                     */
                    url: string;
                };
            };
        };
        responses: {
            /** Success. */
            201: {
                headers: {
                    /** Names this state of the record: say it in If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "secret": "whsec_c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgaGVyZSE=",
                     *       "url": "https://receiver.example/events",
                     *       "event_types": [
                     *         "notification.sent",
                     *         "notification.failed"
                     *       ],
                     *       "status": "enabled",
                     *       "enabled": true,
                     *       "description": "The shop's order system",
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    /** Names this state of the record: say it in If-Match. */
                    ETag?: string;
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
                     *       "status": "enabled",
                     *       "enabled": true,
                     *       "description": "The shop's order system",
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    replaceWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** The record's ETag as it was read, several of them, or `*`: where it has another by now, 412 */
                "If-Match"?: string;
            };
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * For people.
                     * @default
                     * @example The shop's order system
                     */
                    description?: string;
                    /**
                     * Nothing is sent while it is false.
                     * @default true
                     * @example true
                     */
                    enabled?: boolean;
                    /**
                     * All types when it is empty or left out.
                     * @example [
                     *       "notification.sent",
                     *       "notification.failed"
                     *     ]
                     */
                    event_types?: ("notification.submitted" | "notification.sent" | "notification.delivered" | "notification.read" | "notification.retrying" | "notification.failed" | "notification.canceled" | "notification.bounced" | "notification.complained" | "message.received" | "chat_template.updated" | "sending_account.failing" | "sending_account.recovered" | "recipient.suppressed" | "recipient.unsubscribed" | "webhook.disabled")[];
                    /**
                     * Events are posted there. https; http where the deployment allows it.
                     * @example https://receiver.example/events
                     */
                    url: string;
                };
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    /** Names this state of the record: say it in If-Match. */
                    ETag?: string;
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
                     *       "status": "enabled",
                     *       "enabled": true,
                     *       "description": "The shop's order system",
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** The record's ETag as it was read, several of them, or `*`: where it has another by now, 412 */
                "If-Match"?: string;
            };
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** A previous next_cursor. */
                cursor?: string;
                /** Also what each event is about. */
                details?: "true" | "false";
                /** 1 to 100; 25 when left out. */
                limit?: number;
                /** Only tries of this result. */
                status?: "success" | "failed" | "pending";
            };
            header?: never;
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
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
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** The event. */
                event_id: string;
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
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
                         * It is on its way.
                         * @example pending
                         */
                        status: "pending";
                    };
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * RFC 3339: events of this time or later.
                     * @example 2026-11-22T00:00:00Z
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** Success. */
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
                         * They are on their way.
                         * @example pending
                         */
                        status: "pending";
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * How long the secret before it signs too.
                     * @default 86400
                     * @example 3600
                     */
                    grace_seconds?: number;
                };
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    /** Names this state of the record: say it in If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "secret": "whsec_c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgaGVyZSE=",
                     *       "url": "https://receiver.example/events",
                     *       "event_types": [
                     *         "notification.sent",
                     *         "notification.failed"
                     *       ],
                     *       "status": "enabled",
                     *       "enabled": true,
                     *       "description": "The shop's order system",
                     *       "created_at": "2026-11-22T12:00:00.000Z",
                     *       "updated_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** 1 to 255 visible characters; a repeat within 24 hours gets the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** A UUID; later ones sort after earlier ones. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
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
            /** Success. */
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
                         * It runs.
                         * @example alive
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
            /** Success. */
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
                         * Whether the table store answers.
                         * @example available
                         */
                        database: "available" | "unavailable";
                        /**
                         * Whether the identity provider answers.
                         * @example available
                         */
                        oidc: "available" | "unavailable";
                        /**
                         * Whether it can take requests.
                         * @example ready
                         */
                        status: "ready" | "not-ready";
                    };
                };
            };
        };
    };
}
