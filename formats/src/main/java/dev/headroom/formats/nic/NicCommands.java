package dev.headroom.formats.nic;

import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.KeptFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Commands and files that carry settings of a NIC, in the form of its interface. */
final class NicCommands {
  /**
   * A file of its own: {@code irdma.conf} has options of the user, such as {@code roce_ena}. Files
   * are read by name, and of one option the last counts (modprobe.d(5)).
   */
  static final String MODPROBE = "/etc/modprobe.d/zz-headroom-irdma.conf";

  private static final String MODPROBE_NAME = "zz-headroom-irdma.conf";
  private static final String SYSCTL = "/etc/sysctl.d/90-headroom.conf";

  private final NicLanguage language;
  private final NicIdentity nic;
  private final List<NicAssignment> lasting;

  /**
   * For one NIC.
   *
   * @param lasting all that a file keeps over a restart, also what is in force already
   */
  NicCommands(NicLanguage language, NicIdentity nic, List<NicAssignment> lasting) {
    this.language = language;
    this.nic = nic;
    this.lasting = lasting;
  }

  List<String> forward(List<NicAssignment> all) {
    return switch (language) {
      case MLX5_SYSFS, MLX5_DEBUGFS -> all.stream().map(NicCommands::echo).toList();
      case BNXT -> bnxt(all.stream().map(NicCommands::echo).toList());
      case MLXCONFIG, AMD, ETHTOOL -> commands(texts(all));
      case IRDMA -> irdma(all);
      case SYSCTL -> added("90-headroom.conf", SYSCTL, sysctl(), List.of("sysctl --system"));
    };
  }

  List<String> undo(List<NicAssignment> all) {
    List<NicAssignment> known =
        all.stream().filter(each -> each.before().isPresent()).toList().reversed();
    return switch (language) {
      case MLX5_SYSFS, MLX5_DEBUGFS -> known.stream().map(NicCommands::echoBefore).toList();
      case BNXT ->
          known.isEmpty() ? List.of() : bnxt(known.stream().map(NicCommands::echoBefore).toList());
      case MLXCONFIG, AMD, ETHTOOL -> {
        Map<String, List<String>> back = new LinkedHashMap<>();
        known.forEach(each ->
            back.computeIfAbsent(each.place(), _ -> new ArrayList<>())
                .add(each.undo().orElseThrow()));
        yield commands(back);
      }
      case IRDMA -> {
        List<String> back = new ArrayList<>();
        known.stream()
            .filter(each -> each.place().startsWith("/sys/"))
            .forEach(each -> back.add(echoBefore(each)));
        modprobe()
            .ifPresent(text -> {
              back.add(new KeptFile(MODPROBE, text).restore());
              back.addAll(List.of("modprobe -r irdma", "modprobe irdma"));
            });
        yield back;
      }
      case SYSCTL -> {
        List<String> back = new ArrayList<>(List.of(new KeptFile(SYSCTL, sysctl()).restore()));
        known.forEach(
            each -> back.add("sysctl -w '" + each.undo().orElseThrow().replace(" = ", "=") + "'"));
        yield back;
      }
    };
  }

  List<String> checks(List<NicAssignment> all) {
    return switch (language) {
      case MLX5_SYSFS, MLX5_DEBUGFS, BNXT ->
          List.of(
              "head " + all.stream().map(NicAssignment::place).collect(Collectors.joining(" ")));
      case MLXCONFIG ->
          List.of(
              "mlxconfig -d %s -e query | grep -E '%s'"
                  .formatted(
                      nic.device(),
                      all.stream()
                          .map(each -> each.change().setting())
                          .collect(Collectors.joining("|"))));
      case IRDMA -> List.of("grep . /sys/module/irdma/parameters/dcqcn_*");
      case AMD -> List.of("nicctl show dcqcn");
      case SYSCTL ->
          List.of(
              "sysctl "
                  + all.stream()
                      .map(each -> each.change().setting())
                      .collect(Collectors.joining(" ")));
      case ETHTOOL ->
          List.of(
              "ethtool -c " + nic.netdev(),
              "ethtool -g " + nic.netdev(),
              "ethtool --get-tunable " + nic.netdev() + " pfc-prevention-tout");
    };
  }

