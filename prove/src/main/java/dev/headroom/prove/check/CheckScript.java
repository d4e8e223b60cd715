package dev.headroom.prove.check;

import dev.headroom.collect.allow.AllowList;
import dev.headroom.collect.script.ShellScript;
import dev.headroom.prove.plan.HostTool;
import java.util.Collection;

/**
 * Shell script that runs tools on a host, each under {@code timeout}, and prints what they say
 * between lines that begin with two at signs. A tool that is not there is told as absent. None
 * prints the environment of a job: nccl-tests' {@code -J} would.
 */
public final class CheckScript {
  static final String BEGIN = "@@ begin ";
  static final String END = "@@ end ";
  static final String ABSENT = "@@ absent ";

  private static final String HEAD =
      """
      folder=$(mktemp -d) || exit 1
      trap 'rm -rf "$folder"' EXIT
      export LC_ALL=C
      look() {
        name=$1
        seconds=$2
        shift 2
        if ! command -v "$1" >/dev/null 2>&1; then
          echo "@@ absent $name $1 is not installed"
          return
        fi
        echo "@@ begin $name"
        timeout -k 5 "$seconds" "$@" > "$folder/output" 2>&1 < /dev/null
        status=$?
        sed 's/^@@/ @@/' "$folder/output"
        echo
        echo "@@ end $name $status"
      }
      """;

  private static final String AUDIT =
      """
      if ! command -v base64 >/dev/null 2>&1; then
        echo '@@ absent audit base64 is not installed'
      else
        echo '@@ begin audit'
        timeout -k 5 180 sh -s -- -o - > "$folder/bundle" 2> "$folder/said" <<'HEADROOM_COLLECT'
      %s
      HEADROOM_COLLECT
        status=$?
        base64 "$folder/bundle"
        echo "@@ end audit $status"
      fi
      """;

  private static final String DCGMI = "look dcgmi 900 dcgmi diag -r 2\n";

  private static final String NCCL =
      """
      gpus=$(nvidia-smi -L 2>/dev/null | grep -c '^GPU ')
      if [ "$gpus" -eq 0 ]; then
        gpus=$(ls -d /sys/class/kfd/kfd/topology/nodes/*/mem_banks/0 2>/dev/null | wc -l)
        for node in /sys/class/kfd/kfd/topology/nodes/*; do
          grep -qx 'simd_count 0' "$node/properties" 2>/dev/null && gpus=$((gpus - 1))
        done
      fi
      if [ "$gpus" -lt 2 ]; then
        echo "@@ absent nccl the host has fewer than two GPUs"
      else
        look nccl 600 all_reduce_perf -b 8M -e 1G -f 2 -g "$gpus" -n 20 -w 5 -c 1
      fi
      """;

  private static final String IBDIAGNET =
      """
      if ! grep -qs InfiniBand /sys/class/infiniband/*/ports/*/link_layer; then
        echo '@@ absent ibdiagnet the host has no InfiniBand port'
      else
        look ibdiagnet 600 ibdiagnet -o "$folder"
      fi
      """;

  private CheckScript() {}

  /**
   * The script.
   *
   * @param version of Headroom, written into the bundle
   */
  public static String of(Collection<HostTool> tools, String version) {
    StringBuilder script = new StringBuilder(HEAD);
    for (HostTool tool : tools) {
      switch (tool) {
        case AUDIT -> script.append(AUDIT.replace("%s", ShellScript.of(AllowList.host(), version)));
        case DCGMI -> script.append(DCGMI);
        case NCCL -> script.append(NCCL);
        case IBDIAGNET -> script.append(IBDIAGNET);
      }
    }
    return script.append("exit 0\n").toString();
  }
}
