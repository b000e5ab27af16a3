#!/usr/bin/env bash
# First email, its way to the end, and an answer to a customer, with nothing but curl and sed.
#   HERALD_URL=http://127.0.0.1:3000 HERALD_API_KEY=hrld_live_... bash examples/curl.sh you@example.test
set -euo pipefail

url=${HERALD_URL:-http://127.0.0.1:3000}
key=${HERALD_API_KEY:?set HERALD_API_KEY: the panel makes one}
recipient=${1:-you@example.test}

# curl repeats on 429 and 5xx, and waits for as long as Retry-After says. The Idempotency-Key makes that harmless for a POST.
call() { curl --silent --show-error --fail-with-body --max-time 30 --retry 3 -H "Authorization: Bearer $key" -H 'Content-Type: application/json' "$@"; }
# The text of one field; good enough for ids and statuses, which hold no quotes.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
new_key() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }

id=$(call "$url/api/v1/notifications" -H "Idempotency-Key: $(new_key)" \
  -d "{\"recipient\":\"$recipient\",\"subject\":\"Hello from curl\",\"body\":\"It works.\"}" | field id)
echo "email $id: accepted"

for _ in $(seq 60); do
  status=$(call "$url/api/v1/notifications/$id" | field status)
  echo "email $id: $status"
  case $status in sent | failed) break ;; esac
  sleep 1
done
[ "$status" = sent ]

conversation=$(call "$url/api/v1/chat-conversations?window=open&limit=1" | sed 's/},{.*//' | field id)
if [ -z "$conversation" ]; then
  echo "no customer has written within the last 24 hours: nobody to answer"
  exit 0
fi
reply=$(call "$url/api/v1/chat-conversations/$conversation/reply" -H "Idempotency-Key: $(new_key)" \
  -d '{"message_type":"text","text":"Hello from curl"}' | field notification_id)
echo "reply $reply: accepted"
