#!/bin/sh
# Headroom @VERSION@: collects RDMA-related files and command outputs of this @KIND@ into one archive, which
# "headroom audit" reads on any machine. It needs no installation, changes nothing, and takes only the items listed
# at the end of this file: look there, or run it with --dry-run.
#
# usage: sh collect.sh [-o FILE] [--root DIR] [--samples 2] [--interval SECONDS] [--with-fabric NAME,...] [--dry-run] [-q]
#   -o FILE              .tar.zst, .tar.gz or .tar; "-" is standard output. Default headroom-HOST.tar.zst; .tar.gz if
#                        zstd is missing. The file must not exist; only you can read it
#   --root DIR           read the files of a machine mounted there, run no commands
#   --samples 2          read counters twice, --interval SECONDS apart (10 if not given)
#   --with-fabric NAME   also commands that are slow or query the fabric: @FABRIC@
#   --dry-run            print every file and command that would be taken, take none
#   -q                   print errors only
set -u
umask 077
IFS=''
caller_env=$(env)
PATH=@PATH@
LC_ALL=C
export PATH LC_ALL
unset ENV BASH_ENV CDPATH GREP_OPTIONS LD_PRELOAD 2>/dev/null

say() { [ -n "$quiet" ] || printf '%s\n' "$*" >&2; }
fail() { printf 'collect: %s\n' "$1" >&2; exit "${2:-2}"; }

output='' root='' samples=1 interval=10 fabric='' dry='' quiet=''
while [ $# -gt 0 ]; do
  case $1 in
    -o|--output) [ $# -ge 2 ] || fail "$1 needs a file"; output=$2; shift ;;
    --root) [ $# -ge 2 ] || fail "$1 needs a folder"; root=${2%/}; shift ;;
    --samples) [ $# -ge 2 ] || fail "$1 needs 1 or 2"; samples=$2; shift ;;
    --interval) [ $# -ge 2 ] || fail "$1 needs seconds"; interval=${2%s}; shift ;;
    --with-fabric) [ $# -ge 2 ] || fail "$1 needs names, of @FABRIC@"; fabric="$fabric,$2,"; shift ;;
    --dry-run) dry=1 ;;
    -q|--quiet) quiet=1 ;;
    -h|--help) fail "usage: sh collect.sh [-o FILE] [--root DIR] [--samples 2] [--interval SECONDS] [--with-fabric NAME,...] [--dry-run] [-q]" 0 ;;
    *) fail "unknown argument $1; sh collect.sh --help lists them" ;;
  esac
  shift
done
case $samples in 1|2) ;; *) fail "--samples is $samples; it must be 1 or 2" ;; esac
case $interval in ''|*[!0-9]*) fail "--interval is $interval; it must be whole seconds" ;; esac
case $output in ''|-|*.tar|*.tar.zst|*.tar.gz|*.tgz) ;; *) fail "$output: the name must end in .tar.zst, .tar.gz, .tgz or .tar" ;; esac
rest=$fabric
while [ -n "$rest" ]; do
  name=${rest%%,*} rest=${rest#*,}
  case ",@FABRIC_LIST@,," in *",$name,"*) ;; *) fail "--with-fabric: unknown name $name; valid names are @FABRIC@" ;; esac
done
if [ -n "$root" ]; then
  [ -d "$root" ] || fail "--root $root: no such folder"
  root=$(cd -- "$root" && pwd -P) || fail "--root: cannot enter it"
  root=${root%/}
fi

# When a process started, in ticks from the machine's start; nothing where Linux does not say.
started() {
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 0
  IFS=' ' # of the subshell that this is called in
  # shellcheck disable=SC2086 # fields, the third of all first
  set -- ${stat##*) }
  case $1 in Z|X) return 0 ;; esac # it is over, and nobody has asked how it ended
  echo "${20:-}"
}

# --- Where what is taken lies until it is packed. Nothing of it stays.
if [ -z "$dry" ]; then
  base=${TMPDIR:-/tmp}
  # One that was killed could not clear up. Numbers of processes come again, so each says when it started, too.
  owner="$$ $(started $$) $(readlink /proc/self/ns/pid 2>/dev/null)"
  for old in "$base"/headroom.*; do
    { [ -O "$old/owner" ] && [ ! -L "$old" ] && IFS=' ' read -r pid began place <"$old/owner"; } 2>/dev/null || continue
    [ "${owner##* }" = "$place" ] && [ "$(started "$pid")" != "$began" ] && rm -rf "$old"
  done
  scratch=$(mktemp -d "$base/headroom.XXXXXX" 2>/dev/null) || {
    scratch=$base/headroom.$$
    mkdir "$scratch" 2>/dev/null || fail "cannot write to $base" 3
  }
  child=''
  trap '[ -z "$child" ] || kill "$child" 2>/dev/null; rm -rf "$scratch"' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 141' PIPE
  trap 'exit 143' TERM
  echo "$owner" >"$scratch/owner"
