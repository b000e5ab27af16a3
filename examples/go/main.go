// Herald with Go's standard library only (1.19 or newer): copy this file into your program and leave main and example away.
//
//	client := NewClient() // HERALD_URL and HERALD_API_KEY
//	mail, err := client.Send(ctx, "", map[string]any{"recipient": "ana@example.test", "subject": "Hello", "body": "It works."})
//	mail, err = client.Wait(ctx, mail.ID)
//
// By itself it sends a first email, follows it to its end, and answers the customer who wrote last:
//
//	HERALD_URL=http://127.0.0.1:3000 HERALD_API_KEY=hrld_live_... go run examples/go/main.go you@example.test
package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// Client sends and reads. Its fields may be changed before the first call.
type Client struct {
	URL, APIKey string
	HTTP        http.Client // its Timeout is for one try
	Tries       int
	LongestWait time.Duration // before another try; asked to wait longer, a call ends with the error
}

// NewClient takes HERALD_URL and HERALD_API_KEY from the environment.
func NewClient() *Client {
	url := os.Getenv("HERALD_URL")
	if url == "" {
		url = "http://127.0.0.1:3000"
	}
	return &Client{URL: url, APIKey: os.Getenv("HERALD_API_KEY"), HTTP: http.Client{Timeout: 30 * time.Second}, Tries: 4, LongestWait: time.Minute}
}

// Error is an answer that refuses. Decide by Code, or by Status.
type Error struct {
	Status    int    `json:"-"`
	Code      string `json:"code"`
	Message   string `json:"error"`
	Detail    string `json:"detail"`
	RequestID string `json:"-"`
}

func (e *Error) Error() string { return fmt.Sprintf("%d %s: %s", e.Status, e.Code, e.Message) }

// Notification is as the service shows it; it has more fields.
type Notification struct {
	ID        string `json:"id"`
	Status    string `json:"status"`
	LastError string `json:"last_error"`
}

// Send queues a mail, or a chat message with "channel": "chat". A repeat under your own key sends nothing twice; an empty one is made.
func (c *Client) Send(ctx context.Context, key string, notification map[string]any) (Notification, error) {
	answer := Notification{}
	err := c.Call(ctx, http.MethodPost, "/api/v1/notifications", keyOr(key), notification, &answer)
	return answer, err
}

// Wait answers the notification once it is sent, failed or canceled. The context bounds it.
func (c *Client) Wait(ctx context.Context, id string) (Notification, error) {
	for {
		answer := Notification{}
		err := c.Call(ctx, http.MethodGet, "/api/v1/notifications/"+id, "", nil, &answer)
		if err != nil || answer.Status == "sent" || answer.Status == "failed" || answer.Status == "canceled" {
			return answer, err
		}
		if err := pause(ctx, time.Second); err != nil {
			return answer, err
		}
	}
}

// Reply answers a customer, and answers the id of the notification. The code window_closed says that the customer has not written for 24 hours.
func (c *Client) Reply(ctx context.Context, conversation, key, text string) (string, error) {
	queued := struct {
		NotificationID string `json:"notification_id"`
	}{}
	words := map[string]any{"message_type": "text", "text": text}
	err := c.Call(ctx, http.MethodPost, "/api/v1/chat-conversations/"+conversation+"/reply", keyOr(key), words, &queued)
	return queued.NotificationID, err
}

// Call reads the answer into out. A read and a request with a key are repeated: the service does neither twice.
func (c *Client) Call(ctx context.Context, method, path, key string, body map[string]any, out any) error {
	content, err := json.Marshal(body)
	if err != nil {
		return err
	}
	tries := 1
	if method == http.MethodGet || key != "" {
		tries = c.Tries
	}
	for tried := 1; ; tried++ {
		header, text, err := c.once(ctx, method, path, key, content)
		if err == nil {
			return json.Unmarshal(text, out)
		}
		wait := waitBefore(header, err, tried)
		if ctx.Err() != nil || !isTransient(header, err) || tried >= tries || wait > c.LongestWait {
			return err
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
}

func (c *Client) once(ctx context.Context, method, path, key string, content []byte) (http.Header, []byte, error) {
	var body io.Reader
	if method != http.MethodGet {
		body = bytes.NewReader(content)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.URL+path, body)
	if err != nil {
		return nil, nil, err
	}
	request.Header.Set("Authorization", "Bearer "+c.APIKey)
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	answer, err := c.HTTP.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 8<<20))
	if err == nil && answer.StatusCode >= 300 {
		err = refusal(answer, text)
	}
	return answer.Header, text, err
}

