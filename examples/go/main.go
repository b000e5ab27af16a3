// First email, its way to the end, and an answer to a customer, with the standard library only (Go 1.19 or newer).
//
//	HERALD_URL=http://127.0.0.1:3000 HERALD_API_KEY=hrld_live_... go run ./examples/go you@example.test
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"
)

const tries = 4

var client = http.Client{Timeout: 30 * time.Second}

type notification struct {
	ID        string `json:"id"`
	Status    string `json:"status"`
	LastError string `json:"last_error"`
}

type page struct {
	Conversations []struct {
		ID string `json:"id"`
	} `json:"conversations"`
}

type reply struct {
	NotificationID string `json:"notification_id"`
}

func isTransient(status int) bool {
	switch status {
	case 408, 429, 500, 502, 503, 504:
		return true
	}
	return false
}

// call reads the answer into out. A read and a request with a key are repeated: the service does neither twice.
func call(method, path, key string, body, out any) error {
	content, err := json.Marshal(body)
	if err != nil {
		return err
	}
	repeatable := method == http.MethodGet || key != ""
	for tried := 1; ; tried++ {
		wait := time.Second << tried
		answer, text, err := once(method, path, key, content)
		if err == nil && answer.StatusCode < 300 {
			return json.Unmarshal(text, out)
		}
		if err == nil {
			err = fmt.Errorf("%s %s: %d %s", method, path, answer.StatusCode, text)
			if !isTransient(answer.StatusCode) {
				return err
			}
			if seconds, parseErr := strconv.Atoi(answer.Header.Get("Retry-After")); parseErr == nil {
				wait = time.Duration(seconds) * time.Second
			}
		}
		if !repeatable || tried == tries {
			return err
		}
		time.Sleep(wait)
	}
}

func once(method, path, key string, content []byte) (*http.Response, []byte, error) {
	var body io.Reader
	if method != http.MethodGet {
		body = bytes.NewReader(content)
	}
	request, err := http.NewRequest(method, address()+path, body)
	if err != nil {
		return nil, nil, err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("HERALD_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	return answer, text, err
}

func address() string {
	if url := os.Getenv("HERALD_URL"); url != "" {
		return url
	}
	return "http://127.0.0.1:3000"
}

func newKey() string {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		log.Fatal(err)
	}
	return hex.EncodeToString(random)
}

func main() {
	recipient := "you@example.test"
	if len(os.Args) > 1 {
		recipient = os.Args[1]
	}
	if err := run(recipient); err != nil {
		log.Fatal(err)
	}
}

func run(recipient string) error {
	var email notification
	mail := map[string]string{"recipient": recipient, "subject": "Hello from Go", "body": "It works."}
	if err := call(http.MethodPost, "/api/v1/notifications", newKey(), mail, &email); err != nil {
		return err
	}
	fmt.Printf("email %s: accepted\n", email.ID)
	for asked := 0; asked < 60 && email.Status != "sent" && email.Status != "failed"; asked++ {
		time.Sleep(time.Second)
		email.LastError = ""
		if err := call(http.MethodGet, "/api/v1/notifications/"+email.ID, "", nil, &email); err != nil {
			return err
		}
		fmt.Printf("email %s: %s %s\n", email.ID, email.Status, email.LastError)
	}

	var open page
	if err := call(http.MethodGet, "/api/v1/chat-conversations?window=open&limit=1", "", nil, &open); err != nil {
		return err
	}
	if len(open.Conversations) == 0 {
		fmt.Println("no customer has written within the last 24 hours: nobody to answer")
		return nil
	}
	var queued reply
	words := map[string]string{"message_type": "text", "text": "Hello from Go"}
	path := "/api/v1/chat-conversations/" + open.Conversations[0].ID + "/reply"
	if err := call(http.MethodPost, path, newKey(), words, &queued); err != nil {
		return err
	}
	fmt.Printf("reply %s: accepted\n", queued.NotificationID)
	return nil
}