fi

# --- A limit on the time of each command.
if timeout -k 1 5 true 2>/dev/null; then
  limited() { seconds=$1; shift; timeout -k 2 "$seconds" "$@"; }
elif timeout 5 true 2>/dev/null; then
  limited() { seconds=$1; shift; timeout "$seconds" "$@"; }
else
  limited() {
    seconds=$1; shift
    "$@" &
    command=$!
    { sleep "$seconds"; kill "$command"; sleep 2; kill -9 "$command"; } >/dev/null 2>&1 </dev/null &
    watch=$!
    wait "$command"; status=$?
    kill "$watch" 2>/dev/null
    return "$status"
  }
fi

if [ -n "$root" ]; then
  host=
  [ -f "$root/etc/hostname" ] && [ ! -L "$root/etc/hostname" ] && read -r host <"$root/etc/hostname"
  [ -n "$host" ] || host=${root##*/}
else
  host=$(uname -n)
fi
case $host in *[!A-Za-z0-9._-]*|.*|-*|'') host=$(printf '%s' "$host" | tr -c 'A-Za-z0-9._-' '_'); host=host-$host ;; esac

# In hundredths of a second.
now() {
  clock=0
  if [ -r /proc/uptime ]; then
    read -r clock </proc/uptime
    clock=${clock%% *} part=${clock#*.}
    clock=$((${clock%.*} * 100 + ${part#0}))
  fi
}

# --- What never leaves this machine. A line for each kind: what is removed, the words before a secret, both.
HEADROOM_SECRETS=@SECRETS@
HEADROOM_SECRET_NAMES=@SECRET_NAMES@
export HEADROOM_SECRETS HEADROOM_SECRET_NAMES

mask() {
  awk '
    function marked(piece, r,   value, quote) {
      if (kind[r] == "login") return "://<removed>@"
      if (kind[r] == "token") return (piece ~ /^[^A-Za-z0-9]/ ? substr(piece, 1, 1) : "") "<removed>"
      if (kind[r] != "name" && kind[r] != "part" && kind[r] != "after") return "<removed>"
      if (!match(piece, head[r])) { RSTART = 1; RLENGTH = 0 }
      value = substr(piece, RSTART + RLENGTH)
      quote = value ~ /^["\047]/ ? substr(value, 1, 1) : ""
      return substr(piece, 1, RSTART + RLENGTH - 1) quote "<removed>" quote
    }
    BEGIN {
      rows = split(ENVIRON["HEADROOM_SECRETS"], row, "\n")
      for (r = 1; r <= rows; r++) {
        split(row[r], field, "#")
        kind[r] = field[1]; head[r] = field[2]; whole[r] = field[3]
      }
      block_end = "@BLOCK_END@"
    }
    {
      rest = $0
      if (left > 0) {
        if (!match(rest, block_end)) { left--; next }
        left = 0
        rest = substr(rest, RSTART + RLENGTH)
        if (rest == "") next
      }
      for (r = 1; r <= rows; r++) {
        if (!match(rest, whole[r])) continue
        if (kind[r] == "block") {
          before = substr(rest, 1, RSTART - 1) "<removed>"
          rest = substr(rest, RSTART + RLENGTH)
          if (match(rest, block_end)) rest = before substr(rest, RSTART + RLENGTH)
          else { rest = before; left = @BLOCK_LINES@ }
          continue
        }
        done = ""
        while (rest != "" && match(rest, whole[r]) && RLENGTH > 0) {
          from = RSTART; to = RSTART + RLENGTH
          done = done substr(rest, 1, from - 1) marked(substr(rest, from, to - from), r)
          rest = substr(rest, to)
        }
        rest = done rest
      }
      print rest
    }'
}

# Every file but the binary configuration space of PCI devices; few have a secret. Names have no line breaks.
mask_all() {
  printf '%s\n' "$HEADROOM_SECRETS" | awk -F '#' '{ print $3 }' >"$scratch/secrets"
  find "$1" -type f ! -name config -exec grep -lE -f "$scratch/secrets" {} + 2>/dev/null | while read -r file; do
    mask <"$file" >"$scratch/masked" && mv -f "$scratch/masked" "$file"
  done
  find "$1" -type f -path '*/parameters/*' | awk '
    { name = $0; sub(/.*\//, "", name) }
    (name "=") ~ ENVIRON["HEADROOM_SECRET_NAMES"]' | while read -r file; do
    echo '<removed>' >"$scratch/masked" && mv -f "$scratch/masked" "$file"
  done
}

# --- What is let through of files that may hold secrets. The patterns are those of the allow-list.
HEADROOM_NEVER=@NEVER@
export HEADROOM_NEVER

keep_lines() {
  HEADROOM_KEEP=$1 awk 'BEGIN { keep = ENVIRON["HEADROOM_KEEP"]; never = ENVIRON["HEADROOM_NEVER"] }
    { sub(/\r$/, "") } $0 ~ keep && $0 !~ never'
}

# The part of each line that the pattern takes, without blanks and semicolons at its end.
keep_heads() {
  HEADROOM_KEEP=$1 awk 'BEGIN { keep = ENVIRON["HEADROOM_KEEP"]; never = ENVIRON["HEADROOM_NEVER"] }
    { sub(/\r$/, "") }
    match($0, keep) {
      line = substr($0, RSTART, RLENGTH)
      sub(/[ \t;]+$/, "", line)
      if (line != "" && line !~ never) print line
    }'
}

# Of lines whose first word fits, the words that do.
keep_entries() {
  HEADROOM_KEEP=$1 awk 'BEGIN { keep = ENVIRON["HEADROOM_KEEP"]; never = ENVIRON["HEADROOM_NEVER"] }
    {
      sub(/\r$/, "")
      line = ""
      n = split($0, word, /[ \t]+/)
      for (i = 1; i <= n; i++) {
        if (word[i] == "") continue
        line = line (line == "" ? "" : " ") (word[i] ~ keep && word[i] !~ never ? word[i] : "<removed>")
      }
      if (line != "" && line !~ /^<removed>/) print line
    }'
}

keep_words() {
  HEADROOM_KEEP=$1 awk 'BEGIN { keep = ENVIRON["HEADROOM_KEEP"]; never = ENVIRON["HEADROOM_NEVER"] }
    {
      line = ""
      n = split($0, word, /[ \t]+/)
      for (i = 1; i <= n; i++) {
        if (word[i] == "") continue
        line = line (line == "" ? "" : " ") (word[i] ~ keep && word[i] !~ never ? word[i] : "<removed>")
      }
      print line
    }'
}

# The members of the outermost object whose names are on the list; in them, no value of a name that must never go out.
keep_json() {
  HEADROOM_KEEP=$1 awk '
    function put(text) { if (!skip) printf "%s", text }
    BEGIN { keep = ENVIRON["HEADROOM_KEEP"]; never = ENVIRON["HEADROOM_NEVER"] }
    bad { next }
    {
      text = $0 "\n"
      n = length(text)
      for (i = 1; i <= n && !bad; i++) {
        c = substr(text, i, 1)
        if (c == "\"") {
          start = i
          for (i++; i <= n && (c = substr(text, i, 1)) != "\""; i++) if (c == "\\") i++
          if (i > n || depth == 0) { bad = 1; break }
          string = substr(text, start, i - start + 1)
          if (kind[depth] == "{" && key[depth]) {
            key[depth] = 0
            name = substr(string, 2, length(string) - 2)
            if (depth == 1) {
              if (name ~ keep && (name "=") !~ never) put((count++ ? ",\n" : "\n") string)
              else { skip = 1; level = depth }
            } else if (!skip && (name "=") ~ never) { put(string ": \"<removed>\""); skip = 1; level = depth }
            else put(string)
          } else put(string)
        } else if (c == "{" || c == "[") {
          if (depth == 0 && (c != "{" || seen++)) { bad = 1; break }
          put(c); depth++; kind[depth] = c; key[depth] = 1
        } else if (c == "}" || c == "]") {
          if (depth == 0 || kind[depth] != (c == "}" ? "{" : "[")) { bad = 1; break }
          if (skip && level == depth) skip = 0
          put(depth == 1 ? "\n" c "\n" : c)
          depth--
        } else if (c == ",") {
          if (depth == 0) { bad = 1; break }
          if (skip && level == depth) skip = 0
          if (depth > 1) put(c)
          key[depth] = 1
        } else if (c ~ /[ \t\r\n]/) { if (depth > 1) put(c) }
        else if (depth == 0) bad = 1
        else put(c)
      }
    }
    END { if (bad || depth || !seen) exit 1 }'
}

redacted() {
  case $1 in
@REDACTIONS@
    *) return 1 ;;
  esac
}

# --- What the lists at the end are made of.
adds='' running=0 want=''
note() { printf '%s\n' "$1" >>"$top/headroom/manifest"; }
wanted() { [ -z "$want" ] || case "$adds" in *"
  $want"*) ;; *) adds="$adds
  $want" ;; esac; }

# A file of the mounted machine must lie in it; the kernel's own links stay within its trees.
inside() {
  [ -z "$root" ] && return 0
  case $(readlink -f "$1" 2>/dev/null) in "$root"/*) return 0 ;; *) return 1 ;; esac
}

# take REDACTION DIRS NAME...: files of these names in these folders; both may be patterns.
take() {
  filter=$1 dirs=$2
  shift 2
  case $dirs in
    '~'*) [ -n "$root" ] && return; from=${HOME:-/nonexistent}; dirs=${dirs#\~}; under=/home ;;
    /proc/self) [ -n "$root" ] && return; from=/proc/$$; dirs=''; under=/proc/self ;;
    *) from=$root; under='' ;;
  esac
  for dir in $from$dirs; do
    [ -d "$dir" ] && inside "$dir" || continue
    take_from "$filter" "$dir" "$under${dir#"$from"}" "$@"
  done
}

take_from() {
  filter=$1 dir=$2 path=$3
  shift 3
  count=$#
  for name in "$@"; do
    for file in "$dir"/$name; do
      [ -f "$file" ] || continue
      case $path in /sys/*|/proc/*) ;; *) [ -L "$file" ] && continue ;; esac
      [ -z "$root" ] || [ ! -L "$file" ] || continue
      if [ ! -r "$file" ]; then
        wanted
        [ -n "$dry" ] || note "unreadable	$path/${file##*/}"
      elif [ -n "$dry" ]; then printf 'file %s\n' "$path/${file##*/}"
      else set -- "$@" "$file"
      fi
    done
  done
  shift "$count"
  [ $# -gt 0 ] || return 0
  mkdir -p "$out$path"
  if [ -z "$filter" ]; then
    limited 10 cp -- "$@" "$out$path/" 2>/dev/null </dev/null
  else
    for file in "$@"; do
      redacted "$filter" <"$file" >"$out$path/${file##*/}" || {
        rm -f "$out$path/${file##*/}"
        note "withheld	$path/${file##*/}"
      }
    done
  fi
}

links() {
  set -- $root$1
  [ -L "$1" ] || [ $# -gt 1 ] || return 0
  if [ -n "$dry" ]; then
    for link in "$@"; do [ -L "$link" ] && printf 'link %s\n' "${link#"$root"}"; done
    return 0
  fi
  limited 10 ls -ld -- "$@" 2>/dev/null </dev/null | while read -r line; do
    case $line in l*' -> '*) ;; *) continue ;; esac
    link=/${line#*/}
    printf '%s\n' "${link#"$root"}" >>"$top/headroom/links"
  done
}

# run NAME REDACTION SECONDS WORD...: what a command prints. Eight at a time.
run() {
  [ -n "$root" ] && return
  label=$1 filter=$2 most=$3
  shift 3
  if ! command -v "$1" >/dev/null 2>&1; then
    [ -n "$dry" ] || note "absent	$1"
    return
  fi
  [ "$uid" = 0 ] || wanted
  if [ -n "$dry" ]; then
    line=command
    for word in "$@"; do line="$line $word"; done
    printf '%s\n' "$line"
    return
  fi
  run_one "$@" &
  running=$((running + 1))
  [ "$running" -lt 8 ] || { wait; running=0; }
}

run_one() {
  mkdir -p "$out/commands"
  file=$out/commands/$label
  now; begun=$clock
  (
    ulimit -f 32768 2>/dev/null
    limited "$most" env -i LC_ALL=C PATH="$PATH" HOME=/nonexistent "$@"
  ) >"$file" 2>&1 </dev/null
  status=$?
  now
  if [ -n "$filter" ]; then
    redacted "$filter" <"$file" >"$file.kept"
    mv -f "$file.kept" "$file"
  fi
  line=''
  for word in "$@"; do line="$line${line:+ }$word"; done
  spent=$((clock - begun))
  [ "$spent" -lt $((most * 100)) ] || status=124
  case ${#spent} in 1) spent=00$spent ;; 2) spent=0$spent ;; esac
  note "command	${file#"$top/"}	$status	${spent%??}.${spent#"${spent%??}"}	$line"
}

on_fabric() { case $fabric in *",$1,"*) return 0 ;; *) return 1 ;; esac; }

# A value that goes into a command: a plain name and nothing else.
plain() { case $1 in -*|.*|''|*[!A-Za-z0-9_.:-]*) return 1 ;; esac; }

sample() {
  [ -n "$dry" ] && return
  boot=''
  [ -r "$root/proc/sys/kernel/random/boot_id" ] && read -r boot <"$root/proc/sys/kernel/random/boot_id"
  now
  hundredths=$((clock % 100))
  [ "$hundredths" -ge 10 ] || hundredths=0$hundredths
  printf '%s\t%s\t%s\t%s\n' "$1" "$(date +%s)" "$((clock / 100)).$hundredths" "$boot" >>"$top/headroom/samples"
}

uid=$(id -u)
if [ -z "$dry" ]; then
  top=$scratch/headroom-$host out=$top
  mkdir -p "$top/headroom" || fail "cannot write to $scratch" 3
  note "bundle	1"
  note "list	@LIST@"
  note "by	script @VERSION@"
  note "host	$host"
  note "user	$uid"
  note "root	${root:-/}"
  note "started	$(date +%s)"
fi

# --- The lists.
counters() {
@COUNTERS@
  wait; running=0
}

everything() {
@EVERYTHING@
  wait; running=0
}

environment() {
  printf '%s\n' "$caller_env" | HEADROOM_KEEP=@ENVIRONMENT@ HEADROOM_PLAIN=@PLAIN@ awk '
    BEGIN { keep = ENVIRON["HEADROOM_KEEP"]; never = ENVIRON["HEADROOM_NEVER"]; plain = ENVIRON["HEADROOM_PLAIN"] }
    $0 ~ keep && $0 !~ never { if ($0 !~ plain) sub(/=.*/, "=<removed>"); print }' | sort
}

if [ -n "$dry" ]; then
  counters
  everything
  [ -n "$root" ] || environment | while read -r line; do printf 'environment %s\n' "${line%%=*}"; done
  [ "$uid" = 0 ] || [ -z "$adds" ] || say "Root would add:$adds"
  exit 0
fi

sample 1
counters
everything
[ -n "$root" ] || environment >"$top/headroom/environment"
if [ "$samples" = 2 ]; then
  sleep "$interval" & # a shell that waits for a program in the background hears of a signal at once
  child=$!
  wait "$child"
  child=''
  out=$top/samples/2
  sample 2
  counters
fi

# A file without a word says nothing, nor does the empty slot of a GID table.
find "$top" -type f -size 0 -exec rm -f {} +
if [ -d "$top/sys/class/infiniband" ]; then
  find "$top/sys/class/infiniband" -type f -path '*/gids/*' -exec grep -lx '0000:0000:0000:0000:0000:0000:0000:0000' {} + |
    while read -r file; do rm -f "$file"; done
fi
note "ended	$(date +%s)"
sort "$top/headroom/manifest" | uniq >"$scratch/manifest" && mv -f "$scratch/manifest" "$top/headroom/manifest"
mask_all "$top"

# --- One archive, made new: never over a file that is there, never through a link.
[ -n "$output" ] || output=headroom-$host.tar.zst
packer=cat
case $output in
  -) if command -v zstd >/dev/null 2>&1; then packer=zstd; else packer=gzip; fi ;;
  *.zst) packer=zstd
    command -v zstd >/dev/null 2>&1 || {
      packer=gzip output=${output%.zst}.gz
      say "zstd is not installed: writing $output"
    } ;;
  *.gz|*.tgz) packer=gzip ;;
esac
pack() {
  tar -C "$scratch" -cf - "headroom-$host" | case $packer in zstd) zstd -q -c ;; gzip) gzip -c ;; cat) cat ;; esac
}
if [ "$output" = - ]; then
  pack || fail "could not write the archive" 3
else
  set -C
  { pack >"$output"; } 2>/dev/null || fail "$output: cannot be created; the file must not exist, and its folder must be writable" 3
  set +C
fi

if [ -z "$quiet" ]; then
  [ -n "$root" ] || {
    say "seconds  command"
    while read -r line; do
      case $line in 'command	'*) ;; *) continue ;; esac
      line=${line#*	}; line=${line#*	}
      status=${line%%	*}; line=${line#*	}
      [ "$status" = 124 ] && note_late=' (stopped at its time limit)' || note_late=''
      printf '%7s  %s%s\n' "${line%%	*}" "${line#*	}" "$note_late" >&2
    done <"$top/headroom/manifest"
  }
  [ "$uid" = 0 ] || [ -z "$adds" ] || say "Root would add:$adds"
  [ "$output" = - ] || say "wrote $output"
fi
exit 0
