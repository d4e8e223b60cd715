#!/bin/sh
# Steps of a plan by Headroom on one device. Read it, and the folders that it names, before you run it.
#
#   sh run.sh                   print the steps with their commands; change nothing
#   sh run.sh --apply           take the steps in order, each with its check
#   sh run.sh --undo            undo the steps that were taken, last one first
#   sh run.sh --status          print the steps that were taken
#   --this-is NAME              this machine is NAME in the plan, if its host name differs
#   --others-ready              other devices took the steps that the plan has before these
#   --drained                   no RDMA traffic runs on the ports that lack flow control in between
#   --state FOLDER              keep the list of taken steps there instead of in /var/lib/headroom/emit
#
# If a step or its check fails, that step and all that this run took are undone, last one first. A step that was
# taken before is left alone. Exit status: 0 done, 1 a step failed and all is undone, 2 wrong use, 3 refused,
# 4 something could not be undone.
set -u
umask 022
LC_ALL=C
export LC_ALL
action=print state=/var/lib/headroom/emit self='' ready=no drained=no
usage() { printf '%s\n' "$1" >&2; exit 2; }
refuse() { printf 'refused: %s\n' "$1" >&2; exit 3; }
while [ $# -gt 0 ]; do
  case $1 in
    --apply) action=apply ;;
    --undo) action=undo ;;
    --status) action=status ;;
    --others-ready) ready=yes ;;
    --drained) drained=yes ;;
    --this-is | --state)
      [ $# -gt 1 ] || usage "$1 needs a value"
      case $1 in
        --this-is) self=$2 ;;
        --state) state=$2 ;;
      esac
      shift ;;
    *) usage "unknown option: $1; the first lines of this file list the options" ;;
  esac
  shift
done
case $state in /*) ;; *) state=$PWD/$state ;; esac
cd "$(dirname "$0")" || exit 2
steps() {
  cat <<'STEPS'
@STEPS@
STEPS
}
device=@DEVICE@
needs_others=@OTHERS@
gaps=@GAPS@
taken=$state/taken

is_taken() { [ -f "$taken" ] && grep -Fqx "$1" "$taken"; }

# Undoes the steps on its input, of which the last one taken is first.
undo_all() {
  failed=no
  while IFS= read -r folder; do
    [ -n "$folder" ] || continue
    printf 'undo %s\n' "$folder"
    if sh "$folder/undo.sh" </dev/null; then
      grep -Fvx "$folder" "$taken" >"$taken.new"
      mv "$taken.new" "$taken"
    else
      printf 'could not undo %s\n' "$folder" >&2
      failed=yes
    fi
  done
  [ "$failed" = no ]
}

if [ "$action" = print ]; then
  steps | while IFS='|' read -r folder title; do
    printf '%s\n' "$title"
    sed -n '5,$s/^/    /p' "$folder/apply.sh"
  done
  exit 0
fi
if [ "$action" = status ]; then
  [ ! -f "$taken" ] || cat "$taken"
  exit 0
fi
here=$(hostname 2>/dev/null || uname -n)
[ "${self:-${here%%.*}}" = "$device" ] || [ "${self:-$here}" = "$device" ] ||
  refuse "this machine is ${self:-$here}, and the steps are of $device; use --this-is $device if they are one"
[ "$(id -u)" = 0 ] || [ -n "${HEADROOM_UNPRIVILEGED:-}" ] || refuse '--apply and --undo need root'
mkdir -p "$state" || refuse "cannot write to $state"
: >>"$taken" || refuse "cannot write to $taken"
if [ "$action" = undo ]; then
  sed '1!G;h;$!d' "$taken" >"$taken.undo"
  if undo_all <"$taken.undo"; then rm -f "$taken.undo"; exit 0; else exit 4; fi
fi
[ "$needs_others" = no ] || [ "$ready" = yes ] ||
  refuse 'the plan has steps of other devices before or between these; take those in the order of plan.md, then add --others-ready'
[ "$gaps" = no ] || [ "$drained" = yes ] ||
  refuse 'the plan leaves a port without flow control in between (plan.md); stop RDMA traffic there, then add --drained'
steps >"$taken.list"
: >"$taken.now"
status=0
while IFS='|' read -r folder title; do
  if is_taken "$folder"; then
    printf 'taken before: %s\n' "$title"
    continue
  fi
  printf '%s\n' "$title"
  printf '%s\n' "$folder" >>"$taken"
  printf '%s\n' "$folder" >>"$taken.now"
  if sh "$folder/apply.sh" </dev/null && sh "$folder/check.sh" </dev/null; then
    continue
  fi
  printf 'failed: %s\n' "$title" >&2
  status=1
  break
done <"$taken.list"
if [ "$status" = 1 ]; then
  sed '1!G;h;$!d' "$taken.now" >"$taken.undo"
  undo_all <"$taken.undo" || status=4
fi
rm -f "$taken.list" "$taken.now" "$taken.undo"
exit "$status"