func refusal(answer *http.Response, text []byte) *Error {
	refused := &Error{}
	if json.Unmarshal(text, refused) != nil || refused.Message == "" {
		refused.Message = strings.TrimSpace(string(text))
	}
	refused.Status, refused.RequestID = answer.StatusCode, answer.Header.Get("X-Request-Id")
	return refused
}

func isTransient(header http.Header, err error) bool {
	refused := &Error{}
	if !errors.As(err, &refused) {
		return true
	}
	switch refused.Status {
	case 408, 429, 500, 502, 503, 504:
		return true
	}
	return refused.Status == 409 && header.Get("Retry-After") != ""
}

// waitBefore is as long as the service asks for. Its limiter asks for a minute, and says beside it when there is a place again.
func waitBefore(header http.Header, err error, tried int) time.Duration {
	asked, _ := strconv.Atoi(header.Get("Retry-After"))
	reset, _ := strconv.Atoi(header.Get("RateLimit-Reset"))
	refused := &Error{}
	if place := reset << (2 * (tried - 1)); errors.As(err, &refused) && refused.Status == 429 && place > 0 && place < asked {
		asked = place
	}
	wait := time.Duration(asked) * time.Second
	if backoff := 250 * time.Millisecond << tried; wait < backoff {
		return backoff
	}
	return wait
}

func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

func keyOr(key string) string {
	if key != "" {
		return key
	}
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		panic(err)
	}
	return hex.EncodeToString(random)
}

// Event is what a webhook gets.
type Event struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	Timestamp string          `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

// VerifyWebhook answers the event of a request, when the signature proves it; body is as it came, secret whsec_... An error: answer with 400.
func VerifyWebhook(header http.Header, body []byte, secret string) (Event, error) {
	event := Event{}
	id, timestamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if age := time.Since(time.Unix(seconds, 0)); err != nil || age > 5*time.Minute || age < -5*time.Minute {
		return event, errors.New("signed too long ago, in the future, or at no time")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return event, errors.New("a webhook's secret is whsec_ and base64")
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, given := range strings.Split(header.Get("Webhook-Signature"), " ") {
		if hmac.Equal(expected, []byte(given)) {
			return event, json.Unmarshal(body, &event)
		}
	}
	return event, errors.New("no signature matches the secret")
}

func main() {
	recipient := "you@example.test"
	if len(os.Args) > 1 {
		recipient = os.Args[1]
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := example(ctx, NewClient(), recipient); err != nil {
		log.Fatal(err)
	}
}

func example(ctx context.Context, client *Client, recipient string) error {
	mail := map[string]any{"recipient": recipient, "subject": "Hello from Go", "body": "It works."}
	email, err := client.Send(ctx, "", mail)
	if err != nil {
		return err
	}
	fmt.Printf("email %s: accepted\n", email.ID)
	if email, err = client.Wait(ctx, email.ID); err != nil {
		return err
	}
	fmt.Printf("email %s: %s %s\n", email.ID, email.Status, email.LastError)

	open := struct{ Conversations []struct{ ID string } }{}
	if err := client.Call(ctx, http.MethodGet, "/api/v1/chat-conversations?window=open&limit=1", "", nil, &open); err != nil {
		return err
	}
	if len(open.Conversations) == 0 {
		fmt.Println("no customer has written within the last 24 hours: nobody to answer")
		return nil
	}
	reply, err := client.Reply(ctx, open.Conversations[0].ID, "", "Hello from Go")
	if refused := (&Error{}); errors.As(err, &refused) && (refused.Code == "window_closed" || refused.Code == "conversation_held") {
		fmt.Println("not sent:", refused.Message)
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Printf("reply %s: accepted\n", reply)
	return nil
}
