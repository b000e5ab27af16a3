// A test of a mail, with go test and the standard library only (Go 1.19 or newer).
// HERALD_URL, HERALD_API_KEY and HERALD_MAILBOX_URL say where Herald is.
package welcome

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"
)

var client = http.Client{Timeout: 30 * time.Second}

type mail struct {
	ID      string   `json:"id"`
	To      []string `json:"rcpt_to"`
	Subject string   `json:"subject"`
	Text    string   `json:"text"`
	HTML    string   `json:"html"`
}

// waitForMail answers the newest mail to this address whose subject has these words, once it is there.
func waitForMail(t *testing.T, to, subject string) mail {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		for _, found := range listed(t, url.Values{"to": {to}, "limit": {"1000"}}) {
			if strings.Contains(found.Subject, subject) {
				whole := mail{}
				ask(t, "/api/messages/"+found.ID, &whole)
				return whole
			}
		}
	}
	came := ""
	for _, other := range listed(t, url.Values{"limit": {"10"}}) {
		came += fmt.Sprintf("\n  to %s: %q", strings.Join(other.To, ", "), other.Subject)
	}
	t.Fatalf("no mail to %s with the subject %q; newest mails:%s", to, subject, came)
	return mail{}
}

func listed(t *testing.T, query url.Values) []mail {
	t.Helper()
	list := struct{ Messages []mail }{}
	ask(t, "/api/messages?"+query.Encode(), &list)
	return list.Messages
}

func ask(t *testing.T, path string, out any) {
	t.Helper()
	answer, err := client.Get(os.Getenv("HERALD_MAILBOX_URL") + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", path, answer.Status)
	}
	if err := json.NewDecoder(answer.Body).Decode(out); err != nil {
		t.Fatal(err)
	}
}

// welcome is here one call; in your program whatever sends the mail.
func welcome(recipient string) error {
	body, err := json.Marshal(map[string]string{"recipient": recipient, "subject": "Welcome, Ana", "body": "Your account is ready."})
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, os.Getenv("HERALD_URL")+"/api/v1/notifications", bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("HERALD_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusAccepted {
		return fmt.Errorf("not accepted: %s", answer.Status)
	}
	return nil
}

func TestANewCustomerIsWelcomed(t *testing.T) {
	to := fmt.Sprintf("ana+%d@example.test", time.Now().UnixNano())
	if err := welcome(to); err != nil {
		t.Fatal(err)
	}
	if mail := waitForMail(t, to, "Welcome"); !strings.Contains(mail.Text, "Your account is ready.") {
		t.Errorf("the mail says %q", mail.Text)
	}
}
