#!/bin/sh
# Epilog of Slurm: drains this node if headroom watch has a critical alarm for it that no other machine explains.
# WATCHED is the folder that "headroom watch --hosts hosts.txt --out WATCHED" writes, on a file system of all nodes.
WATCHED=${WATCHED:-/var/lib/headroom}
NODE=${SLURMD_NODENAME:-$(hostname -s)}
reason=$(awk -v node="$NODE" '$1 == node { sub(/^[^ ]+ /, ""); print; exit }' "$WATCHED/drain.txt" 2>/dev/null)
[ -z "$reason" ] && exit 0
scontrol update nodename="$NODE" state=drain reason="headroom: $reason"
