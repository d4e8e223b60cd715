package dev.headroom.audit.fix;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tree of files and tools that only look like a machine's: each tool keeps its settings in a file,
 * prints them as the real one does, and notes how it was called. A tool can kill the script that
 * calls it.
 */
final class FakeMachine {
  private final Path folder;
  private final Path root;
  private final Path tools;
  private final Path state;

  /** Result of a run of the script. */
  record Ran(int code, String out) {}

  FakeMachine(Path folder) throws IOException {
    this.folder = folder;
    root = Files.createDirectories(folder.resolve("root"));
    tools = Files.createDirectories(folder.resolve("tools"));
    state = Files.createDirectories(folder.resolve("state"));
    file("sys/class/net/eth0/mtu", "1500");
    file("sys/class/net/eth0/operstate", "up");
    file("sys/class/net/eth1/operstate", "down");
    file("sys/class/net/eth0/device/device", "0x101b");
    file("sys/class/net/eth0/ecn/roce_np/enable/3", "0");
    file("sys/class/net/eth0/device/local_cpulist", "4-5");
    file("sys/class/net/eth0/device/msi_irqs/76", "msix");
    file("sys/class/net/eth0/device/msi_irqs/77", "msix");
    file("sys/class/net/eth0/device/msi_irqs/78", "msix");
    file("sys/class/net/eth0/device/msi_irqs/79", "msix");
    file("sys/devices/system/cpu/online", "0-5");
    file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave");
    file("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "schedutil");
    file("proc/interrupts", " 76: 1 mlx5_async0\n 77: 1 mlx5_comp0\n 78: 1 mlx5_comp1\n 79: 1 x");
    for (int irq = 76; irq < 80; irq++) {
      file("proc/irq/" + irq + "/smp_affinity_list", "4-7");
    }
    file("proc/modules", "mlx5_core 1 0 - Live 0x0");
    file("proc/sys/kernel/random/boot_id", "first-boot");
    file("proc/4711/limits", "Max locked memory         8388608   8388608   bytes");
    file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");
    for (String line :
        List.of(
            "sysctl.net.core.rmem_max 212992",
            "sysctl.net.ipv4.conf.all.arp_ignore 0",
            "sysctl.net.ipv4.conf.all.arp_announce 0",
            "acs 001d",
            "pause on",
            "trust pcp",
            "pfc 0 0 0 0 0 0 0 0",
            "dcbx OS controlled",
            "tos 0",
            "ring 1024",
            "nocache on",
            "lro off",
            "irqbalance active",
            "firmware 1")) {
      keep(line.substring(0, line.indexOf(' ')), line.substring(line.indexOf(' ') + 1));
    }
    addTools();
  }

  private void addTools() throws IOException {
    tool("hostname", "echo node1.example");
    tool(
        "sysctl",
        "case $1 in -n) cat $S/sysctl.$2 ;; *) v=${3#*=}; echo \"$v\" > $S/sysctl.${3%%=*} ;; esac");
    tool(
        "modprobe",
        """
        case $1 in
          -r) grep -v "^$2 " $R/proc/modules > $S/modules; cat $S/modules > $R/proc/modules ;;
          *) echo "$1 1 0 - Live 0x0" >> $R/proc/modules ;;
        esac
        """);
    tool(
        "setpci",
        """
        case $3 in
          *=*) v=${3#*=}; m=0x${v#*:}; v=0x${v%:*}; o=0x$(cat $S/acs)
               printf '%04x\\n' $(( (o & ~m) | (v & m) )) > $S/acs ;;
          *) cat $S/acs ;;
        esac
        """);
    tool("ip", "[ \"$*\" = \"link set dev $4 mtu $6\" ] && echo $6 > $R/sys/class/net/$4/mtu");
    tool(
        "ethtool",
        """
        case $1 in
          -a) printf 'Pause parameters for eth0:\\nAutonegotiate:\\toff\\nRX:\\t\\t%s\\nTX:\\t\\t%s\\n' $(cat $S/pause) $(cat $S/pause) ;;
          -A) echo $4 > $S/pause ;;
          -g) printf 'Pre-set maximums:\\nRX:\\t8192\\nCurrent hardware settings:\\nRX:\\t%s\\nTX:\\t%s\\n' $(cat $S/ring) $(cat $S/ring) ;;
          -G) echo $4 > $S/ring ;;
          -k) printf 'Features for eth0:\\ntx-nocache-copy: %s\\n' $(cat $S/nocache) ;;
          -K) echo $4 > $S/nocache ;;
          --show-priv-flags) printf 'Private flags for eth0:\\nrx_cqe_moder     : on\\nhw_lro           : %s\\n' $(cat $S/lro) ;;
          --set-priv-flags) echo $4 > $S/lro ;;
        esac
        """);
    tool(
        "mlnx_qos",
        """
        case ${3:-} in
          --trust) echo $4 > $S/trust ;;
          --pfc) [ ! -e $S/fail ] || exit 5; echo $4 | tr , ' ' > $S/pfc ;;
          *) printf 'DCBX mode: %s\\nPriority trust state: %s\\nPFC configuration:\\n\\tpriority    0   1   2   3   4   5   6   7\\n\\tenabled     %s\\n' "$(cat $S/dcbx)" "$(cat $S/trust)" "$(cat $S/pfc)" ;;
        esac
        """);
    tool("cma_roce_tos", "if [ \"${3:-}\" = -t ]; then echo $4 > $S/tos; else cat $S/tos; fi");
    tool(
        "mlxconfig",
        """
        case $3 in
          q) printf 'Configurations:\\n  %s    per_mkey(%s)\\n' $4 $(cat $S/firmware) | sed 's/per_mkey(\\(.*\\))/\\1/' ;;
          *) echo ${5#*=} > $S/firmware ;;
        esac
        """);
    tool(
        "systemctl",
        """
        unit=$R/etc/systemd/system/${4:-}.d/90-headroom-memlock.conf
        case "$1 ${3:-}" in
          'is-active '*) if [ $2 = irqbalance.service ]; then cat $S/irqbalance; else echo inactive; fi ;;
          'stop '*) echo inactive > $S/irqbalance ;;
          'start '*) echo active > $S/irqbalance ;;
          'show LoadState') case $4 in slurmd.service) echo LoadState=loaded ;; *) echo LoadState=not-found ;; esac ;;
          'show LimitMEMLOCK') if grep -q infinity $unit 2>/dev/null; then echo LimitMEMLOCK=infinity; else echo LimitMEMLOCK=8388608; fi ;;
          'show MainPID') if [ $4 = slurmd.service ]; then echo MainPID=4711; else echo MainPID=0; fi ;;
        esac
        """);
  }

  /** Writes a file of the tree. */
  void file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }

