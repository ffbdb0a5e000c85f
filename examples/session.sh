#!/usr/bin/env bash
# A session with curl: a guest sits down with a bot, plays a dozen moves, and takes his leave.
#
#   bash session.sh http://127.0.0.1:8000
#
# curl asks; Python only looks into JSON. Every line is one that you can type yourself.
set -euo pipefail
BASE=${1:-http://127.0.0.1:8000}/v1
cd "$(mktemp -d)"

# What a Python expression says about the JSON in a file: `look me.json 'it["token"]'`.
look() {
    python3 -c 'import json, sys, uuid; it = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$@"
}

# Ask with our token. --retry waits as long as a 429 or 503 wants, and asks again. We look again after each command, so
# its answer need not have the game.
ask() {
    curl -sS --retry 5 -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
        -H "Prefer: return=minimal" "$@"
}

echo "Become a guest:"
curl -sS -X POST "$BASE/guests" >me.json
TOKEN=$(look me.json 'it["token"]')
echo "  $(look me.json 'it["player"]["name"]')"

echo "Set up a table for two, and put a bot on the other chair:"
ask "$BASE/games" -d '{"seats": 2, "options": {"stack": "same"}}' >made.json
GAME=$BASE/games/$(look made.json 'it["game"]["id"]')
ask "$GAME/bots" -d '{"bot": "random"}' >sat.json
ask "$GAME/start" -d '{}' >started.json
echo "  $GAME"

echo "Play, always the first thing that is allowed:"
for _ in $(seq 24); do
    ask "$GAME" >table.json
    [ "$(look table.json 'it["status"]')" = running ] || break
    if [ "$(look table.json 'it["can_act"]')" = True ]; then
        # A legal command goes back as it came, under an id of its own. If the connection broke, the same body could be
        # sent again: it would be carried out once. `expected_version` says what the decision rests on.
        look table.json 'json.dumps({"command_id": str(uuid.uuid4()), "expected_version": it["version"],
                                     "command": it["legal_commands"][0]})' >move.json
        look table.json '"  " + " ".join(card["card"] for card in it["view"]["hand"]) + " -> " + str(it["legal_commands"][0])'
        STATUS=$(ask "$GAME/commands" -d @move.json -o answer.json -w '%{http_code}')
        [ "$STATUS" = 200 ] || echo "  refused: $(look answer.json 'it["code"]')"
    else # wait until something happens, 30 seconds at the most
        ask "$GAME/events?after=$(look table.json 'it["version"]')&wait=30" >news.json
    fi
done

echo "Leave it at that:"
look table.json 'json.dumps({"command_id": str(uuid.uuid4()), "command": {"type": "resign"}})' >move.json
ask "$GAME/commands" -d @move.json >answer.json # refused if the bot has won by now
ask "$GAME" >table.json
look table.json '"  the game is " + it["status"] + ", won by seat " + str(it["view"]["result"]["winners"][0])'
ask "$GAME/transcript" >match.transcript
echo "  all of it, to check: $PWD/match.transcript, $(wc -l <match.transcript) lines"
