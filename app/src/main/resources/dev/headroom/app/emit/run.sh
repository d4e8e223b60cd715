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
#   --state FOLDER              keep the list of taken steps there instead of in /var/lib/headroom/emit/@PLAN@
#
# Before the first step, the present settings are compared with those that the plan was made against, as far as it
# knows them; if one differs, nothing is done. If a step or its check fails, or Ctrl-C stops it, that step and all that
# this run took are undone, last one first; an undo that fails ends that, since earlier steps may depend on it. A step
# that was taken before is left alone. One that was begun and not finished, as by a loss of power, is undone first: no
# other step is taken before. The folder of taken steps also has a copy of this file and of the steps, so that
# "sh /var/lib/headroom/emit/@PLAN@/run.sh --undo" works without the plan.
# Exit status: 0 done, 1 a step failed and all is undone, 2 wrong use, 3 refused, and what this run took is undone,
# 4 something could not be undone, 5 another process takes or undoes steps on this machine, 130 stopped by a signal, and what this run took is undone.
set -u
umask 022
LC_ALL=C
export LC_ALL
action=print state=/var/lib/headroom/emit/@PLAN@ self='' ready=no drained=no
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

@LOCK@
# A plan in a folder of its own is told, so that nobody replaces it while its steps are taken.
tell() {
  [ -f ../../plan.json ] || return 0
  {
    if [ -s "$taken" ]; then
      mkdir -p ../../state && cp "$taken" ../../state/@NAME@.script
    else
      rm -f ../../state/@NAME@.script
      rmdir ../../state
    fi
  } 2>/dev/null || :
}

# Whether the device still has what a step replaces.
holds() {
  [ ! -f "$1/before.sh" ] || sh "$1/before.sh" "${2:-all}" </dev/null
}

is_taken() { [ -f "$taken" ] && grep -Fqx "$1" "$taken"; }

# A step that was taken is finished once its check has passed.
is_finished() { [ -f "$taken.done" ] && grep -Fqx "$1" "$taken.done"; }

# Drops a line of a list.
forget() {
  [ ! -f "$2" ] || { grep -Fvx "$1" "$2" >"$2.new"; mv "$2.new" "$2"; }
}

# A step that did nothing cannot always be undone: then the settings from before are still there.
undo_one() {
  sh "$1/undo.sh" </dev/null && return 0
  [ -f "$1/before.sh" ] && holds "$1" 2>/dev/null || return 1
  printf 'nothing to undo: %s has the settings that %s replaces\n' "$device" "$1"
}

# Says which steps are taken, and how to go back.
way_back() {
  [ -s "$taken" ] || { printf 'no step of this plan is taken on %s\n' "$device"; return; }
  printf 'taken on %s: %s\n' "$device" "$(tr '\n' ' ' <"$taken")"
  copy=$state/run.sh
  [ -f "$copy" ] || copy=$PWD/run.sh
  more=
  [ -z "$self" ] || more=" --this-is $self"
  [ "$state" = "/var/lib/headroom/emit/@PLAN@" ] || more="$more --state $state"
  printf 'to go back: sh "%s" --undo%s\n' "$copy" "$more"
}

# Undoes the steps on its input, of which the last one taken is first. No signal ends it half-way.
undo_all() {
  trap '' HUP INT TERM
  failed=no
  while IFS= read -r folder; do
    [ -n "$folder" ] || continue
    if [ "$failed" = yes ]; then
      printf 'not undone: %s\n' "$folder" >&2
      continue
    fi
    printf 'undo %s\n' "$folder"
    forget "$folder" "$taken.done"
    if undo_one "$folder"; then
      forget "$folder" "$taken"
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
  [ -f "$taken" ] || exit 0
  while IFS= read -r folder; do
    if is_finished "$folder"; then
      printf '%s\n' "$folder"
    else
      printf '%s (begun and not finished)\n' "$folder"
    fi
  done <"$taken"
  exit 0
fi
here=$(hostname 2>/dev/null || uname -n)
[ "${self:-${here%%.*}}" = "$device" ] || [ "${self:-$here}" = "$device" ] ||
  refuse "this machine is ${self:-$here}, and the steps are of $device; use --this-is $device if they are one"
[ "$(id -u)" = 0 ] || [ -n "${HEADROOM_UNPRIVILEGED:-}" ] || refuse '--apply and --undo need root'
mkdir -p "$state" || refuse "cannot write to $state"
[ -z "${HEADROOM_UNPRIVILEGED:-}" ] || export HEADROOM_LOCK="${HEADROOM_LOCK:-$state/lock}"
take_lock "run.sh --$action of the plan @PLAN@ on $device"
: >>"$taken" || refuse "cannot write to $taken"
if [ "$action" = undo ]; then
  sed '1!G;h;$!d' "$taken" >"$taken.undo"
  status=0
  undo_all <"$taken.undo" || status=4
  rm -f "$taken.undo"
  tell
  way_back
  exit "$status"
fi
while IFS= read -r folder; do
  if ! is_finished "$folder"; then
    way_back >&2
    refuse "$folder was begun and not finished; undo it first"
  fi
done <"$taken"
[ "$needs_others" = no ] || [ "$ready" = yes ] ||
  refuse 'the plan has steps of other devices before or between these; take those in the order of plan.md, then add --others-ready'
[ "$gaps" = no ] || [ "$drained" = yes ] ||
  refuse 'the plan leaves a port without flow control in between (plan.md); stop RDMA traffic there, then add --drained'
steps >"$taken.list"
: >"$taken.now"
status=0
while IFS='|' read -r folder title; do
  is_taken "$folder" || holds "$folder" first || status=3
done <"$taken.list"
if [ "$status" != 0 ]; then
  rm -f "$taken.list" "$taken.now"
  refuse "$device no longer has the settings that the plan was made against; nothing was changed. Collect it again, and make the plan again"
fi
[ "$PWD" = "$state" ] || cp -R ./* "$state/" || refuse "cannot write to $state"
stopped=no
trap 'stopped=yes' HUP INT TERM
while IFS='|' read -r folder title; do
  if is_taken "$folder"; then
    printf 'taken before: %s\n' "$title"
    continue
  fi
  if [ "$stopped" = yes ]; then
    printf 'stopped before: %s\n' "$title" >&2
    status=130
    break
  fi
  printf '%s\n' "$title"
  if ! holds "$folder" && [ "$stopped" = no ]; then
    printf 'refused: %s no longer has the settings that this step replaces\n' "$device" >&2
    status=3
    break
  fi
  [ "$stopped" = no ] || { printf 'stopped before: %s\n' "$title" >&2; status=130; break; }
  printf '%s\n' "$folder" >>"$taken"
  printf '%s\n' "$folder" >>"$taken.now"
  tell
  if sh "$folder/apply.sh" </dev/null && sh "$folder/check.sh" </dev/null && [ "$stopped" = no ]; then
    printf '%s\n' "$folder" >>"$taken.done"
    continue
  fi
  if [ "$stopped" = yes ]; then
    printf 'stopped in: %s\n' "$title" >&2
    status=130
  else
    printf 'failed: %s\n' "$title" >&2
    status=1
  fi
  break
done <"$taken.list"
if [ "$status" != 0 ]; then
  sed '1!G;h;$!d' "$taken.now" >"$taken.undo"
  undo_all <"$taken.undo" || status=4
fi
rm -f "$taken.list" "$taken.now" "$taken.undo"
tell
if [ "$status" = 0 ]; then way_back; else way_back >&2; fi
exit "$status"
