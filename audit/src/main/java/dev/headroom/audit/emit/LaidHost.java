package dev.headroom.audit.emit;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nic.HostQosTool;
import dev.headroom.formats.nic.NicLanguage;
import dev.headroom.formats.read.SourceReading;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files of a host with new values: those of the kernel, and the outputs of tools. */
final class LaidHost {
  private static final Pattern WRITE = Pattern.compile("echo (\\S+) > (/sys/\\S+)");
  private static final Pattern MTU = Pattern.compile("ip link set dev (\\S+) mtu (\\d+)");
  private static final Pattern CM = Pattern.compile("cma_roce_tos -d (\\S+) -t (\\d+)");

  private final HostFacts host;
  private final LaidFiles files;

  private LaidHost(HostFacts host, LaidFiles files) {
    this.host = host;
    this.files = files;
  }

  static void lay(HostFacts host, DeviceEmission.Part part, LaidFiles files) {
    LaidHost laid = new LaidHost(host, files);
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
      case AMD, ETHTOOL ->
          files.leave(
              "%s: no file of a bundle is rewritten for %s of %s"
                  .formatted(host.name(), change.setting(), language.title()));
    }
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

  /** The value of the next boot, which is the current one after it. */
  private void firmware(DeviceChange change) {
    List<Fact> said =
        host.facts().all().stream()
            .filter(fact -> fact.key().startsWith("mlxconfig." + change.setting()))
            .toList();
    if (said.isEmpty()) {
      files.leave("%s: no output of mlxconfig shows %s".formatted(host.name(), change.setting()));
    }
    said.stream()
        .map(Fact::evidence)
        .distinct()
        .forEach(line ->
            files.editLine(line, text -> replaceLast(text, change.from().orElse(""), change.to())));
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
    } else {
      files.leave(
          "%s %s: outputs of %s are not rewritten"
              .formatted(host.name(), part.part(), tool.word()));
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
