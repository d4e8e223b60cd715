#
#   sh FILE          all of it
#   sh FILE first    only what no earlier step of the plan writes
set -u
when=${1:-all}
status=0 command= out=
later() {
  [ "$when" = first ] || "$@"
}
output() {
  command=$1
  out=$(sh -c "$1" 2>&1) || { printf '%s failed: %s\n' "$1" "$out" >&2; status=1; }
  out=$(printf '%s\n' "$out" | tr -s ' \t' ' ')
}
# Says what the command shows instead: the lines of the same word, or else the first ones.
differs() {
  word=$(printf '%s\n' "$2" | sed 's/^\^ ?//; s/[ =(\\].*//')
  shown=$(printf '%s\n' "$out" | grep -F -e "${word:- }" | head -n 5)
  [ -n "$shown" ] || shown=$(printf '%s\n' "$out" | head -n 5)
  wanted=$(printf '%s\n' "$2" | sed 's/^^[$]$/nothing/; s/^^ [?]//; s/ [?][$]$//; s/\\//g')
  printf '%s\n  %s: %s\n' "$command" "$1" "$wanted" >&2
  printf '%s\n' "$shown" | sed 's/^/  it shows: /' >&2
  status=1
}
has() {
  printf '%s\n' "$out" | grep -Eq -e "$1" || differs 'expected' "$1"
}
lacks() {
  ! printf '%s\n' "$out" | grep -Eq -e "$1" || differs 'not expected' "$1"
}
