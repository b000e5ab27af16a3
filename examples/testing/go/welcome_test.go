// Tests of mails, with go test and the standard library only (Go 1.19 or newer).
// HERALD_URL and HERALD_API_KEY say where Herald is. With a key of test mode (hrld_test_...), the mails are those of
// test mode; otherwise they are those of a local stack, at HERALD_MAILBOX_URL.
package welcome

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"
)

var (
	client     = http.Client{Timeout: 30 * time.Second}
	service    = os.Getenv("HERALD_URL")
	inTestMode = strings.HasPrefix(os.Getenv("HERALD_API_KEY"), "hrld_test_")
)

type mail struct {
	ID      string   `json:"id"`
	To      []string `json:"rcpt_to"`
	Subject string   `json:"subject"`
	Text    string   `json:"text"`
	HTML    string   `json:"html"`
}

func mails() string {
	if inTestMode {
		return service + "/api/v1/sandbox/messages"
	}
	return os.Getenv("HERALD_MAILBOX_URL") + "/api/messages"
}

// waitForMail answers the newest mail to this address whose subject has these words, once it is there.
func waitForMail(t *testing.T, to, subject string) mail {
	t.Helper()
	pause := 200 * time.Millisecond
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(pause) {
		for _, found := range listed(t, url.Values{"to": {to}, "limit": {"100"}}) {
			if strings.Contains(found.Subject, subject) {
				whole := mail{}
				ask(t, http.MethodGet, mails()+"/"+found.ID, nil, &whole)
				return whole
			}
		}
		// A key may ask once a second in the long run.
		if pause = pause * 3 / 2; pause > 1200*time.Millisecond {
			pause = 1200 * time.Millisecond
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
	ask(t, http.MethodGet, mails()+"?"+query.Encode(), nil, &list)
	return list.Messages
}

// testTime answers the present time of test mode.
func testTime(t *testing.T) time.Time {
	t.Helper()
	clock := struct{ Now time.Time }{}
	ask(t, http.MethodGet, service+"/api/v1/sandbox/clock", nil, &clock)
	return clock.Now
}

// advance moves the time of test mode ahead; what becomes due by that happens within seconds.
func advance(t *testing.T, by time.Duration) {
	t.Helper()
	clock := struct{ Now time.Time }{}
	ask(t, http.MethodPost, service+"/api/v1/sandbox/clock", map[string]int{"advance_seconds": int(by.Seconds())}, &clock)
}

func ask(t *testing.T, method, address string, body, out any) {
	t.Helper()
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, address, content)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("HERALD_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode/100 != 2 {
		t.Fatalf("%s %s: %s", method, address, answer.Status)
	}
	if err := json.NewDecoder(answer.Body).Decode(out); err != nil {
		t.Fatal(err)
	}
}

// send is here one call; in your program whatever sends the mail.
func send(t *testing.T, mail map[string]string) {
	t.Helper()
	accepted := struct{ ID string }{}
	ask(t, http.MethodPost, service+"/api/v1/notifications", mail, &accepted)
}

func freshAddress() string {
	return fmt.Sprintf("ana+%d@example.test", time.Now().UnixNano())
}

func TestANewCustomerIsWelcomed(t *testing.T) {
	to := freshAddress()
	send(t, map[string]string{"recipient": to, "subject": "Welcome, Ana", "body": "Your account is ready."})
	if mail := waitForMail(t, to, "Welcome"); !strings.Contains(mail.Text, "Your account is ready.") {
		t.Errorf("the mail says %q", mail.Text)
	}
}

func TestAWeekLaterTheCustomerIsReminded(t *testing.T) {
	if !inTestMode {
		t.Skip("needs a key of test mode")
	}
	to, week := freshAddress(), 7*24*time.Hour
	at := testTime(t).Add(week).Format(time.RFC3339Nano)
	send(t, map[string]string{"recipient": to, "subject": "How is it going?", "body": "A week has passed.", "send_at": at})
	advance(t, week)
	if mail := waitForMail(t, to, ""); !strings.Contains(mail.Text, "A week has passed.") {
		t.Errorf("the mail says %q", mail.Text)
	}
}