  /** The files that the commands name, and the one that makes them last. */
  List<EmittedFile> files() {
    return switch (language) {
      case MLX5_SYSFS, MLX5_DEBUGFS, BNXT, AMD, ETHTOOL ->
          List.of(
              SettingsUnit.of(
                  language.word(), language.device() + " settings", nic.netdev(), unit()));
      case MLXCONFIG -> List.of();
      case IRDMA ->
          modprobe()
              .map(text -> List.of(new EmittedFile(MODPROBE_NAME, MODPROBE, text)))
              .orElse(List.of());
      case SYSCTL -> List.of(new EmittedFile("90-headroom.conf", SYSCTL, sysctl()));
    };
  }

  /** Each value by itself, so that a unit of another plan can take over single ones. */
  private List<UnitCommand> unit() {
    List<UnitCommand> settings = new ArrayList<>();
    lasting.forEach(each ->
        settings.add(
            new UnitCommand(
                each.change().setting(),
                language == NicLanguage.AMD || language == NicLanguage.ETHTOOL
                    ? each.place() + " " + each.text()
                    : echo(each))));
    if (language == NicLanguage.BNXT) {
      settings.addFirst(new UnitCommand("", bnxtFolder()));
      settings.add(new UnitCommand("", bnxtApply()));
    }
    return settings;
  }

  private String sysctl() {
    return lasting.stream().map(each -> each.text() + "\n").collect(Collectors.joining());
  }

  /**
   * Commands that add lines to a file which may have others, also of the user: lines with the same
   * word go, a copy of the file stays beside it.
   */
  private static List<String> added(String name, String place, String text, List<String> after) {
    List<String> commands = new ArrayList<>();
    commands.add(new KeptFile(place, text).keep());
    commands.add("touch " + place);
    text.lines()
        .map(line -> line.replaceFirst(" ?=.*", "").replace(".", "\\."))
        .forEach(word -> commands.add("sed -i '/^%s *=/d' %s".formatted(word, place)));
    commands.add("cat %s >> %s".formatted(name, place));
    commands.add(new KeptFile(place, text).note());
    commands.addAll(after);
    return commands;
  }

  private static String echo(NicAssignment each) {
    return "echo " + each.value() + " > " + each.place();
  }

  private static String echoBefore(NicAssignment each) {
    return "echo " + each.before().orElseThrow() + " > " + each.place();
  }

  /** The driver takes the files of a port together. */
  private List<String> bnxt(List<String> writes) {
    List<String> all = new ArrayList<>(List.of(bnxtFolder()));
    all.addAll(writes);
    all.add(bnxtApply());
    return all;
  }

  private String bnxtFolder() {
    return "mkdir -p /sys/kernel/config/bnxt_re/" + nic.device();
  }

  private String bnxtApply() {
    return "echo 1 > /sys/kernel/config/bnxt_re/" + nic.device() + "/ports/1/cc/apply";
  }

  private static Map<String, List<String>> texts(List<NicAssignment> all) {
    Map<String, List<String>> texts = new LinkedHashMap<>();
    all.forEach(
        each -> texts.computeIfAbsent(each.place(), _ -> new ArrayList<>()).add(each.text()));
    return texts;
  }

  /** One command for all options of a tool. */
  private static List<String> commands(Map<String, List<String>> options) {
    return options.entrySet().stream()
        .map(each -> each.getKey() + " " + String.join(" ", each.getValue()))
        .toList();
  }

  private Optional<String> modprobe() {
    List<String> options =
        lasting.stream()
            .filter(each -> each.place().equals(MODPROBE))
            .map(each -> each.text() + "\n")
            .toList();
    return options.isEmpty()
        ? Optional.empty()
        : Optional.of("options irdma dcqcn_cc_cfg_valid=1\n" + String.join("", options));
  }

  /** Parameters of the module in its file; what is for one NIC in configfs. */
  private List<String> irdma(List<NicAssignment> all) {
    List<String> commands = new ArrayList<>();
    modprobe()
        .ifPresent(text ->
            commands.addAll(
                added(
                    MODPROBE_NAME,
                    MODPROBE,
                    text,
                    List.of("modprobe -r irdma", "modprobe irdma"))));
    List<NicAssignment> files =
        all.stream().filter(each -> each.place().startsWith("/sys/")).toList();
    if (!files.isEmpty()) {
      commands.add("mkdir -p /sys/kernel/config/irdma/" + nic.device());
      files.forEach(each -> commands.add(echo(each)));
    }
    return commands;
  }
}
