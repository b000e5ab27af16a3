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
         * Upload a file for mails.
         * Stores a file of at most 20 MB for any number of mails within 7 days: name its `attachment_id` in `attachments`. A mail keeps the files that it was sent with for as long as its content.
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
         * List conversations.
         * Lists one conversation for each customer of a chat account, the one with the latest message first. `window=open` finds the conversations in which free-form replies are allowed.
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
         * Read a conversation.
         * Shows a conversation with the customer's number and name, and until when free-form replies are allowed.
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
         * Upload a file for a conversation.
         * Stores a picture, video, sound or document of at most 20 MB for a reply in this conversation; name its `media_id` in the reply.
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
         * Read a conversation's messages.
         * Lists the customer's messages and those sent to the customer, newest first; `next_cursor` leads to older messages.
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
         * Get a message's file.
         * Answers the temporary address of a message's media file. The address is signed and needs no credential, so give it to the browser. 503 with `Retry-After` means that the file is still being copied to Herald's storage.
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
         * Answer a customer.
         * Sends a text, a file, a place, a reaction or a template. While the 24-hour window is closed, only a template can be sent: send a template, or name one as a fallback. 202 means that the reply is stored, is in the history, and will be delivered or end `failed` with a reason. `status` is the status of the reply's notification.
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
         * List chat templates.
         * Lists the chat templates, deleted ones too, with the platform's verdict on each. `can_send` says whether a template may be used now.
         */
        get: operations["listChatTemplates"];
        put?: never;
        /**
         * Create a chat template.
         * Creates a chat template in Herald and, at once, at the provider. The platform reviews the template; until it is approved, requests that name it are refused. The answer lists the parameters for which a request must give values.
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
         * Read a chat template.
         * Shows a chat template with the status that the platform last reported.
         */
        get: operations["getChatTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a chat template.
         * Deletes a chat template, at the provider too. The template stays in lists as deleted. Notifications that were accepted before are not changed.
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
         * Sync a chat template.
         * Asks the platform for the template's status now, instead of waiting for the platform's event.
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
         * Read the feed of events.
         * The events of the last 30 days, oldest first. The feed begins at the oldest kept event, or with `cursor=now` at the end. Keep `next_cursor`, also that of an empty page: reading on from it skips nothing. An event may come twice, with the same id.
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
         * List notifications.
         * Lists notifications, newest first, page by page: continue with `next_cursor` and the same filters. Filters may be combined; `metadata.order=10042` finds the notifications whose metadata have `order` with the value `10042`.
         */
        get: operations["listNotifications"];
        put?: never;
        /**
         * Send a notification.
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
         * Read a notification.
         * Shows a notification with its status. `pending`: it waits for its delivery; `processing`: an attempt is being made; `submitted`: the chat platform has not reported the result yet. `sent` and `failed` are final; `last_error` says why a notification failed.
         */
        get: operations["getNotification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Move a notification to another time.
         * Changes the `send_at` of a notification that has one, until its first attempt. A past time means now.
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
         * Cancel a notification.
         * Cancels a notification before its first attempt, or while it waits for another attempt. An attempt that has begun is not stopped: the answer is 409 with the notification's status. Canceling a notification again changes nothing.
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
         * Send a notification again.
         * Makes a new notification with the same content, recipients, account and metadata, and sends it at once; its `resent_from` names the first notification. The first notification must have ended, and its content must still be kept.
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
         * Explain a notification.
         * Lists every attempt with the server's own words, and the result for every recipient, and explains the present state and what to do. The guide on explanations lists the codes.
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
         * Send up to 100 notifications.
         * A batch counts as one request for the rate limit. Every item is judged like a single request and stands alone: the answer is 202 with a notification or an error for each, in order. With `atomic` one bad item refuses the whole batch, and nothing is created. An `Idempotency-Key` covers the whole batch.
         */
        post: operations["createNotificationBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the test clock.
         * The test time of the owner, and by how many seconds it is ahead of real time.
         */
        get: operations["getTestClock"];
        put?: never;
        /**
         * Move the test clock ahead.
         * Moves the owner's test time ahead. What becomes due by that happens within seconds: retries, scheduled sends, windows, expiries. Test time runs on and never goes back; moves at the same moment add up.
         */
        post: operations["advanceTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/customers/{phone}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a customer of test mode got.
         * What the provider would have got for this customer, newest first. Of each owner the last 1,000 messages can be read, for seven days of real time. Each message goes on to sent, delivered and read within seconds; messages to +15005550001 are refused, and messages to +15005550009 cannot be delivered.
         */
        get: operations["listCustomerMessages"];
        put?: never;
        /**
         * Write as a customer of test mode.
         * Lets a customer of test mode write to you. The body is the platform's message object of any type without `from`, `id` and `timestamp`; beside it may stand when the customer wrote it, and who the customer is. The message is in the history when the answer comes: it opens the service window, and words such as STOP act as in live mode. A file in `content_base64` is kept like a file that was copied from the platform.
         */
        post: operations["writeAsCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the mails of test mode.
         * The mails of test mode as they were handed over, newest first. They are kept for seven days of real time, and the last 1,000 of them.
         */
        get: operations["listSandboxMessages"];
        put?: never;
        post?: never;
        /**
         * Delete the mails of test mode.
         * Deletes all mails of the sandbox. Their notifications stay. May be repeated.
         */
        delete: operations["deleteSandboxMessages"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a mail of test mode.
         * One mail with its headers as they were written, and its texts, decoded. Its files are in its source.
         */
        get: operations["getSandboxMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/messages/{id}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the source of a mail of test mode.
         * The mail as a mail server would have got it. A mail of more than about 6 MB does not fit into an answer: without `from`, it is refused with 400. With `from`, the answer is a part of the source that ends between two characters. A part of less than 3,000,000 bytes is the last.
         */
        get: operations["getSandboxMessageSource"];
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
        /**
         * List sending accounts.
         * Lists the sending accounts without their passwords and keys, which are never shown.
         */
        get: operations["listSendingAccounts"];
        put?: never;
        /**
         * Create a sending account.
         * The owner's first account becomes the default. Creating an account connects to no server, so send a test mail afterwards. The password is sealed before it is stored.
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
         * Read a sending account.
         * Shows a sending account without its password or key.
         */
        get: operations["getSendingAccount"];
        /**
         * Replace a sending account.
         * Replaces all fields, except that an empty password or key keeps the stored one. A mail that waits is sent with the settings that the account has at that moment.
         */
        put: operations["replaceSendingAccount"];
        post?: never;
        /**
         * Delete a sending account.
         * Notifications that wait for a deleted account end `failed`. After the default account is deleted, a request has to name an account.
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
         * Send a test email.
         * Signs in to the account's server and hands over a test mail at once, outside the queue, within 20 seconds. 502 carries the server's own words in `detail`.
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
         * Name and status.
         * Answers even while the services that Herald depends on do not.
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
    "/api/v1/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppressions.
         * To whom nothing is sent, and why, newest first. An address is found in any case and with either form of its domain.
         */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Suppress a recipient.
         * From the next attempt on nothing is sent to the recipient, with a `topic` only no sends of that topic. Of each recipient, reason and topic there is one: a repeat is answered 200 with it, unchanged. Takes every reason, so that the list of another provider can be moved here.
         */
        post: operations["createSuppression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a suppression.
         * Deletes this one; others of the same recipient stay. What was left out is not sent by that: send it again.
         */
        delete: operations["deleteSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the words that stop marketing.
         * The words by which customers stop marketing by WhatsApp. They are off until somebody switches them on.
         */
        get: operations["getSuppressionSettings"];
        /**
         * Choose the words that stop marketing.
         * With `chat_stop`, a customer's message that is one of the stop words suppresses the customer's number for the topic `marketing`, and one of the start words ends that. Messages from before count for nothing. A list that is left out has its default.
         */
        put: operations["replaceSuppressionSettings"];
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
         * List email templates.
         * Without parameters the answer is an array of all templates. With `limit` or `cursor` it is a page, with a `next_cursor` while there are more templates.
         */
        get: operations["listEmailTemplates"];
        put?: never;
        /**
         * Create an email template.
         * Subject and body are Go `text/template`; a template that does not parse is refused.
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
         * Read an email template.
         * Shows a template as it was saved, not rendered.
         */
        get: operations["getEmailTemplate"];
        /**
         * Replace an email template.
         * Replaces all fields. Notifications that were accepted before are not changed.
         */
        put: operations["replaceEmailTemplate"];
        post?: never;
        /**
         * Delete an email template.
         * Notifications that were accepted before are not changed.
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
         * Restore an email template's version.
         * Gives a template the content of an earlier version again, as a new version with a higher number.
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
         * List an email template's versions.
         * Lists the versions of a template, newest first, with the present version; the last 50 versions are kept. Without parameters the answer is an array, with `limit` or `cursor` a page.
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
         * List webhooks.
         * Lists all webhooks of the owner, at most 20.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook.
         * An owner may have at most 20 webhooks. Events are posted as Standard Webhooks, signed with the `secret` that only this answer and a rotation show. A receiver answers 2xx within 15 seconds; anything else is tried again for more than a day.
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
         * Read a webhook.
         * Shows a webhook without its secret: its address, whether it is enabled, and why not.
         */
        get: operations["getWebhook"];
        /**
         * Replace a webhook.
         * Replaces all fields: a field that is left out is reset. Replacing a webhook also enables it if the service has disabled it.
         */
        put: operations["replaceWebhook"];
        post?: never;
        /**
         * Delete a webhook.
         * Nothing is sent to a deleted webhook any more, not even events that wait for a retry. The webhook's log is erased within minutes.
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
         * List a webhook's deliveries.
         * The tries to deliver events in the last 30 days, newest first: one entry for each try, with the beginning of the receiver's answer or the reason why none came.
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
         * Send an event again.
         * Sends an event again that was sent to the webhook before. Replay sends events that were not.
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
         * Replay events.
         * Sends again the events of the webhook's `event_types` since a given time, for instance those that happened while the webhook was disabled. The feed goes back 30 days.
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
         * Rotate a webhook's secret.
         * Makes a new secret. Until the grace period is over, every request is signed with both secrets, so that no event is lost meanwhile.
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
         * Test a webhook.
         * Sends a `webhook.test` at once, also while the webhook is disabled, waits for the receiver's answer and shows the answer, whatever its status. 502 says why no answer came.
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
         * Liveness.
         * For a load balancer: answers even while the services that Herald depends on do not.
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
         * Readiness.
         * Says within 3 seconds whether the table store and the identity provider answer. 503 names the one that does not.
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
             * How many attempts to deliver the notification were made.
             * @example 1
             */
            attempts: number;
            /**
             * email, or chat for WhatsApp.
             * @example email
             */
            channel: "email" | "chat";
            /**
             * The chat account of a chat message.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id?: string;
            /**
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The cause of the latest failed attempt; absent once the notification is sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * How many attempts to deliver the notification are made at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * Your own names and values, as the request gave them.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * The address, number or id of the recipient; absent once the recipient is no longer kept.
             * @example ana@example.test
             */
            recipient?: string;
            /**
             * The notification that this one repeats.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            resent_from?: string;
            /**
             * The notification is not sent before this time; absent when the request gave none.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * The sending account of an email.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            sending_account_id?: string;
            /**
             * The present state of the record.
             * @example sent
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * When the record changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        /** A sending account without the fields by which it signs in, because API keys and webhooks can read events. */
        AnnouncedSendingAccount: {
            /**
             * Web pages on these hosts may send through the account; an empty list allows all callers.
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
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * The encryption of the connection: none, STARTTLS, or TLS from the first byte.
             * @example starttls
             */
            encryption?: "none" | "starttls" | "tls";
            /**
             * The address that a mail is posted to.
             * @example https://mail.provider.example/v1/send
             */
            endpoint?: string;
            /**
             * The ARN of the SNS topic to which Amazon SES publishes the bounces, complaints and deliveries of this account's mails; shown where it is set. It is not the topic of chat events.
             * @example arn:aws:sns:eu-west-1:123456789012:ses-feedback
             */
            feedback_topic_arn?: string;
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
             * Whether requests that name no account use this one.
             * @example false
             */
            is_default: boolean;
            /**
             * A name for people.
             * @example Shop
             */
            label: string;
            /**
             * The most connections that one worker environment opens to the server; absent when the account uses the default of 10.
             * @example 5
             */
            max_connections?: number;
            /**
             * The mail server's port.
             * @example 3025
             */
            port?: number;
            /**
             * The way by which mails leave: a mail server, or a provider's HTTP interface.
             * @example smtp
             */
            provider: "smtp" | "http_api";
            /**
             * Mails come back to this address, with a token in it. Absent where none was given.
             * @example b@bounces.shop.example
             */
            return_path?: string;
            /**
             * The account sends only to recipients in these domains; an empty list allows all.
             * @example [
             *       "example.com"
             *     ]
             */
            trusted_domains: string[];
            /**
             * When the record changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        AnnouncedWebhook: {
            /**
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A note on the webhook for people.
             * @example The shop's order system
             */
            description: string;
            /**
             * Why the service disabled the webhook; absent when its owner disabled it.
             * @example the receiver answered 410
             */
            disabled_reason?: string;
            /**
             * Whether events are sent to the webhook.
             * @example true
             */
            enabled: boolean;
            /**
             * The types of events that are sent; all types when empty.
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
             * Whether events are sent to the webhook.
             * @example disabled
             */
            status: "enabled" | "disabled";
            /**
             * When the record changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * The origin of the webhook's address only, because the rest of the address may be a secret.
             * @example https://receiver.example
             */
            url: string;
        };
        Attachment: {
            /**
             * The id of a file that was uploaded before.
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
             * The file's media type; when left out, it is found by the file's content and name.
             * @example application/pdf
             */
            content_type?: string;
            /**
             * The file's name, in any script and without a path; required with `content`.
             * @example invoice.pdf
             */
            filename?: string;
        };
        BatchRequest: {
            /**
             * Whether one item that is not valid refuses the whole batch.
             * @default false
             * @example false
             */
            atomic?: boolean;
            /**
             * The notifications, each in the form of the body of a single request.
             * @example [
             *       {
             *         "recipient": "ana@example.test"
             *       }
             *     ]
             */
            notifications: (components["schemas"]["EmailNotificationRequest"] | components["schemas"]["ChatNotificationRequest"])[];
        };
        /** The notification, or the error of an item that was refused. */
        BatchResult: {
            /**
             * The error that a single request would get.
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
                     * The field's name, with dots before the names of inner fields.
                     * @example recipient
                     */
                    field: string;
                    /**
                     * The rule that the field breaks.
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
            /** The notification, as a GET of it answers. */
            notification?: components["schemas"]["Notification"];
        };
        BatchResults: {
            /**
             * The result of each item, in the order of the request.
             * @example [
             *       {}
             *     ]
             */
            results: components["schemas"]["BatchResult"][];
        };
        Bounce: {
            /**
             * The recipient from whom the mail came back; absent when the report leaves that open.
             * @example ana@nordpost.example
             */
            recipient?: string;
            /**
             * The words of the server that did not take the mail.
             * @example 550 5.1.1 No such user
             */
            response?: string;
            /**
             * The enhanced status code of the report.
             * @example 5.1.1
             */
            status?: string;
            /**
             * `permanent` when the recipient is suppressed by it, because the address will never work; `transient` otherwise.
             * @example permanent
             */
            type: "permanent" | "transient";
        };
        BouncedNotification: {
            /**
             * How many attempts to deliver the notification were made.
             * @example 1
             */
            attempts: number;
            /** What is known of the mail that came back. */
            bounce: components["schemas"]["Bounce"];
            /**
             * email, or chat for WhatsApp.
             * @example email
             */
            channel: "email" | "chat";
            /**
             * The id of the chat account.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id?: string;
            /**
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The cause of the latest failed attempt; absent once the notification is sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * How many attempts to deliver the notification are made at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * Your own names and values.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * `bounced`, also where the explanation is another one.
             * @example bounced
             */
            reason: "bounced";
            /**
             * The address, number or id of the recipient; absent once the recipient is no longer kept.
             * @example ana@example.test
             */
            recipient?: string;
            /**
             * The notification that this one repeats.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            resent_from?: string;
            /**
             * The notification is not sent before this time; absent when the request gave none.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * The sending account of an email.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            sending_account_id?: string;
            /**
             * The present state of the record.
             * @example sent
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * When the record changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        ChatConversation: {
            /**
             * The id of the chat account.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id: string;
            /**
             * The name that the customer last had on the platform; absent while none is known. Customers choose this name freely, so do not trust it.
             * @example Ana
             */
            customer_name?: string;
            /**
             * The customer's phone number in E.164 form; empty for a customer who hides it.
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
             * When the record changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * Whether the customer wrote within the last 24 hours, so that free-form replies are allowed.
             * @example true
             */
            window_open: boolean;
        };
        ChatConversationPage: {
            /**
             * The conversations of this page, newest first.
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
             * The cursor of the next page; absent on the last page. A page may have fewer entries than `limit` and yet have a cursor.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
        };
        ChatHistory: {
            /**
             * The messages, newest first.
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
             * The cursor of the page of older messages; absent when there are none. Where messages are long, a page may have fewer of them than `limit`.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
            /**
             * When the 24-hour window closes.
             * @example 2026-11-22T12:00:00.000Z
             */
            service_window_expires_at: string;
            /**
             * When the record changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * Whether the service window is open, so that free-form replies are allowed.
             * @example true
             */
            window_open: boolean;
        };
        ChatMessage: {
            /**
             * Whether the message is from the customer (inbound) or to the customer (outbound).
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
             * When the message was written.
             * @example 2026-11-22T12:00:00.000Z
             */
            occurred_at: string;
            /**
             * The content. An inbound message has it as the platform sent it, for media with media_id and media_status. An outbound message has the accepted content, with notification_id and status.
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
             * Not used when `channel` is chat: only the type of this field is checked.
             * @example []
             */
            attachments?: unknown[];
            /**
             * Not used when `channel` is chat: only the type of this field is checked.
             * @example [
             *       "archive@example.test"
             *     ]
             */
            bcc?: string[];
            /**
             * Not used when `channel` is chat: only the type of this field is checked.
             * @example It is on its way.
             */
            body?: string;
            /**
             * Not used when `channel` is chat: only the type of this field is checked.
             * @example text
             */
            body_type?: string;
            /**
             * Not used when `channel` is chat: only the type of this field is checked.
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
             * The id of the chat account; the owner's default account when left out.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id?: string;
            /**
             * Not used when `channel` is chat: only the type of this field is checked.
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
             * Not used when `channel` is chat: only the type of this field is checked.
             * @example billing@shop.example
             */
            from?: string;
            /**
             * Not used when `channel` is chat: only the type of this field is checked.
             * @example Shop
             */
            from_name?: string;
            /**
             * Not used when `channel` is chat: only the type of this field is checked.
             * @example {
             *       "X-Campaign": "autumn"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * At most 16 names and values of your own: a name has at most 40 characters, a value at most 500. They are kept with the notification and are not part of the message.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * The recipient's phone number in E.164 form.
             * @example +15551230001
             */
            recipient: string;
            /**
             * Not used when `channel` is chat: only the type of this field is checked.
             * @example help@shop.example
             */
            reply_to?: string | string[];
            /**
             * When to send (RFC 3339), at most 90 days ahead; a past time means now.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * Not used when `channel` is chat: only the type of this field is checked.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            smtp_account_id?: string;
            /**
             * Not used when `channel` is chat: only the type of this field is checked.
             * @example true
             */
            strict_variables?: boolean;
            /**
             * Not used when `channel` is chat: only the type of this field is checked.
             * @example Your order 10042
             */
            subject?: string;
            /**
             * Not used when `channel` is chat: only the type of this field is checked.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            template_id?: string;
            /**
             * Not used when `channel` is chat: only the type of this field is checked.
             * @example 2
             */
            template_version?: number;
            /**
             * Not used when `channel` is chat: only the type of this field is checked.
             * @example It is on its way.
             */
            text?: string;
            /**
             * Adds a link by which the only recipient unsubscribes from this topic: in the headers, and as `{{.UnsubscribeURL}}` of a template.
             */
            unsubscribe?: {
                [key: string]: unknown;
            };
            /**
             * Values for the template's variables, as texts; upper and lower case in names differ.
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
                 * The text beside the file, at most 1024 characters; not shown on audio.
                 * @example Our menu
                 */
                caption?: string;
                /**
                 * The name that is shown on documents: a plain name, at most 240 bytes.
                 * @example invoice.pdf
                 */
                filename?: string;
                /**
                 * The media_id of an earlier upload to the same chat account.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                id?: string;
                /**
                 * The public https URL of the file, in place of `id`; a download needs no authentication.
                 * @example https://cdn.example/menu.png
                 */
                link?: string;
            };
            /**
             * For type document: exactly one of id and link is required.
             */
            document?: {
                /**
                 * The text beside the file, at most 1024 characters; not shown on audio.
                 * @example Our menu
                 */
                caption?: string;
                /**
                 * The name that is shown on documents: a plain name, at most 240 bytes.
                 * @example invoice.pdf
                 */
                filename?: string;
                /**
                 * The media_id of an earlier upload to the same chat account.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                id?: string;
                /**
                 * The public https URL of the file, in place of `id`; a download needs no authentication.
                 * @example https://cdn.example/menu.png
                 */
                link?: string;
            };
            /**
             * For every type but template: the template that is sent instead when the 24-hour window is closed.
             * @example {
             *       "template_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04"
             *     }
             */
            fallback_template?: {
                /**
                 * The id of an approved chat template of the same account.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                template_id: string;
                /**
                 * The type of the message, always template.
                 * @example template
                 */
                type?: "template";
                /**
                 * The values of the template's parameters.
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
                 * The text beside the file, at most 1024 characters; not shown on audio.
                 * @example Our menu
                 */
                caption?: string;
                /**
                 * The name that is shown on documents: a plain name, at most 240 bytes.
                 * @example invoice.pdf
                 */
                filename?: string;
                /**
                 * The media_id of an earlier upload to the same chat account.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                id?: string;
                /**
                 * The public https URL of the file, in place of `id`; a download needs no authentication.
                 * @example https://cdn.example/menu.png
                 */
                link?: string;
            };
            /**
             * For type location: the place.
             */
            location?: {
                /**
                 * The location's address.
                 * @example Rua Augusta 1, Lisboa
                 */
                address?: string;
                /**
                 * The latitude in degrees, -90 to 90; required.
                 * @example 38.7223
                 */
                latitude?: number;
                /**
                 * The longitude in degrees, -180 to 180; required.
                 * @example -9.1393
                 */
                longitude?: number;
                /**
                 * The location's name.
                 * @example Our shop
                 */
                name?: string;
            };
            /**
             * For type reaction: the emoji and the message that it is about.
             */
            reaction?: {
                /**
                 * The reaction, one emoji; an empty text takes the reaction back.
                 * @example 👍
                 */
                emoji?: string;
                /**
                 * The id of a message of this conversation: Herald's own, or the provider's. Required.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                message_id?: string;
            };
            /**
             * For type template: the id of an approved template of the same account.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            template_id?: string;
            /**
             * For type text: the text.
             */
            text?: {
                /**
                 * The text, at most 4096 characters; required.
                 * @example Your order is ready.
                 */
                body?: string;
                /**
                 * Whether the customer sees a preview of the text's first link.
                 * @example false
                 */
                preview_url?: boolean;
            };
            /**
             * The type of the message; may be left out with `template_id`.
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
                 * The text beside the file, at most 1024 characters; not shown on audio.
                 * @example Our menu
                 */
                caption?: string;
                /**
                 * The name that is shown on documents: a plain name, at most 240 bytes.
                 * @example invoice.pdf
                 */
                filename?: string;
                /**
                 * The media_id of an earlier upload to the same chat account.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                 */
                id?: string;
                /**
                 * The public https URL of the file, in place of `id`; a download needs no authentication.
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
                 * One concrete value for each variable, in the order of the variables.
                 * @example [
                 *       "10042"
                 *     ]
                 */
                examples?: string[];
                /**
                 * The message's text, with the variables {{1}}, {{2}}, …
                 * @example Your order {{1}} is ready.
                 */
                text: string;
            };
            /**
             * The buttons below the message.
             * @example [
             *       {
             *         "type": "quick_reply",
             *         "text": "Thank you"
             *       }
             *     ]
             */
            buttons?: {
                /**
                 * An example of the value that replaces the variable at the end of the button's address.
                 * @example https://shop.example/orders/10042
                 */
                example?: string;
                /**
                 * The phone number that the button calls.
                 * @example +15551230000
                 */
                phone?: string;
                /**
                 * The text on the button.
                 * @example Thank you
                 */
                text: string;
                /**
                 * The kind of button.
                 * @example quick_reply
                 */
                type: "quick_reply" | "call" | "static_url" | "dynamic_url";
                /**
                 * The address that the button opens; it may have one variable, at its end.
                 * @example https://shop.example/orders/{{1}}
                 */
                url?: string;
            }[];
            /**
             * Whether the template may be sent now: it is approved, and not deleted.
             * @example true
             */
            can_send: boolean;
            /**
             * The template's category, by which the platform prices and limits messages.
             * @example UTILITY
             */
            category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
            /**
             * The id of the chat account.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id: string;
            /**
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * Whether the template is deleted and is never sent again.
             * @example false
             */
            disabled: boolean;
            /**
             * The small line below the message's text.
             * @example {
             *       "text": "Thank you for your order"
             *     }
             */
            footer?: {
                /**
                 * The text of the footer, without variables.
                 * @example Thank you for your order
                 */
                text: string;
            };
            /**
             * The header above the message's text: a line of text, or a file.
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
                 * For a header with a file: the handle that POST /panel/api/chat-template-media answered.
                 * @example 4::aW1hZ2UvcG5n
                 */
                media_handle?: string;
                /**
                 * The text of the header, with at most one variable.
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
             * The language of the template, such as en or en_US.
             * @example en
             */
            language: string;
            /**
             * The template's name: small letters, digits and underscores. Templates in several languages may have one name.
             * @example order_ready
             */
            name: string;
            /**
             * The parameters for which a request must give values.
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
                 * The part of the template that has the variable.
                 * @example body
                 */
                component: "header" | "body" | "button";
                /**
                 * The name by which a request gives the parameter's value.
                 * @example body_1
                 */
                name: string;
                /**
                 * The variable's number; for a button, the button's place from 1.
                 * @example 1
                 */
                position: number;
                /**
                 * Whether a request without the parameter is refused.
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
             * The platform's id of the template, as text of digits, because it may be greater than 2^53.
             * @example 1234567890123456
             */
            provider_template_id: string;
            /**
             * The template's quality: GREEN, YELLOW, RED or UNKNOWN.
             * @example GREEN
             */
            quality: string;
            /**
             * Why the platform rejected the template, in the platform's word.
             * @example INVALID_FORMAT
             */
            rejected_reason?: string;
            /**
             * The template's status in the platform's word, such as PENDING, APPROVED or REJECTED.
             * @example APPROVED
             */
            remote_status: string;
            /**
             * When the record changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        ComplainedNotification: {
            /**
             * How many attempts to deliver the notification were made.
             * @example 1
             */
            attempts: number;
            /**
             * email, or chat for WhatsApp.
             * @example email
             */
            channel: "email" | "chat";
            /**
             * The id of the chat account.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id?: string;
            /** What is known of the complaint. */
            complaint: components["schemas"]["Complaint"];
            /**
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The cause of the latest failed attempt; absent once the notification is sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * How many attempts to deliver the notification are made at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * Your own names and values.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * `complained`, also where the explanation is another one.
             * @example complained
             */
            reason: "complained";
            /**
             * The address, number or id of the recipient; absent once the recipient is no longer kept.
             * @example ana@example.test
             */
            recipient?: string;
            /**
             * The notification that this one repeats.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            resent_from?: string;
            /**
             * The notification is not sent before this time; absent when the request gave none.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * The sending account of an email.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            sending_account_id?: string;
            /**
             * The present state of the record.
             * @example sent
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * When the record changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        Complaint: {
            /**
             * The type of the complaint, as its report names it.
             * @example abuse
             */
            feedback_type?: string;
            /**
             * The recipient who complained; absent when the report leaves that open.
             * @example ana@nordpost.example
             */
            recipient?: string;
        };
        CustomerMessageAdded: {
            /**
             * The id of the conversation.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            conversation_id: string;
            /**
             * The id of the message in the history.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            message_id: string;
        };
        CustomerMessageRequest: {
            /**
             * For a message with a file: the file's bytes in base64.
             * @example /9j/4AAQSkZJRg==
             */
            content_base64?: string;
            /**
             * For a message with a file: the media type of the file.
             * @example image/jpeg
             */
            content_type?: string;
            /**
             * For a document: the name of the file.
             * @example invoice.pdf
             */
            filename?: string;
            /**
             * The customer's name on the platform.
             * @example Ana
             */
            profile_name?: string;
            /**
             * When the customer wrote, in Unix seconds; the present test time when left out.
             * @example 1795262400
             */
            timestamp?: number | string;
            /**
             * The platform's word for the kind of message. A field of this name has the content.
             * @example text
             */
            type: string;
            /**
             * The platform's own id of the customer, in place of one that is made from the number.
             * @example US.13491208655302741918
             */
            user_id?: string;
            /**
             * Whether the customer hides the number, and is known by the platform's id alone.
             * @default false
             * @example false
             */
            without_phone?: boolean;
        } & {
            [key: string]: unknown;
        };
        EmailNotificationRequest: {
            /**
             * The attached files, at most 20.
             * @example [
             *       {}
             *     ]
             */
            attachments?: components["schemas"]["Attachment"][];
            /**
             * The addresses that get a hidden copy (Bcc). Empty values are ignored.
             * @example [
             *       "archive@example.test"
             *     ]
             */
            bcc?: string[];
            /**
             * The mail's text or HTML; required without a template.
             * @example It is on its way.
             */
            body?: string;
            /**
             * The type of the body; when left out, the template's, or text without a template.
             * @example text
             */
            body_type?: "text" | "html";
            /**
             * The addresses that get a copy (Cc), which every recipient sees. Empty values are ignored.
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
            /** Not used when `channel` is email: only the type of this field is checked. */
            chat?: components["schemas"]["ChatPayload"];
            /**
             * Not used when `channel` is email: only the type of this field is checked.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            chat_account_id?: string;
            /**
             * Values for the template in any JSON, such as numbers, lists and objects, under other names than those in `variables`; only with a template. The values have at most 256 KiB and 32 levels, and there are at most 10,000.
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
             * At most 20 headers of the mail. Allowed are `X-*`, `List-*` (but List-Unsubscribe and List-Unsubscribe-Post), In-Reply-To, References, Auto-Submitted, Precedence and Importance.
             * @example {
             *       "X-Campaign": "autumn"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * At most 16 names and values of your own: a name has at most 40 characters, a value at most 500. They are kept with the notification and are not part of the message.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * The email address of the recipient.
             * @example ana@example.test
             */
            recipient: string;
            /**
             * The address for answers, or a list of at most five addresses.
             * @example help@shop.example
             */
            reply_to?: string | string[];
            /**
             * When to send (RFC 3339), at most 90 days ahead; a past time means now.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * The id of the sending account; the default account when left out.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e02
             */
            smtp_account_id?: string;
            /**
             * Refuse the mail when the template needs a variable that is absent.
             * @example true
             */
            strict_variables?: boolean;
            /**
             * The mail's subject; required without a template.
             * @example Your order 10042
             */
            subject?: string;
            /**
             * The id or the alias of a template, which takes the place of subject and body.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            template_id?: string;
            /**
             * The version of the template, for an older one than the present.
             * @example 2
             */
            template_version?: number;
            /**
             * The plain text of a mail whose body is HTML, in place of the text that is derived from the body.
             * @example It is on its way.
             */
            text?: string;
            /**
             * Adds a link by which the only recipient unsubscribes from this topic: in the headers, and as `{{.UnsubscribeURL}}` of a template.
             * @example {
             *       "topic": "newsletter"
             *     }
             */
            unsubscribe?: {
                /**
                 * What the recipient unsubscribes from.
                 * @example newsletter
                 */
                topic: string;
            };
            /**
             * Values for the template's variables, as texts; upper and lower case in names differ.
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
             * A name that requests may give instead of the template's id.
             * @example welcome
             */
            alias?: string;
            /**
             * The body, a Go text/template.
             * @example Dear {{.name}}, welcome.
             */
            body: string;
            /**
             * The type of the body: text or html.
             * @example text
             */
            body_type: "text" | "html";
            /**
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * Whether the values that the body prints are escaped for their place in the HTML.
             * @example none
             */
            escape?: "none" | "html";
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The template's name in lists.
             * @example Welcome
             */
            name: string;
            /**
             * Whether a request is refused if it lacks a variable that the mail needs.
             * @example true
             */
            strict?: boolean;
            /**
             * The subject, a Go text/template; its result is folded to one line.
             * @example Welcome, {{.name}}
             */
            subject: string;
            /**
             * When the record changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * The version, which begins at 1 and grows by 1 with every write. The fields `version`, `strict` and `escape` are present once the template has used an option or was restored.
             * @example 2
             */
            version?: number;
        };
        EmailTemplatePage: {
            /**
             * The cursor of the next page; absent on the last page. A page may have fewer entries than `limit` and yet have a cursor.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
            /**
             * The templates, oldest first.
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
             * A name that requests may give instead of the template's id.
             * @example welcome
             */
            alias?: string;
            /**
             * The mail's text or HTML; required without a template.
             * @example It is on its way.
             */
            body: string;
            /**
             * The type of the body: text or html.
             * @example text
             */
            body_type: "text" | "html";
            /**
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * Whether the values that the body prints are escaped for their place in the HTML.
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
             * Whether a request is refused if it lacks a variable that the mail needs.
             * @example true
             */
            strict?: boolean;
            /**
             * The mail's subject; required without a template.
             * @example Your order 10042
             */
            subject: string;
            /**
             * When the record changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * The version, which begins at 1 and grows by 1 with every write.
             * @example 2
             */
            version: number;
        };
        EmailTemplateVersionPage: {
            /**
             * The cursor of the next page; absent on the last page. A page may have fewer entries than `limit` and yet have a cursor.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
            /**
             * The versions, newest first.
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
             * The error's code. Codes do not change, so programs decide by them.
             * @example invalid_request
             */
            code: "invalid_request" | "malformed_json" | "unauthorized" | "access_token_required" | "api_key_required" | "insufficient_scope" | "insufficient_permission" | "test_key_required" | "recipient_not_allowed" | "daily_limit_reached" | "role_required" | "origin_not_allowed" | "past_edge" | "not_found" | "method_not_allowed" | "idempotency_key_reused" | "request_in_flight" | "test_send_failed" | "event_refused" | "window_closed" | "conversation_held" | "provider_unavailable" | "provider_number_taken" | "media_not_ready" | "limit_reached" | "write_conflict" | "version_conflict" | "alias_taken" | "name_taken" | "notification_not_pending" | "notification_not_scheduled" | "notification_not_retrying" | "notification_not_ended" | "approval_decided" | "content_not_kept" | "clock_limit" | "batch_refused" | "internal_error" | "bad_request" | "request_timeout" | "request_header_fields_too_large";
            /**
             * The provider's own words.
             * @example 535 5.7.8 authentication failed
             */
            detail?: string;
            /**
             * The error for people: the field and the rule that it breaks.
             * @example recipient is required
             */
            error: string;
            /**
             * All problems of the request's fields; `error` has the first of them.
             * @example [
             *       {
             *         "field": "recipient",
             *         "message": "recipient is required"
             *       }
             *     ]
             */
            errors?: {
                /**
                 * The field's name, with dots before the names of inner fields.
                 * @example recipient
                 */
                field: string;
                /**
                 * The rule that the field breaks.
                 * @example recipient is required
                 */
                message: string;
            }[];
            /**
             * For a daily limit: when the next day of UTC begins.
             * @example 2026-11-23T00:00:00.000Z
             */
            resets_at?: string;
            /**
             * For a batch that was refused as a whole: an error for each bad item, an empty object for each good item.
             * @example [
             *       {}
             *     ]
             */
            results?: Record<string, never>[];
        };
        Event: {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["AnnouncedNotification"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example notification.submitted
             */
            type: "notification.submitted";
        } | {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["AnnouncedNotification"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example notification.sent
             */
            type: "notification.sent";
        } | {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["AnnouncedNotification"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example notification.delivered
             */
            type: "notification.delivered";
        } | {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["AnnouncedNotification"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example notification.read
             */
            type: "notification.read";
        } | {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["FailedNotification"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example notification.retrying
             */
            type: "notification.retrying";
        } | {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["FailedNotification"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example notification.failed
             */
            type: "notification.failed";
        } | {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["AnnouncedNotification"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example notification.canceled
             */
            type: "notification.canceled";
        } | {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["BouncedNotification"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example notification.bounced
             */
            type: "notification.bounced";
        } | {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["ComplainedNotification"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example notification.complained
             */
            type: "notification.complained";
        } | {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["ReceivedMessage"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example message.received
             */
            type: "message.received";
        } | {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["ChatTemplate"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example chat_template.updated
             */
            type: "chat_template.updated";
        } | {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["AnnouncedSendingAccount"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example sending_account.failing
             */
            type: "sending_account.failing";
        } | {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["AnnouncedSendingAccount"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example sending_account.recovered
             */
            type: "sending_account.recovered";
        } | {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["Suppression"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example recipient.suppressed
             */
            type: "recipient.suppressed";
        } | {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["Suppression"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example recipient.unsubscribed
             */
            type: "recipient.unsubscribed";
        } | {
            /** The thing that the event is about, in the form in which the API answers a GET of it. */
            data: components["schemas"]["AnnouncedWebhook"];
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example webhook.disabled
             */
            type: "webhook.disabled";
        };
        EventPage: {
            /**
             * The events of this page, oldest first.
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
             * The cursor of the next page. Every page has one, because later events follow the page.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor: string;
        };
        ExpandedNotification: {
            /**
             * How many attempts to deliver the notification were made.
             * @example 1
             */
            attempts: number;
            /**
             * email, or chat for WhatsApp.
             * @example email
             */
            channel: "email" | "chat";
            /**
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The cause of the latest failed attempt; absent once the notification is sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * How many attempts to deliver the notification are made at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * Your own names and values.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * The request as it was accepted. Once the content is no longer kept, only the fields that the notification's record has.
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
             * The notification is not sent before this time; absent when the request gave none.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * The present state of the record.
             * @example sent
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * When the record changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        Explanation: {
            /** One of the published codes. */
            code: components["schemas"]["ExplanationCode"];
            /**
             * The explanation in a sentence for people.
             * @example The mail server took the mail.
             */
            summary: string;
            /**
             * What the reader can do, in a sentence.
             * @example Nothing: it is done.
             */
            what_to_do: string;
            /**
             * When the next attempt is made (RFC 3339, UTC); absent when none is planned.
             * @example 2026-11-22T12:00:00.000Z
             */
            will_retry_at?: string;
        };
        /**
         * A published code: docs/explanations.md says what each means.
         */
        ExplanationCode: "waiting" | "scheduled" | "waiting_for_approval" | "declined" | "approval_expired" | "canceled" | "sending" | "submitted" | "sent" | "delivered" | "read" | "bounced" | "complained" | "partly_delivered" | "service_unavailable" | "attempt_interrupted" | "delivery_interrupted" | "delivery_crashed" | "account_deleted" | "recipient_suppressed" | "content_expired" | "unknown" | "recipient_refused" | "server_deferred" | "mailbox_not_found" | "domain_takes_no_mail" | "address_invalid" | "address_beyond_ascii" | "mailbox_disabled" | "mailbox_full" | "message_too_large" | "route_not_found" | "policy_refused" | "sender_unauthenticated" | "sender_refused" | "content_refused" | "credential_refused" | "credential_missing" | "credential_unreadable" | "sign_in_required" | "sign_in_method_refused" | "sign_in_not_offered" | "sign_in_deferred" | "server_busy" | "server_full" | "server_not_found" | "server_unreachable" | "server_refused_connection" | "address_not_public" | "tls_failed" | "connection_lost" | "handover_interrupted" | "delivery_in_doubt" | "file_unreadable" | "domain_not_trusted" | "http_provider_disabled" | "account_settings_unusable" | "provider_unreachable" | "provider_failed" | "provider_rate_limited" | "provider_refused" | "chat_platform_failed" | "chat_platform_refused" | "chat_unconfirmed" | "chat_rate_limited" | "chat_customer_rate_limited" | "chat_number_in_maintenance" | "chat_experiment" | "customer_unreachable" | "customer_blocked" | "customer_number_needed" | "customer_is_sender" | "marketing_limited" | "marketing_stopped" | "marketing_switched_off" | "number_limited" | "messaging_limit_lowered" | "number_not_ready" | "business_account_locked" | "payment_problem" | "chat_access_refused" | "chat_resource_not_found" | "chat_provider_limit" | "chat_provider_unreachable" | "message_invalid" | "message_type_unsupported" | "media_unusable" | "media_expired" | "window_closed" | "conversation_held" | "templates_only" | "reaction_target_gone" | "reaction_target_not_sent" | "template_deleted" | "template_not_approved" | "template_parameters_mismatch" | "template_value_invalid" | "template_too_long" | "template_policy_broken" | "template_paused" | "template_disabled" | "template_flow_unusable";
        FailedNotification: {
            /**
             * How many attempts to deliver the notification were made.
             * @example 1
             */
            attempts: number;
            /**
             * email, or chat for WhatsApp.
             * @example email
             */
            channel: "email" | "chat";
            /**
             * The chat account of a chat message.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
             */
            chat_account_id?: string;
            /**
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The cause of the latest failed attempt; absent once the notification is sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * How many attempts to deliver the notification are made at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * Your own names and values, as the request gave them.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /** The code of the explanation. */
            reason: components["schemas"]["ExplanationCode"];
            /**
             * The address, number or id of the recipient; absent once the recipient is no longer kept.
             * @example ana@example.test
             */
            recipient?: string;
            /**
             * The notification that this one repeats.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            resent_from?: string;
            /**
             * The notification is not sent before this time; absent when the request gave none.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * The sending account of an email.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            sending_account_id?: string;
            /**
             * The present state of the record.
             * @example sent
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * When the record changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        /** An event as an earlier version wrote it. */
        KeptEvent: {
            /**
             * The thing that the event is about, in the form in which the API answers a GET of it.
             * @example {
             *       "status": "sent"
             *     }
             */
            data: {
                [key: string]: unknown;
            };
            /**
             * The event's id, the same whenever the event is delivered again.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * When the event happened.
             * @example 2026-11-22T12:00:00.000Z
             */
            timestamp: string;
            /**
             * The type of the event: what happened.
             * @example notification.sent
             */
            type: string;
        };
        Notification: {
            /**
             * How many attempts to deliver the notification were made.
             * @example 1
             */
            attempts: number;
            /**
             * email, or chat for WhatsApp.
             * @example email
             */
            channel: "email" | "chat";
            /**
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The cause of the latest failed attempt; absent once the notification is sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * How many attempts to deliver the notification are made at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * Your own names and values, as the request gave them.
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
             * The notification is not sent before this time; absent when the request gave none.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * The present state of the record.
             * @example sent
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * When the record changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
        };
        NotificationPage: {
            /**
             * The cursor of the next page; absent on the last page. A page may have fewer entries than `limit`, or none, and yet have a cursor.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
            /**
             * The notifications of this page.
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
            /** Why the state is as it is, and what to do. */
            explanation: components["schemas"]["Explanation"];
            /**
             * The key sends only to recipients that match one of these: email addresses, `*@domain`, phone numbers in E.164, or `+digits*`.
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
                outcome: "waiting" | "accepted" | "deferred" | "refused" | "suppressed" | "failed" | "canceled" | "delivered" | "read" | "bounced" | "complained";
                /**
                 * The recipient; absent once the recipient is not stored any more.
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
             * The entries, oldest first.
             * @example [
             *       {
             *         "at": "2026-11-22T12:00:00.000Z",
             *         "event": "sent"
             *       }
             *     ]
             */
            timeline: {
                /**
                 * The time of the entry (RFC 3339, UTC). For an interrupted attempt, the time of what happened next.
                 * @example 2026-11-22T12:00:00.000Z
                 */
                at: string;
                /**
                 * The number of the attempt that the entry belongs to, from 1.
                 * @example 1
                 */
                attempt?: number;
                /** One of the published codes. */
                code?: components["schemas"]["ExplanationCode"];
                /**
                 * What happened. `retrying`: an attempt failed, and another one follows.
                 * @example sent
                 */
                event: "accepted" | "approval_requested" | "approved" | "declined" | "retrying" | "interrupted" | "recipient_refused" | "recipient_deferred" | "recipient_suppressed" | "submitted" | "sent" | "delivered" | "read" | "failed" | "canceled" | "bounced" | "complained" | "resent";
                /**
                 * For `resent`: the id of the notification that repeats this one.
                 * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
                 */
                notification_id?: string;
                /**
                 * The recipient that the entry is about, if the notification has several. Absent once the recipient is not stored any more.
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
             * How many attempts to deliver the notification were made.
             * @example 1
             */
            attempts: number;
            /**
             * email, or chat for WhatsApp.
             * @example email
             */
            channel: "email" | "chat";
            /**
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The cause of the latest failed attempt; absent once the notification is sent.
             * @example 450 4.2.1 mailbox busy
             */
            last_error?: string;
            /**
             * How many attempts to deliver the notification are made at most.
             * @example 5
             */
            max_attempts: number;
            /**
             * Your own names and values, as the request gave them.
             * @example {
             *       "order": "10042"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /**
             * The recipient as the request gave it; for a chat message, the customer. Absent once the recipient is not stored any more.
             * @example ana@example.test
             */
            recipient?: string;
            /**
             * The notification that this one repeats.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            resent_from?: string;
            /**
             * The notification is not sent before this time; absent when the request gave none.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at?: string;
            /**
             * The present state of the record.
             * @example sent
             */
            status: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
            /**
             * When the record changed last.
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
             * The file's media type: the one that the request gave, or the one found by the file's content and name.
             * @example application/pdf
             */
            content_type: string;
            /**
             * The file's name.
             * @example invoice.pdf
             */
            filename: string;
            /**
             * The file's size in bytes.
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
             * The recipient; absent once the recipient is not stored any more.
             * @example ana@example.test
             */
            recipient?: string;
            /**
             * The id of the template, if the message was made of one.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            template_id?: string;
            /**
             * The type of the message that was sent. Kept as long as the content.
             * @example template
             */
            type?: "template" | "text" | "image" | "video" | "audio" | "document" | "location" | "reaction";
        };
        RequestedEmail: {
            /**
             * The attached files; absent when there are none. Kept as long as the content.
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
             * The addresses that got a hidden copy (Bcc), each once; absent when there are none.
             * @example [
             *       "archive@example.test"
             *     ]
             */
            bcc?: string[];
            /**
             * The addresses that got a copy (Cc), each once; absent when there are none.
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
             * The sender's name, if the request gave one. Kept as long as the content.
             * @example Shop
             */
            from_name?: string;
            /**
             * The recipient; absent once the recipient is not stored any more.
             * @example ana@example.test
             */
            recipient?: string;
            /**
             * The addresses for answers, if the request gave any. Kept as long as the content.
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
             * The subject as it was rendered. Kept as long as the content.
             * @example Your order 10042
             */
            subject?: string;
            /**
             * The template's id, even when the request gave an alias.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            template_id?: string;
            /**
             * The version of the template that was used.
             * @example 2
             */
            template_version?: number;
        };
        RescheduleRequest: {
            /**
             * When to send (RFC 3339), at most 90 days ahead; a past time means now.
             * @example 2026-11-23T08:00:00.000Z
             */
            send_at: string;
        };
        SandboxChatMessage: {
            /**
             * The id that the provider would have given the message.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            id: string;
            /**
             * The platform's message object.
             * @example {
             *       "messaging_product": "whatsapp",
             *       "to": "+15551230001",
             *       "type": "text",
             *       "text": {
             *         "body": "It leaves today."
             *       }
             *     }
             */
            message: {
                [key: string]: unknown;
            };
            /**
             * The notification of the message.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            notification_id: string;
            /**
             * When the message was handed over, in test time.
             * @example 2026-11-22T12:00:00.000Z
             */
            sent_at: string;
        };
        SandboxChatMessagePage: {
            /**
             * What the provider would have got, newest first.
             * @example [
             *       {
             *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05",
             *         "notification_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05",
             *         "sent_at": "2026-11-22T12:00:00.000Z",
             *         "message": {
             *           "messaging_product": "whatsapp",
             *           "to": "+15551230001",
             *           "type": "text",
             *           "text": {
             *             "body": "It leaves today."
             *           }
             *         }
             *       }
             *     ]
             */
            messages: components["schemas"]["SandboxChatMessage"][];
            /**
             * The cursor of the next page; absent on the last page. A page may have fewer entries than `limit`, or none, and yet have a cursor.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
        };
        SandboxMessage: {
            /**
             * The sender as the mail shows it, decoded.
             * @example Nordpost <hello@nordpost.example>
             */
            from: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The sender of the envelope, to which the mail would come back.
             * @example hello@nordpost.example
             */
            mail_from: string;
            /**
             * The mail's `Message-ID`, with its angle brackets.
             * @example <019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05@nordpost.example>
             */
            message_id: string;
            /**
             * The notification; absent for a test send of an account.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            notification_id?: string;
            /**
             * The recipients of the envelope who took the mail.
             * @example [
             *       "ana@nordpost.example"
             *     ]
             */
            rcpt_to: string[];
            /**
             * When the mail was handed over, in test time.
             * @example 2026-11-23T12:00:00.000Z
             */
            received_at: string;
            /**
             * The length of the source in bytes.
             * @example 1284
             */
            size: number;
            /**
             * The subject, decoded.
             * @example Your order
             */
            subject: string;
        };
        SandboxMessageDetail: {
            /**
             * The sender as the mail shows it, decoded.
             * @example Nordpost <hello@nordpost.example>
             */
            from: string;
            /**
             * Every header by its name in lower case, unfolded; a list where the mail has it several times.
             * @example {
             *       "subject": "Your order",
             *       "x-order": [
             *         "1",
             *         "2"
             *       ]
             *     }
             */
            headers: {
                [key: string]: string | string[];
            };
            /**
             * The HTML; empty when the mail has none.
             * @example <p>Your order is on its way.</p>
             */
            html: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The sender of the envelope, to which the mail would come back.
             * @example hello@nordpost.example
             */
            mail_from: string;
            /**
             * The mail's `Message-ID`, with its angle brackets.
             * @example <019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05@nordpost.example>
             */
            message_id: string;
            /**
             * The notification; absent for a test send of an account.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            notification_id?: string;
            /**
             * The recipients of the envelope who took the mail.
             * @example [
             *       "ana@nordpost.example"
             *     ]
             */
            rcpt_to: string[];
            /**
             * When the mail was handed over, in test time.
             * @example 2026-11-23T12:00:00.000Z
             */
            received_at: string;
            /**
             * The length of the source in bytes.
             * @example 1284
             */
            size: number;
            /**
             * The subject, decoded.
             * @example Your order
             */
            subject: string;
            /**
             * The plain text; empty when the mail has none.
             * @example Your order is on its way.
             */
            text: string;
        };
        SandboxMessagePage: {
            /**
             * Newest first.
             * @example [
             *       {
             *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
             *         "received_at": "2026-11-23T12:00:00.000Z",
             *         "mail_from": "hello@nordpost.example",
             *         "rcpt_to": [
             *           "ana@nordpost.example"
             *         ],
             *         "message_id": "<019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05@nordpost.example>",
             *         "subject": "Your order",
             *         "from": "Nordpost <hello@nordpost.example>",
             *         "size": 1284
             *       }
             *     ]
             */
            messages: components["schemas"]["SandboxMessage"][];
            /**
             * The cursor of the next page; absent on the last page. A page may have fewer entries than `limit`, or none, and yet have a cursor.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
        };
        /** A sending account without its secret, and with only the fields of its kind of provider. */
        SendingAccount: {
            /**
             * Web pages on these hosts may send through the account; an empty list allows all callers.
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
             * A Go template of the value of the header that carries the key.
             * @example Bearer {{.APIKey}}
             */
            auth_value_template?: string;
            /**
             * A Go template of the JSON body that is posted.
             * @example {"to":{{json .To}},"subject":{{json .Subject}}}
             */
            body_template?: string;
            /**
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * The encryption of the connection: none, STARTTLS, or TLS from the first byte.
             * @example starttls
             */
            encryption?: "none" | "starttls" | "tls";
            /**
             * The address that a mail is posted to.
             * @example https://mail.provider.example/v1/send
             */
            endpoint?: string;
            /**
             * The ARN of the SNS topic to which Amazon SES publishes the bounces, complaints and deliveries of this account's mails; shown where it is set. It is not the topic of chat events.
             * @example arn:aws:sns:eu-west-1:123456789012:ses-feedback
             */
            feedback_topic_arn?: string;
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
             * Whether requests that name no account use this one.
             * @example false
             */
            is_default: boolean;
            /**
             * The account's name in lists; also the sender's name of mails that have no other one.
             * @example Shop
             */
            label: string;
            /**
             * The most connections that one worker environment opens to the server; absent when the account uses the default of 10.
             * @example 5
             */
            max_connections?: number;
            /**
             * The mail server's port.
             * @example 3025
             */
            port?: number;
            /**
             * The way by which mails leave: a mail server, or a provider's HTTP interface.
             * @example smtp
             */
            provider: "smtp" | "http_api";
            /**
             * Mails come back to this address, with a token in it. Absent where none was given.
             * @example b@bounces.shop.example
             */
            return_path?: string;
            /**
             * The account sends only to recipients in these domains; an empty list allows all.
             * @example [
             *       "example.com"
             *     ]
             */
            trusted_domains: string[];
            /**
             * When the record changed last.
             * @example 2026-11-22T12:00:00.000Z
             */
            updated_at: string;
            /**
             * The name for signing in to the mail server; without a name Herald does not sign in.
             * @example demo
             */
            username?: string;
        };
        Suppression: {
            /**
             * `chat` for a phone number, `email` for an address.
             * @example email
             */
            channel: "email" | "chat";
            /**
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A UUID; later ones sort after earlier ones.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01
             */
            id: string;
            /**
             * The notification that led to it, if one did.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            notification_id?: string;
            /**
             * Why nothing is sent.
             * @example bounce
             */
            reason: "bounce" | "complaint" | "unsubscribe" | "manual";
            /**
             * The address, or the number in E.164, as it was given.
             * @example ana@nordpost.example
             */
            recipient: string;
            /**
             * The words of the mail server.
             * @example 550 5.1.1 No such user
             */
            response?: string;
            /**
             * Only sends of this topic are left out; without it, every send.
             * @example newsletter
             */
            topic?: string;
        };
        SuppressionPage: {
            /**
             * The cursor of the next page; absent on the last page. A page may have fewer entries than `limit`, or none, and yet have a cursor.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
            /**
             * Newest first.
             * @example [
             *       {
             *         "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
             *         "channel": "email",
             *         "recipient": "ana@nordpost.example",
             *         "reason": "bounce",
             *         "created_at": "2026-11-22T12:00:00.000Z"
             *       }
             *     ]
             */
            suppressions: components["schemas"]["Suppression"][];
        };
        SuppressionSettings: {
            /**
             * Whether the words of customers count.
             * @example true
             */
            chat_stop: boolean;
            /**
             * A message that is one of these words ends that.
             * @example [
             *       "start"
             *     ]
             */
            start_words: string[];
            /**
             * A message that is one of these words stops marketing. 1 to 20 words of 1 to 64 characters.
             * @example [
             *       "stop"
             *     ]
             */
            stop_words: string[];
        };
        TestClock: {
            /**
             * By how many seconds test time is ahead of real time.
             * @example 86400
             */
            advanced_seconds: number;
            /**
             * The owner's present test time.
             * @example 2026-11-23T12:00:00.000Z
             */
            now: string;
        };
        TestClockAdvance: {
            /**
             * By how many seconds test time moves ahead: 1 to 31,536,000.
             * @example 86400
             */
            advance_seconds: number;
        };
        UploadedAttachment: {
            /**
             * Names the file in `attachments` of a send.
             * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03
             */
            attachment_id: string;
            /**
             * The file's media type, found by the file's content and name.
             * @example application/pdf
             */
            content_type: string;
            /**
             * When the upload ends: no later request can name the file. Notifications that have named the file keep it.
             * @example 2027-11-22T12:00:00.000Z
             */
            expires_at: string;
            /**
             * The file's name.
             * @example invoice.pdf
             */
            filename: string;
            /**
             * The file's size in bytes.
             * @example 48213
             */
            size: number;
        };
        /** A webhook without its secret, which only the answers of its creation and of a rotation show. */
        Webhook: {
            /**
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A note on the webhook for people.
             * @example The shop's order system
             */
            description: string;
            /**
             * Why the service disabled the webhook; absent when its owner disabled it.
             * @example the receiver answered 410
             */
            disabled_reason?: string;
            /**
             * Whether events are sent to the webhook.
             * @example true
             */
            enabled: boolean;
            /**
             * The types of events that are sent; all types when empty.
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
             * Whether events are sent to the webhook.
             * @example enabled
             */
            status: "enabled" | "disabled";
            /**
             * When the record changed last.
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
             * When the try was made, or is due while it is pending (RFC 3339, UTC).
             * @example 2026-11-22T12:00:00.000Z
             */
            at: string;
            /**
             * The beginning of the receiver's answer.
             * @example ok
             */
            body?: string;
            /**
             * How many milliseconds the receiver took to answer.
             * @example 42
             */
            duration_ms?: number;
            /**
             * Why the receiver gave no answer.
             * @example connection refused
             */
            error?: string;
            /**
             * The id of the event.
             * @example evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05
             */
            event_id: string;
            /**
             * The result of this try.
             * @example success
             */
            status: "success" | "failed" | "pending";
            /**
             * The status code of the receiver's answer.
             * @example 200
             */
            status_code?: number;
            /**
             * The type of the event: what happened.
             * @example notification.sent
             */
            type: string;
        };
        WebhookDeliveryPage: {
            /**
             * The tries to deliver, newest first.
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
             * The cursor of the next page; absent on the last page. A page may have fewer entries than `limit`, or none, and yet have a cursor.
             * @example eyJ2IjoxfQ.c2lnbmF0dXJl
             */
            next_cursor?: string;
        };
        /** The receiver's answer, whatever its status. */
        WebhookTestAnswer: {
            /**
             * The beginning of the receiver's answer.
             * @example ok
             */
            body: string;
            /**
             * How many milliseconds the receiver took to answer.
             * @example 42
             */
            duration_ms: number;
            /**
             * The status code of the receiver's answer.
             * @example 200
             */
            status_code: number;
        };
        WebhookWithSecret: {
            /**
             * When the record was created.
             * @example 2026-11-22T12:00:00.000Z
             */
            created_at: string;
            /**
             * A note on the webhook for people.
             * @example The shop's order system
             */
            description: string;
            /**
             * Why the service disabled the webhook; absent when its owner disabled it.
             * @example the receiver answered 410
             */
            disabled_reason?: string;
            /**
             * Whether events are sent to the webhook.
             * @example true
             */
            enabled: boolean;
            /**
             * The types of events that are sent; all types when empty.
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
             * The secret that signs each request: `whsec_` and base64 of 32 bytes. Only this answer shows the secret.
             * @example whsec_c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgaGVyZSE=
             */
            secret: string;
            /**
             * Whether events are sent to the webhook.
             * @example enabled
             */
            status: "enabled" | "disabled";
            /**
             * When the record changed last.
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
    parameters: {
        /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
        HeraldMode: "live" | "test";
    };
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
                     * The content of the file.
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
                     * The body as JSON, with an example of its required fields.
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
                /** The next_cursor of an earlier page, for the page after it. */
                cursor?: string;
                /** 1 to 100; 25 when left out. */
                limit?: number;
                /** A part of the customer's phone number; every character means itself. */
                q?: string;
                /** Only conversations whose 24-hour window is open, or closed; all when left out. */
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
                     * The body as JSON, with an example of its required fields.
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
                     * The body as JSON, with an example of its required fields.
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
                     * The content of the file.
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
                     * The body as JSON, with an example of its required fields.
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
                         * The file's media type, found by the file's content.
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
                         * The file's size in bytes.
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
                /** The next_cursor of an earlier page, for the page after it. */
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
                     * The body as JSON, with an example of its required fields.
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
                /** The id of the message. */
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
                     * The body as JSON, with an example of its required fields.
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
                         * When the key or the address stops working.
                         * @example 2027-11-22T12:00:00.000Z
                         */
                        expires_at: string;
                        /**
                         * The file's name.
                         * @example invoice.pdf
                         */
                        filename: string;
                        /**
                         * The signed address of the media file. The address works for everybody who has it, until `expires_at`.
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
                /** A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer. */
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
                     * The location's address.
                     * @example Rua Augusta 1, Lisboa
                     */
                    address?: string;
                    /**
                     * For media: the text beside the file, at most 1024 characters.
                     * @example Our menu
                     */
                    caption?: string;
                    /**
                     * The values of the fallback template's parameters, in the order of the parameters.
                     * @example [
                     *       "10042"
                     *     ]
                     */
                    fallback_parameters?: string[];
                    /**
                     * The id of an approved chat template that is sent instead when the 24-hour window is closed.
                     * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                     */
                    fallback_template_id?: string;
                    /**
                     * For a document: the name that the customer sees.
                     * @example invoice.pdf
                     */
                    filename?: string;
                    /**
                     * For a location: the latitude in degrees, -90 to 90.
                     * @example 38.7223
                     */
                    latitude?: number;
                    /**
                     * The location's name.
                     * @example Our shop
                     */
                    location_name?: string;
                    /**
                     * For a location: the longitude in degrees, -180 to 180.
                     * @example -9.1393
                     */
                    longitude?: number;
                    /**
                     * For media: the id of an earlier upload to this conversation.
                     * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                     */
                    media_id?: string;
                    /**
                     * For media: the public https URL of the file, in place of media_id.
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
                     * For text: the text, at most 4096 characters.
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
                     * The body as JSON, with an example of its required fields.
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
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
            };
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
                     * The body as JSON, with an example of its required fields.
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer. */
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
                         * One concrete value for each variable, in the order of the variables.
                         * @example [
                         *       "10042"
                         *     ]
                         */
                        examples?: string[];
                        /**
                         * The message's text, with the variables {{1}}, {{2}}, …
                         * @example Your order {{1}} is ready.
                         */
                        text: string;
                    };
                    /**
                     * The buttons below the message.
                     * @example [
                     *       {
                     *         "type": "quick_reply",
                     *         "text": "Thank you"
                     *       }
                     *     ]
                     */
                    buttons?: {
                        /**
                         * An example of the value that replaces the variable at the end of the button's address.
                         * @example https://shop.example/orders/10042
                         */
                        example?: string;
                        /**
                         * The phone number that the button calls.
                         * @example +15551230000
                         */
                        phone?: string;
                        /**
                         * The text on the button.
                         * @example Thank you
                         */
                        text: string;
                        /**
                         * The kind of button.
                         * @example quick_reply
                         */
                        type: "quick_reply" | "call" | "static_url" | "dynamic_url";
                        /**
                         * The address that the button opens; it may have one variable, at its end.
                         * @example https://shop.example/orders/{{1}}
                         */
                        url?: string;
                    }[];
                    /**
                     * The template's category, by which the platform prices and limits messages.
                     * @example UTILITY
                     */
                    category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
                    /**
                     * The id of the chat account; the caller's default account when left out.
                     * @example 019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e04
                     */
                    chat_account_id?: string;
                    /**
                     * The small line below the message's text.
                     * @example {
                     *       "text": "Thank you for your order"
                     *     }
                     */
                    footer?: {
                        /**
                         * The text of the footer, without variables.
                         * @example Thank you for your order
                         */
                        text: string;
                    };
                    /**
                     * The header above the message's text: a line of text, or a file.
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
                         * For a header with a file: the handle that POST /panel/api/chat-template-media answered.
                         * @example 4::aW1hZ2UvcG5n
                         */
                        media_handle?: string;
                        /**
                         * The text of the header, with at most one variable.
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
                     * The language of the template, such as en or en_US.
                     * @example en
                     */
                    language: string;
                    /**
                     * The template's name: small letters, digits and underscores.
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
                     * The body as JSON, with an example of its required fields.
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
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
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
                     * The body as JSON, with an example of its required fields.
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
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
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
                     * The body as JSON, with an example of its required fields.
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
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
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
                     * The body as JSON, with an example of its required fields.
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
                /** A previous next_cursor of the same types, or now for a cursor behind all events so far. */
                cursor?: string;
                /** 1 to 500; 100 when left out. */
                limit?: number;
                /** Types of events, separated by commas; all types when left out. */
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
                     * The body as JSON, with an example of its required fields.
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
                /** The next_cursor of an earlier page, for the page after it. */
                cursor?: string;
                /** 1 to 100; 25 when left out. */
                limit?: number;
                /** Only notifications to this recipient, in upper or lower case. Addresses in cc and bcc are not compared. */
                recipient?: string;
                /** Only notifications that were accepted at this time or later (RFC 3339). */
                since?: string;
                /** The present state of the record. */
                status?: "pending" | "processing" | "submitted" | "sent" | "failed" | "canceled";
                /** Only notifications that were accepted before this time (RFC 3339). */
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
                     * The body as JSON, with an example of its required fields.
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
                /** A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer. */
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
                     * The body as JSON, with an example of its required fields.
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
                /** `request` adds what was sent and the notifications that repeat this one. */
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
                     * The body as JSON, with an example of its required fields.
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
                     * The body as JSON, with an example of its required fields.
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
                     * The body as JSON, with an example of its required fields.
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
                /** A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer. */
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
                     * The body as JSON, with an example of its required fields.
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
                     * The body as JSON, with an example of its required fields.
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
                /** A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer. */
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
                     * The body as JSON, with an example of its required fields.
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
    getTestClock: {
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
                     * The body as JSON, with an example of its required fields.
                     * @example {
                     *       "now": "2026-11-23T12:00:00.000Z",
                     *       "advanced_seconds": 86400
                     *     }
                     */
                    "application/json": components["schemas"]["TestClock"];
                };
            };
        };
    };
    advanceTestClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestClockAdvance"];
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
                     * The body as JSON, with an example of its required fields.
                     * @example {
                     *       "now": "2026-11-23T12:00:00.000Z",
                     *       "advanced_seconds": 86400
                     *     }
                     */
                    "application/json": components["schemas"]["TestClock"];
                };
            };
        };
    };
    listCustomerMessages: {
        parameters: {
            query?: {
                /** The next_cursor of an earlier page, for the page after it. */
                cursor?: string;
                /** 1 to 100; 25 when left out. */
                limit?: number;
            };
            header?: never;
            path: {
                /** The customer's phone number in E.164 form. */
                phone: string;
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
                     * The body as JSON, with an example of its required fields.
                     * @example {
                     *       "messages": [
                     *         {
                     *           "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05",
                     *           "notification_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05",
                     *           "sent_at": "2026-11-22T12:00:00.000Z",
                     *           "message": {
                     *             "messaging_product": "whatsapp",
                     *             "to": "+15551230001",
                     *             "type": "text",
                     *             "text": {
                     *               "body": "It leaves today."
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SandboxChatMessagePage"];
                };
            };
        };
    };
    writeAsCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The customer's phone number in E.164 form. */
                phone: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerMessageRequest"];
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
                     * The body as JSON, with an example of its required fields.
                     * @example {
                     *       "conversation_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05",
                     *       "message_id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05"
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerMessageAdded"];
                };
            };
        };
    };
    listSandboxMessages: {
        parameters: {
            query?: {
                /** The next_cursor of an earlier page, for the page after it. */
                cursor?: string;
                /** 1 to 100; 25 when left out. */
                limit?: number;
                /** Only mails that this address got, in any case and with either form of an international domain. */
                to?: string;
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
                     * The body as JSON, with an example of its required fields.
                     * @example {
                     *       "messages": [
                     *         {
                     *           "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *           "received_at": "2026-11-23T12:00:00.000Z",
                     *           "mail_from": "hello@nordpost.example",
                     *           "rcpt_to": [
                     *             "ana@nordpost.example"
                     *           ],
                     *           "message_id": "<019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05@nordpost.example>",
                     *           "subject": "Your order",
                     *           "from": "Nordpost <hello@nordpost.example>",
                     *           "size": 1284
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SandboxMessagePage"];
                };
            };
        };
    };
    deleteSandboxMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
    getSandboxMessage: {
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
                     * The body as JSON, with an example of its required fields.
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "received_at": "2026-11-23T12:00:00.000Z",
                     *       "mail_from": "hello@nordpost.example",
                     *       "rcpt_to": [
                     *         "ana@nordpost.example"
                     *       ],
                     *       "message_id": "<019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05@nordpost.example>",
                     *       "subject": "Your order",
                     *       "from": "Nordpost <hello@nordpost.example>",
                     *       "size": 1284,
                     *       "headers": {
                     *         "subject": "Your order",
                     *         "x-order": [
                     *           "1",
                     *           "2"
                     *         ]
                     *       },
                     *       "text": "Your order is on its way.",
                     *       "html": "<p>Your order is on its way.</p>"
                     *     }
                     */
                    "application/json": components["schemas"]["SandboxMessageDetail"];
                };
            };
        };
    };
    getSandboxMessageSource: {
        parameters: {
            query?: {
                /** The byte at which the part begins: 0, or the end of the part before. Without it, the whole source. */
                from?: number;
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
                    "message/rfc822": string;
                };
            };
        };
    };
    listSendingAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
            };
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
                     * The body as JSON, with an example of its required fields.
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * The hosts that a request may name in Origin or Referer; an empty list allows all.
                     * @example [
                     *       "shop.example"
                     *     ]
                     */
                    api_allowed_domains?: string[];
                    /**
                     * The key for the provider. It is sealed when stored and never shown; an empty text keeps the stored key.
                     * @example key-1
                     */
                    api_key?: string;
                    /**
                     * The header that carries the key.
                     * @example Authorization
                     */
                    auth_header_name?: string;
                    /**
                     * A Go template of the value of the header that carries the key.
                     * @example Bearer {{.APIKey}}
                     */
                    auth_value_template?: string;
                    /**
                     * A Go template of the JSON body that is posted.
                     * @example {"to":{{json .To}},"subject":{{json .Subject}}}
                     */
                    body_template?: string;
                    /**
                     * The encryption of the connection: none, STARTTLS, or TLS from the first byte.
                     * @example starttls
                     */
                    encryption?: "none" | "starttls" | "tls";
                    /**
                     * The address that a mail is posted to.
                     * @example https://mail.provider.example/v1/send
                     */
                    endpoint?: string;
                    /**
                     * The ARN of the SNS topic to which Amazon SES publishes the bounces, complaints and deliveries of this account's mails; shown where it is set. It is not the topic of chat events.
                     * @example arn:aws:sns:eu-west-1:123456789012:ses-feedback
                     */
                    feedback_topic_arn?: string;
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
                     * Whether requests that name no account use this one.
                     * @example false
                     */
                    is_default?: boolean;
                    /**
                     * A name for people; the sender's name of mails that have no other one.
                     * @example Shop
                     */
                    label: string;
                    /**
                     * The most connections that one worker environment opens to the server; 10 when left out.
                     * @example 5
                     */
                    max_connections?: number;
                    /**
                     * The password for signing in to the mail server. It is sealed when stored and never shown; an empty text keeps the stored password.
                     * @example demo
                     */
                    password?: string;
                    /**
                     * The mail server's port.
                     * @example 3025
                     */
                    port?: number;
                    /**
                     * The way by which mails leave: a mail server, or a provider's HTTP interface.
                     * @default smtp
                     * @example smtp
                     */
                    provider?: "smtp" | "http_api";
                    /**
                     * Mails that cannot be delivered come back to this address, an address of the deployment's bounce domain with 1 to 20 of `a-z`, `0-9`, `.`, `_` and `-` before the at sign. Left out or empty, they come back to `from_address`.
                     * @example b@bounces.herald.test
                     */
                    return_path?: string;
                    /**
                     * The account sends only to recipients in these domains; an empty list allows all.
                     * @example [
                     *       "example.com"
                     *     ]
                     */
                    trusted_domains?: string[];
                    /**
                     * The name for signing in to the mail server; without a name Herald does not sign in.
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
                    /** The present version of the record. Send it as If-Match to change the record only if nobody else has. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * The body as JSON, with an example of its required fields.
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
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
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
                    /** The present version of the record. Send it as If-Match to change the record only if nobody else has. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * The body as JSON, with an example of its required fields.
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** The ETag of the record as it was read, several ETags, or `*`. If the record has another ETag by now, the answer is 412. */
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
                     * The hosts that a request may name in Origin or Referer; an empty list allows all.
                     * @example [
                     *       "shop.example"
                     *     ]
                     */
                    api_allowed_domains?: string[];
                    /**
                     * The key for the provider. It is sealed when stored and never shown; an empty text keeps the stored key.
                     * @example key-1
                     */
                    api_key?: string;
                    /**
                     * The header that carries the key.
                     * @example Authorization
                     */
                    auth_header_name?: string;
                    /**
                     * A Go template of the value of the header that carries the key.
                     * @example Bearer {{.APIKey}}
                     */
                    auth_value_template?: string;
                    /**
                     * A Go template of the JSON body that is posted.
                     * @example {"to":{{json .To}},"subject":{{json .Subject}}}
                     */
                    body_template?: string;
                    /**
                     * The encryption of the connection: none, STARTTLS, or TLS from the first byte.
                     * @example starttls
                     */
                    encryption?: "none" | "starttls" | "tls";
                    /**
                     * The address that a mail is posted to.
                     * @example https://mail.provider.example/v1/send
                     */
                    endpoint?: string;
                    /**
                     * The ARN of the SNS topic to which Amazon SES publishes the bounces, complaints and deliveries of this account's mails; shown where it is set. It is not the topic of chat events.
                     * @example arn:aws:sns:eu-west-1:123456789012:ses-feedback
                     */
                    feedback_topic_arn?: string;
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
                     * Whether requests that name no account use this one.
                     * @example false
                     */
                    is_default?: boolean;
                    /**
                     * A name for people; the sender's name of mails that have no other one.
                     * @example Shop
                     */
                    label: string;
                    /**
                     * The most connections that one worker environment opens to the server; 10 when left out.
                     * @example 5
                     */
                    max_connections?: number;
                    /**
                     * The password for signing in to the mail server. It is sealed when stored and never shown; an empty text keeps the stored password.
                     * @example demo
                     */
                    password?: string;
                    /**
                     * The mail server's port.
                     * @example 3025
                     */
                    port?: number;
                    /**
                     * The way by which mails leave: a mail server, or a provider's HTTP interface.
                     * @default smtp
                     * @example smtp
                     */
                    provider?: "smtp" | "http_api";
                    /**
                     * Mails that cannot be delivered come back to this address, an address of the deployment's bounce domain with 1 to 20 of `a-z`, `0-9`, `.`, `_` and `-` before the at sign. Left out or empty, they come back to `from_address`.
                     * @example b@bounces.herald.test
                     */
                    return_path?: string;
                    /**
                     * The account sends only to recipients in these domains; an empty list allows all.
                     * @example [
                     *       "example.com"
                     *     ]
                     */
                    trusted_domains?: string[];
                    /**
                     * The name for signing in to the mail server; without a name Herald does not sign in.
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
                    /** The present version of the record. Send it as If-Match to change the record only if nobody else has. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * The body as JSON, with an example of its required fields.
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** The ETag of the record as it was read, several ETags, or `*`. If the record has another ETag by now, the answer is 412. */
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer. */
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
                     * The recipient of the test mail; the account's from_address when left out.
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
                     * The body as JSON, with an example of its required fields.
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
                     * The body as JSON, with an example of its required fields.
                     * @example {
                     *       "name": "Herald",
                     *       "service": "notification-delivery",
                     *       "status": "running"
                     *     }
                     */
                    "application/json": {
                        /**
                         * The name of the service.
                         * @example Herald
                         */
                        name: "Herald";
                        /**
                         * The kind of service.
                         * @example notification-delivery
                         */
                        service: "notification-delivery";
                        /**
                         * The service runs.
                         * @example running
                         */
                        status: "running";
                    };
                };
            };
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /** The next_cursor of an earlier page, for the page after it. */
                cursor?: string;
                /** 1 to 100; 25 when left out. */
                limit?: number;
                /** Only those of this reason. */
                reason?: "bounce" | "complaint" | "unsubscribe" | "manual";
                /** Only those of this address or number, in any spelling. */
                recipient?: string;
            };
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
            };
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
                     * The body as JSON, with an example of its required fields.
                     * @example {
                     *       "suppressions": [
                     *         {
                     *           "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *           "channel": "email",
                     *           "recipient": "ana@nordpost.example",
                     *           "reason": "bounce",
                     *           "created_at": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SuppressionPage"];
                };
            };
        };
    };
    createSuppression: {
        parameters: {
            query?: never;
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Why nothing is sent.
                     * @default manual
                     * @example bounce
                     */
                    reason?: "bounce" | "complaint" | "unsubscribe" | "manual";
                    /**
                     * The address, or the number in E.164, as it was given.
                     * @example ana@nordpost.example
                     */
                    recipient: string;
                    /**
                     * Only sends of this topic are left out; without it, every send.
                     * @example newsletter
                     */
                    topic?: string;
                };
            };
        };
        responses: {
            /** It stood there before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * The body as JSON, with an example of its required fields.
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "channel": "email",
                     *       "recipient": "ana@nordpost.example",
                     *       "reason": "bounce",
                     *       "created_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            /** Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * The body as JSON, with an example of its required fields.
                     * @example {
                     *       "id": "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
                     *       "channel": "email",
                     *       "recipient": "ana@nordpost.example",
                     *       "reason": "bounce",
                     *       "created_at": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Suppression"];
                };
            };
        };
    };
    deleteSuppression: {
        parameters: {
            query?: never;
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
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
    getSuppressionSettings: {
        parameters: {
            query?: never;
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Success. */
            200: {
                headers: {
                    /** The present version of the record. Send it as If-Match to change the record only if nobody else has. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * The body as JSON, with an example of its required fields.
                     * @example {
                     *       "chat_stop": true,
                     *       "stop_words": [
                     *         "stop"
                     *       ],
                     *       "start_words": [
                     *         "start"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SuppressionSettings"];
                };
            };
        };
    };
    replaceSuppressionSettings: {
        parameters: {
            query?: never;
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** The ETag of the record as it was read, several ETags, or `*`. If the record has another ETag by now, the answer is 412. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Whether the words of customers count.
                     * @example true
                     */
                    chat_stop: boolean;
                    /**
                     * A message that is one of these words ends that.
                     * @example [
                     *       "start"
                     *     ]
                     */
                    start_words?: string[];
                    /**
                     * A message that is one of these words stops marketing. 1 to 20 words of 1 to 64 characters.
                     * @example [
                     *       "stop"
                     *     ]
                     */
                    stop_words?: string[];
                };
            };
        };
        responses: {
            /** Success. */
            200: {
                headers: {
                    /** The present version of the record. Send it as If-Match to change the record only if nobody else has. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * The body as JSON, with an example of its required fields.
                     * @example {
                     *       "chat_stop": true,
                     *       "stop_words": [
                     *         "stop"
                     *       ],
                     *       "start_words": [
                     *         "start"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SuppressionSettings"];
                };
            };
        };
    };
    listEmailTemplates: {
        parameters: {
            query?: {
                /** The next_cursor of an earlier page, for the page after it. */
                cursor?: string;
                /** The size of a page, 1 to 100; 25 when only `cursor` is given. Without `limit` and `cursor` the answer is one list of all templates. */
                limit?: number;
            };
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
            };
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
                     * The body as JSON, with an example of its required fields.
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * A name that requests may give instead of the template's id; when left out, the template has no alias.
                     * @example welcome
                     */
                    alias?: string;
                    /**
                     * The body, a Go text/template.
                     * @example Dear {{.name}}, welcome.
                     */
                    body: string;
                    /**
                     * The type of the body: text or html.
                     * @default text
                     * @example text
                     */
                    body_type?: "text" | "html";
                    /**
                     * `html` escapes the values that the body prints for their place in the HTML, as Go's html/template does; only with body_type html.
                     * @example none
                     */
                    escape?: "none" | "html";
                    /**
                     * The template's name in lists.
                     * @example Welcome
                     */
                    name: string;
                    /**
                     * Whether a request is refused if it lacks a variable that the mail needs.
                     * @example true
                     */
                    strict?: boolean;
                    /**
                     * The subject, a Go text/template.
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
                    /** The present version of the record. Send it as If-Match to change the record only if nobody else has. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * The body as JSON, with an example of its required fields.
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
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
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
                    /** The present version of the record. Send it as If-Match to change the record only if nobody else has. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * The body as JSON, with an example of its required fields.
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** The ETag of the record as it was read, several ETags, or `*`. If the record has another ETag by now, the answer is 412. */
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
                     * A name that requests may give instead of the template's id; when left out, the template has no alias.
                     * @example welcome
                     */
                    alias?: string;
                    /**
                     * The body, a Go text/template.
                     * @example Dear {{.name}}, welcome.
                     */
                    body: string;
                    /**
                     * The type of the body: text or html.
                     * @default text
                     * @example text
                     */
                    body_type?: "text" | "html";
                    /**
                     * `html` escapes the values that the body prints for their place in the HTML, as Go's html/template does; only with body_type html.
                     * @example none
                     */
                    escape?: "none" | "html";
                    /**
                     * The template's name in lists.
                     * @example Welcome
                     */
                    name: string;
                    /**
                     * Whether a request is refused if it lacks a variable that the mail needs.
                     * @example true
                     */
                    strict?: boolean;
                    /**
                     * The subject, a Go text/template.
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
                    /** The present version of the record. Send it as If-Match to change the record only if nobody else has. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * The body as JSON, with an example of its required fields.
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** The ETag of the record as it was read, several ETags, or `*`. If the record has another ETag by now, the answer is 412. */
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer. */
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
                     * The version, which begins at 1 and grows by 1 with every write.
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
                    /** The present version of the record. Send it as If-Match to change the record only if nobody else has. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * The body as JSON, with an example of its required fields.
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
                /** The next_cursor of an earlier page, for the page after it. */
                cursor?: string;
                /** The size of a page, 1 to 50; 10 when only `cursor` is given. Without `limit` and `cursor` the answer is one list of all versions. */
                limit?: number;
            };
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
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
                     * The body as JSON, with an example of its required fields.
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
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
            };
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
                     * The body as JSON, with an example of its required fields.
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * A note on the webhook for people.
                     * @default
                     * @example The shop's order system
                     */
                    description?: string;
                    /**
                     * Whether events are sent to the webhook; while false, none are.
                     * @default true
                     * @example true
                     */
                    enabled?: boolean;
                    /**
                     * The types of events that are sent; all types when empty or left out.
                     * @example [
                     *       "notification.sent",
                     *       "notification.failed"
                     *     ]
                     */
                    event_types?: ("notification.submitted" | "notification.sent" | "notification.delivered" | "notification.read" | "notification.retrying" | "notification.failed" | "notification.canceled" | "notification.bounced" | "notification.complained" | "message.received" | "chat_template.updated" | "sending_account.failing" | "sending_account.recovered" | "recipient.suppressed" | "recipient.unsubscribed" | "webhook.disabled")[];
                    /**
                     * The address that events are posted to: https, or http where the deployment allows it.
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
                    /** The present version of the record. Send it as If-Match to change the record only if nobody else has. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * The body as JSON, with an example of its required fields.
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
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
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
                    /** The present version of the record. Send it as If-Match to change the record only if nobody else has. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * The body as JSON, with an example of its required fields.
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** The ETag of the record as it was read, several ETags, or `*`. If the record has another ETag by now, the answer is 412. */
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
                     * A note on the webhook for people.
                     * @default
                     * @example The shop's order system
                     */
                    description?: string;
                    /**
                     * Whether events are sent to the webhook; while false, none are.
                     * @default true
                     * @example true
                     */
                    enabled?: boolean;
                    /**
                     * The types of events that are sent; all types when empty or left out.
                     * @example [
                     *       "notification.sent",
                     *       "notification.failed"
                     *     ]
                     */
                    event_types?: ("notification.submitted" | "notification.sent" | "notification.delivered" | "notification.read" | "notification.retrying" | "notification.failed" | "notification.canceled" | "notification.bounced" | "notification.complained" | "message.received" | "chat_template.updated" | "sending_account.failing" | "sending_account.recovered" | "recipient.suppressed" | "recipient.unsubscribed" | "webhook.disabled")[];
                    /**
                     * The address that events are posted to: https, or http where the deployment allows it.
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
                    /** The present version of the record. Send it as If-Match to change the record only if nobody else has. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * The body as JSON, with an example of its required fields.
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** The ETag of the record as it was read, several ETags, or `*`. If the record has another ETag by now, the answer is 412. */
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
                /** The next_cursor of an earlier page, for the page after it. */
                cursor?: string;
                /** Whether to return also what each event is about. */
                details?: "true" | "false";
                /** 1 to 100; 25 when left out. */
                limit?: number;
                /** Only tries to deliver with this result. */
                status?: "success" | "failed" | "pending";
            };
            header?: {
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
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
                     * The body as JSON, with an example of its required fields.
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** The id of the event. */
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
                     * The body as JSON, with an example of its required fields.
                     * @example {
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": {
                        /**
                         * The event waits to be sent again.
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer. */
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
                     * Only events of this time or later (RFC 3339).
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
                     * The body as JSON, with an example of its required fields.
                     * @example {
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": {
                        /**
                         * The events wait to be sent again.
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer. */
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
                     * How many seconds the earlier secret signs requests, too.
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
                    /** The present version of the record. Send it as If-Match to change the record only if nobody else has. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * The body as JSON, with an example of its required fields.
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
                /** With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it. */
                "Herald-Mode"?: components["parameters"]["HeraldMode"];
                /** A key of 1 to 255 visible characters. A repeat of the request with this key within 24 hours gets the first answer. */
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
                     * The body as JSON, with an example of its required fields.
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
                     * The body as JSON, with an example of its required fields.
                     * @example {
                     *       "status": "alive"
                     *     }
                     */
                    "application/json": {
                        /**
                         * The service runs.
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
                     * The body as JSON, with an example of its required fields.
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
                         * Whether the service can take requests.
                         * @example ready
                         */
                        status: "ready" | "not-ready";
                    };
                };
            };
        };
    };
}