  /** Sets what a tool reports. */
  void keep(String name, String value) throws IOException {
    Files.writeString(state.resolve(name), value + "\n");
  }

  String kept(String name) throws IOException {
    return Files.readString(state.resolve(name)).strip();
  }

  /** Makes a tool send a signal to the script, when it is called with these words. */
  void kill(String signal, String call) throws IOException {
    keep("kill", signal + " " + call);
  }

  void remove(String tool) throws IOException {
    Files.delete(tools.resolve(tool));
  }

  /** Adds a tool. In its body S is the folder of settings and R the root. */
  void tool(String name, String body) throws IOException {
    Path tool = tools.resolve(name);
    Files.writeString(
        tool,
        """
        #!/bin/sh
        S='%s'
        R='%s'
        echo "%s $*" >> $S/calls
        %s
        if [ -e $S/kill ] && read -r signal call < $S/kill; then
          case "%s $*" in $call) rm $S/kill; kill -$signal $PPID ;; esac
        fi
        """
            .formatted(state, root, name, body.strip(), name));
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  Ran run(FixPlan plan, String... options) throws Exception {
    Path script = folder.resolve("fix.sh");
    Files.writeString(script, FixScript.of(plan));
    List<String> command = new ArrayList<>(List.of("/bin/sh", script.toString()));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("HEADROOM_PATH", tools + ":/usr/bin:/bin");
    builder.environment().put("HEADROOM_ROOT", root.toString());
    builder.environment().put("PATH", folder.resolve("user") + ":/usr/bin:/bin");
    builder.redirectInput(Path.of("/dev/null").toFile());
    Process process = builder.redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), out);
  }

  /** All settings, one a line. */
  String settings() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path part : List.of(root, state)) {
      try (Stream<Path> files = Files.walk(part)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          String name = part.relativize(file).toString();
          if (!name.matches("calls|kill|modules|fail|var/lib/headroom/.*")) {
            all.append(name).append('=').append(Files.readString(file));
          }
        }
      }
    }
    return all.toString();
  }

  String calls() throws IOException {
    return Files.exists(state.resolve("calls")) ? kept("calls") : "";
  }

  Path journal() {
    return root.resolve("var/lib/headroom/changes");
  }
}
