#!/bin/sh
# Kubernetes: sets the condition RdmaFabric of each node from the alarms of headroom watch. Run it each minute.
# It needs kubectl and jq, and the right to patch the status of nodes.
WATCHED=${WATCHED:-/var/lib/headroom}
now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
for node in $(kubectl get nodes -o name); do
  name=${node#node/}
  reason=$(awk -v node="$name" '$1 == node { sub(/^[^ ]+ /, ""); print; exit }' "$WATCHED/drain.txt")
  if [ -n "$reason" ]; then status=False; word=${reason%%:*}; else status=True; word=NoAlarm; fi
  jq -n --arg status "$status" --arg reason "$word" --arg message "$reason" --arg now "$now" \
    '{status: {conditions: [{type: "RdmaFabric", status: $status, reason: $reason, message: $message, lastHeartbeatTime: $now}]}}' |
    kubectl patch "$node" --subresource=status --type=strategic --patch-file=/dev/stdin
done
