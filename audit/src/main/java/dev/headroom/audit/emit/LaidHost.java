package dev.headroom.audit.emit;

import dev.headroom.audit.cluster.HostNics;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nic.HostQosTool;
import dev.headroom.formats.nic.NicIdentity;
import dev.headroom.formats.nic.NicLanguage;
import dev.headroom.formats.nic.NicSettings;
import dev.headroom.formats.nic.QosSubject;
import dev.headroom.formats.read.SourceReading;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files of a host with new values: those of the kernel, and the outputs of tools. */
final class LaidHost {
  private static final Pattern WRITE = Pattern.compile("echo (\\S+) > (/sys/\\S+)");

  /** A row of mlxconfig: its name and the default, if that is printed; then the values in use. */
  private static final Pattern FIRMWARE =
      Pattern.compile(
          "([\\s*]*\\w+((?:\\s+\\S+)(?=\\s+\\S+\\s+\\S+\\s*$))?)((?:\\s+\\S+){1,2}\\s*)");

  private static final Pattern MTU = Pattern.compile("ip link set dev (\\S+) mtu (\\d+)");
  private static final Pattern CM = Pattern.compile("cma_roce_tos -d (\\S+) -t (\\d+)");

  private final HostFacts host;
  private final Optional<NicIdentity> nic;
  private final LaidFiles files;

  private LaidHost(HostFacts host, String part, LaidFiles files) {
    this.host = host;
    this.files = files;
    nic =
        HostNics.of(host).stream()
            .map(HostNics.NodeNic::nic)
            .filter(each -> each.netdev().equals(part))
            .findFirst();
  }

  static void lay(HostFacts host, DeviceEmission.Part part, LaidFiles files) {
    LaidHost laid = new LaidHost(host, part.part(), files);
    switch (part.language()) {
      case EmitLanguage.OfNic of ->
          part.emission().changes().stream()
              .filter(change -> !change.isRefused())
              .forEach(change -> laid.setting(of.language(), change));
      case EmitLanguage.OfStack _ ->
          part.emission().changes().stream()
              .filter(change -> !change.isRefused())
              .forEach(laid::variable);
      case EmitLanguage.OfQos of -> laid.classes(of.tool(), part);
      case EmitLanguage.OfSwitch _ -> {}
    }
  }

  // --- settings of NICs and of the kernel -------------------------------------------------------

  private void setting(NicLanguage language, DeviceChange change) {
    switch (language) {
      case MLX5_SYSFS, MLX5_DEBUGFS, BNXT -> file(change.place(), change.to());
      case SYSCTL -> sysctl(change);
      case MLXCONFIG -> firmware(change);
      case IRDMA ->
          file(
              change.place().startsWith("/sys/")
                  ? change.place()
                  : "/sys/module/irdma/parameters/" + change.setting(),
              change.to());
      case AMD -> shown(change, line -> line.replaceFirst("(:\\s*)\\S+\\s*$", "$1" + change.to()));
      case ETHTOOL -> shown(change, line -> ethtool(line, change.setting(), change.to()));
    }
  }

  /** A line of ethtool's text, or one with members of its JSON, where words are flags. */
  private static String ethtool(String line, String setting, String value) {
    String name = setting.equals("adaptive-rx") ? "rx" : setting;
    Matcher member =
        Pattern.compile("(\"" + Pattern.quote(name) + "\"\\s*:\\s*)[^\\s,}]+").matcher(line);
    if (member.find()) {
      String json =
          switch (value) {
            case "on" -> "true";
            case "off" -> "false";
            default -> value;
          };
      return member.replaceFirst("$1" + json);
    }
    return line.replaceFirst(
        setting.equals("adaptive-rx") ? "(RX:\\s*)\\S+" : "(:\\s*)\\S+", "$1" + value);
  }

  /** The line of a tool's output that shows a setting. */
  private void shown(DeviceChange change, UnaryOperator<String> edit) {
    nic.flatMap(of -> NicSettings.evidence(host, of, change.setting()))
        .ifPresentOrElse(
            line -> files.editLine(line, edit),
            () ->
                files.leave(
                    "%s: no file of the bundle shows %s".formatted(host.name(), change.setting())));
  }

  /** One value in a file of its own. */
  private void file(String path, String value) {
    Optional<SourceReading> there = reading(path);
    if (there.isPresent()) {
      files.edit(there.get().source().name(), _ -> value + "\n");
    } else {
      files.add(host.name(), path.substring(1), value + "\n");
    }
  }

