# Lock of this machine: one process at a time takes or undoes steps of plans. It ends with its process, also by kill -9;
# with flock, a command that the process started and that still runs keeps it. Environment: HEADROOM_LOCK names another
# file than /run/headroom-emit.lock. Exit status 5: another process holds it.

# A process by its number and start time, since the kernel uses numbers again.
lock_name() {
  lock_start=$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20)
  printf '%s-%s' "$1" "${lock_start:-0}"
}

lock_refuse() {
  printf 'refused: another run changes this machine: %s; take these steps when it has ended\n' "$1" >&2
  exit 5
}

# Without flock, a link that names the process that holds the lock.
lock_by_link() {
  lock_mine=$(lock_name "$$")
  for lock_try in 1 2 3 4 5; do
    ! ln -s "$lock_mine" "$lock.link" 2>/dev/null || { trap 'rm -f "$lock.link"' EXIT; return 0; }
    lock_other=$(readlink "$lock.link") || continue
    [ "$(lock_name "${lock_other%%-*}")" != "$lock_other" ] ||
      lock_refuse "$(cat "$lock" 2>/dev/null || printf 'process %s' "${lock_other%%-*}")"
    # The process that held it has ended. Only one of those that see this removes the link, and only that link.
    if ln -s "$lock_mine" "$lock.link.$lock_other" 2>/dev/null; then
      [ "$(readlink "$lock.link")" != "$lock_other" ] || rm -f "$lock.link"
      rm -f "$lock.link.$lock_other"
    fi
  done
  lock_refuse "several take the lock; if none runs, delete $lock.link*"
}

# Takes the lock, or ends. The argument says what for.
take_lock() {
  [ -z "${HEADROOM_LOCKED:-}" ] || return 0
  lock=${HEADROOM_LOCK:-/run/headroom-emit.lock}
  (: >>"$lock") 2>/dev/null || { printf 'refused: cannot write to %s\n' "$lock" >&2; exit 3; }
  if command -v flock >/dev/null 2>&1; then
    exec 9>>"$lock"
    flock -n 9 || lock_refuse "$(cat "$lock")"
  else
    lock_by_link
  fi
  printf 'process %s, %s, since %s\n' "$$" "$1" "$(date)" >"$lock"
  HEADROOM_LOCKED=$$
  export HEADROOM_LOCKED
}
