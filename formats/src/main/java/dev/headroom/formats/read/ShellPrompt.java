package dev.headroom.formats.read;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser of the text around pasted outputs: prompts with commands, fences of Markdown. */
public final class ShellPrompt {
  private static final Pattern FENCE = Pattern.compile("\\s*(```+|~~~+)\\s*[\\w.+-]*\\s*");

  /** {@code [root@host ~]# command}, {@code user@host:/path$ command}. */
  private static final Pattern PROMPT =
      Pattern.compile(
          "\\s*(?:\\([\\w.-]{1,40}\\)\\s*)?\\[?([\\w.-]{1,64})@([\\w.-]{1,255})[^#$%>\\]]{0,200}\\]?\\s?[#$%]"
              + "(?:\\s+(\\S.*))?");

  /** {@code host:~ # command}, {@code sh-5.1# command}. */
  private static final Pattern SHORT =
      Pattern.compile(
          "\\s*(?:([A-Za-z][\\w.-]{0,63}):[~/][\\w./-]{0,80} ?|(?:ba)?sh-[\\d.]+)[#$] (\\S.*)");

  /**
   * {@code leaf1# show running-config}, {@code leaf1(config)# show qos maps}, {@code leaf1
   * [standalone: master] (config) # show roce}: a switch's.
   */
  private static final Pattern SWITCH =
      Pattern.compile(
          "([A-Za-z][\\w.-]{0,63})(?: ?\\[[\\w: -]{1,60}\\])?(?: ?\\([\\w ./-]{1,60}\\))? ?[#>] ?((?:show|nv|dir|more)\\s\\S.*)");

  private static final String TOOLS =
      "lspci|nvidia-smi|rocm-smi|ibstat|ibstatus|ibv_devinfo|ibv_devices|ibnetdiscover|iblinkinfo"
          + "|ibdiagnet|perfquery|show_gids|show_(?:rdma_)?counters|rdma|ethtool|mlnx_qos|cma_roce_tos|cma_roce_mode|mlxlink|mlxconfig"
          + "|mst|sysctl|ulimit|lsmod|modinfo|numactl|lscpu|lstopo|tc|ip|ifconfig|dmesg|lldpctl|lldptool|niccli|nicctl|cat|grep"
          + "|echo|ls|uname|fi_info|fi_pingpong|ibqueryerrors|ucx_info|ib_write_bw|ib_read_bw|ib_send_bw|ib_write_lat|ib_read_lat|ib_send_lat"
          + "|mpirun|srun|docker|kubectl|show|nv (?:show|config)|amd-smi|dcb(?! priority-flow-control)|taskset|head|tail|dcgmi|ofed_info|opensm|modprobe"
          + "|rmmod|smpquery|sminfo|saquery|setpci|hostname(?! +[\\w.-]+\\s*$)|env|sudo|ping|iperf3?|systemctl|journalctl|ibdev2netdev|vim?|mlxup|sbatch|ibv_rc_pingpong|make|yum|apt|dnf|git";

  /** {@code $ command}, {@code # lspci -vvv}, {@code + srun ...}. */
  private static final Pattern BARE =
      Pattern.compile(
          "\\s*(?:\\$\\s+(\\S.*)|#\\s?((?:sudo\\s+)?(?:"
              + TOOLS
              + ")\\b.*)|\\++\\s(\\w[\\w./-]*\\s.*)"
              + "|((?:sudo\\s+)?(?:"
              + TOOLS
              + ")(?:\\s+[-\\w./:=|]{1,80}){0,8}))\\s*");

  /** The first words of what {@link #BARE} takes without anything before it. */
  private static final Set<String> FIRST_WORDS = firstWords();

  private ShellPrompt() {}

  private static Set<String> firstWords() {
    Set<String> words =
        new HashSet<>(Set.of("sudo", "nv", "vi", "vim", "iperf", "iperf3", "hostname", "dcb"));
    words.addAll(Set.of("show_counters", "show_rdma_counters"));
    for (String tool : TOOLS.split("\\|")) {
      words.add(tool);
    }
    return words;
  }

  /** Quick, and true of every line that {@link #BARE} takes. */
  private static boolean mayBeBare(String text) {
    int from = 0;
    while (from < text.length() && Character.isWhitespace(text.charAt(from))) {
      from++;
    }
    if (from == text.length() || "$#+".indexOf(text.charAt(from)) >= 0) {
      return from < text.length();
    }
    int to = from;
    while (to < text.length() && !Character.isWhitespace(text.charAt(to))) {
      to++;
    }
    return FIRST_WORDS.contains(text.substring(from, to));
  }

  static boolean isFence(String text) {
    return (text.contains("```") || text.contains("~~~")) && FENCE.matcher(text).matches();
  }

  static boolean isPrompt(String text) {
    return command(text).isPresent();
  }

  /** The command behind a prompt; blank where the prompt has none. */
  static Optional<String> command(String text) {
    if (text.length() > 2000) {
      return Optional.empty();
    }
    boolean sign = text.indexOf('#') > 0 || text.indexOf('$') > 0;
    if (text.indexOf('@') > 0 && (sign || text.indexOf('%') > 0)) {
      Matcher prompt = PROMPT.matcher(text);
      if (prompt.matches()) {
        return Optional.of(prompt.group(3) == null ? "" : prompt.group(3).strip());
      }
    }
    if (sign) {
      Matcher brief = SHORT.matcher(text);
      if (brief.matches()) {
        return Optional.of(brief.group(2).strip());
      }
    }
    if (text.indexOf('#') > 0 || text.indexOf('>') > 0) {
      Matcher device = SWITCH.matcher(text);
      if (device.matches()) {
        return Optional.of(device.group(2).strip());
      }
    }
    if (!mayBeBare(text)) {
      return Optional.empty();
    }
    Matcher bare = BARE.matcher(text);
    if (!bare.matches()) {
      return Optional.empty();
    }
    for (int group = 1; group <= 4; group++) {
      if (bare.group(group) != null) {
        return Optional.of(bare.group(group).strip());
      }
    }
    return Optional.empty();
  }

  /**
   * The command whose output a bundle keeps in a file of this name: {@code
   * commands/ethtool_-S_eth0}.
   */
  static String commandOfFile(String name) {
    int folder = name.replace('\\', '/').lastIndexOf("commands/");
    return folder < 0 ? "" : name.substring(folder + "commands/".length()).replace('_', ' ');
  }

  /** The host that a prompt names. */
  static Optional<String> host(String text) {
    if (text.length() > 2000) {
      return Optional.empty();
    }
    Matcher prompt = PROMPT.matcher(text);
    if (prompt.matches()) {
      return Optional.of(prompt.group(2));
    }
    Matcher device = SWITCH.matcher(text);
    if (device.matches()) {
      return Optional.of(device.group(1));
    }
    Matcher brief = SHORT.matcher(text);
    return brief.matches() ? Optional.ofNullable(brief.group(1)) : Optional.empty();
  }
}