  private Optional<SourceReading> reading(String path) {
    return host.readings().stream()
        .filter(reading -> reading.source().name().endsWith(path))
        .findFirst();
  }

  private void sysctl(DeviceChange change) {
    Optional<Evidence> said =
        host.facts()
            .first(new Subject(SubjectKind.SYSCTL, change.setting()), "value")
            .map(Fact::evidence);
    if (said.isPresent()) {
      files.editLine(said.get(), line -> replaceLast(line, change.from().orElse(""), change.to()));
    } else {
      file("/proc/sys/" + change.setting().replace('.', '/'), change.to());
    }
  }

  /** The value of the next boot, which is the current one after it; the default stays. */
  private void firmware(DeviceChange change) {
    shown(
        change,
        line -> {
          Matcher row = FIRMWARE.matcher(line);
          return row.matches()
              ? row.group(1)
                  + row.group(3).replaceAll("\\S+", printed(row.group(3).strip(), change.to()))
              : line;
        });
  }

  /** Flags are printed with a word. */
  private static String printed(String before, String value) {
    return before.matches("(?:True|False)\\(.*")
        ? (value.equals("0") ? "False(0)" : "True(1)")
        : value;
  }

  private static String replaceLast(String line, String from, String to) {
    int at = from.isEmpty() ? -1 : line.lastIndexOf(from.strip());
    return at < 0 ? line : line.substring(0, at) + to + line.substring(at + from.strip().length());
  }

  // --- variables of jobs ------------------------------------------------------------------------

  private void variable(DeviceChange change) {
    String line = change.setting() + "=" + change.to();
    Optional<Evidence> said = host.environment(change.setting()).findEvidence();
    if (said.isPresent()) {
      files.editLine(
          said.get(),
          text ->
              text.replaceAll(
                  Pattern.quote(change.setting()) + "=\\S*", Matcher.quoteReplacement(line)));
    } else {
      reading(change.place())
          .ifPresentOrElse(
              there -> files.edit(there.source().name(), text -> text + line + "\n"),
              () -> files.add(host.name(), change.place().substring(1), line + "\n"));
    }
  }

  // --- classes of NICs --------------------------------------------------------------------------

  private void classes(HostQosTool tool, DeviceEmission.Part part) {
    List<String> commands =
        part.emission().steps().stream().flatMap(step -> step.commands().stream()).toList();
    List<String> others =
        commands.stream().filter(command -> !trafficClass(command) && !mtu(command)).toList();
    if (others.isEmpty()) {
      return;
    }
    if (tool == HostQosTool.MLNX_QOS) {
      LaidMlnxQos.lay(host, part.part(), others, files);
    } else if (tool == HostQosTool.DCB) {
      LaidDcb.lay(host, part.part(), others, files);
    } else if (nic.isPresent()) {
      Subject subject = QosSubject.of(host.facts(), nic.get());
      if (tool == HostQosTool.NICCTL) {
        LaidNicctl.lay(host, subject, others, files);
      } else {
        LaidNiccli.lay(host, subject, others, files);
      }
    }
  }

  private boolean mtu(String command) {
    Matcher mtu = MTU.matcher(command);
    if (!mtu.matches()) {
      return false;
    }
    Optional<Fact> said = host.facts().first(Subject.netdev(mtu.group(1)), "mtu");
    if (said.isPresent() && !said.get().evidence().source().name().endsWith("/mtu")) {
      files.editLine(
          said.get().evidence(),
          line -> line.replaceFirst("\\bmtu(:?\\s+)\\d+", "mtu$1" + mtu.group(2)));
    } else {
      file("/sys/class/net/" + mtu.group(1) + "/mtu", mtu.group(2));
    }
    return true;
  }

  /** The traffic class byte of a device or of its connections. */
  private boolean trafficClass(String command) {
    Matcher write = WRITE.matcher(command);
    if (write.matches()) {
      file(write.group(2), write.group(1));
      return true;
    }
    Matcher connections = CM.matcher(command);
    if (connections.matches()) {
      String device = connections.group(1);
      Optional<Fact> said =
          host.facts()
              .first(Subject.rdma(device), "cm.tos")
              .or(() -> host.facts().first(Subject.port(device, "1"), "cm.default_roce_tos"));
      if (said.isPresent()) {
        files.editLine(
            said.get().evidence(),
            line -> replaceLast(line, said.get().value(), connections.group(2)));
      } else {
        files.add(host.name(), "commands/cma_roce_tos_-d_" + device, connections.group(2) + "\n");
      }
      return true;
    }
    return false;
  }
}
