package dev.headroom.formats.host;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.pci.PciKeys;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.SourceReading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Grouping of loose files that cannot be from one machine. They differ in host name, in GUID of the
 * same adapter, in device at the same PCI address, or in configuration of the same switch port.
 * What changes while a machine runs (counters, states, speeds, settings of the kernel) tells
 * nothing.
 *
 * <p>Where no two contradict each other, all are taken for one machine's. Where two do, only files
 * that name the same machine stay together, by a name, a GUID or a UUID, or by the name of the
 * file; every other one stands for itself.
 */
final class LooseFileGrouping {
  private static final Pattern SONIC_TABLE = Pattern.compile("[A-Z][A-Z0-9_]+\\|.*");
  private static final Set<String> PCI =
      Set.of(PciKeys.CLASS, PciKeys.VENDOR_ID, PciKeys.DEVICE_ID);
  private static final Set<String> PLACES = Set.of("PIX", "PXB", "PHB", "NODE", "SYS");

  private final List<SourceReading> readings = new ArrayList<>();

  /** What stays as long as the machine does. */
  private final Map<String, String> traits = new HashMap<>();

  /** Those of them that no other machine has: names and GUIDs. */
  private final Set<String> names = new HashSet<>();

  private LooseFileGrouping(SourceReading reading) {
    readings.add(reading);
    Set<String> unsure = new HashSet<>();
    for (Fact fact : reading.statements().facts()) {
      Trait trait = trait(fact);
      if (trait != null && !said(trait.of, trait.value)) {
        unsure.add(trait.of);
      }
    }
    unsure.forEach(traits::remove);
    traits.forEach((of, value) -> {
      if (of.startsWith(Trait.NAMES) && !SelfReportedName.NAMELESS.contains(value)) {
        names.add(of + "=" + value);
      }
    });
  }

  /**
   * Something lasting that a line says.
   *
   * @param of what, so that two machines may be compared in it
   */
  private record Trait(String of, String value) {
    /** What begins so is the machine's alone. */
    static final String NAMES = "name of ";

    static final String HOST = NAMES + "host";
  }

  private boolean said(String of, String value) {
    String before = traits.putIfAbsent(of, value);
    return before == null || before.equals(value);
  }

  private static @Nullable Trait trait(Fact fact) {
    String key = fact.key();
    String value = fact.value().toLowerCase(Locale.ROOT);
    String what = fact.subject() + " " + key;
    return switch (fact.subject().kind()) {
      case HOST ->
          key.equals("hostname") || key.equals("prompt.host")
              ? new Trait(Trait.HOST, value.replaceFirst("\\..*", ""))
              : null;
      case RDMA -> key.equals(RdmaKeys.NODE_GUID) ? new Trait(Trait.NAMES + what, value) : null;
      case PORT -> key.equals(RdmaKeys.PORT_GUID) ? new Trait(Trait.NAMES + what, value) : null;
      case GPU -> key.equals("uuid") ? new Trait(Trait.NAMES + what, value) : null;
      case PCI -> PCI.contains(key) ? new Trait(what, value) : null;
      case CPU -> key.equals("model-name") ? new Trait(what, value) : null;
      case PAIR -> PLACES.contains(fact.value()) ? new Trait(what, value) : null;
      case ITEM ->
          SONIC_TABLE.matcher(fact.subject().name()).matches() ? new Trait(what, value) : null;
      default -> null;
    };
  }

  /** The files of each machine; in one list where nothing speaks against one machine. */
  static List<List<SourceReading>> groupByMachine(List<SourceReading> readings) {
    List<LooseFileGrouping> files = readings.stream().map(LooseFileGrouping::new).toList();
    if (readings.size() < 2 || !contradict(files)) {
      return List.of(readings);
    }
    List<LooseFileGrouping> machines = new ArrayList<>();
    Map<String, LooseFileGrouping> byName = new HashMap<>();
    for (LooseFileGrouping file : files) {
      LooseFileGrouping machine = file.known(machines, byName).orElse(file);
      if (machine == file) {
        machines.add(file);
      } else {
        machine.join(file);
      }
      file.names.forEach(name -> byName.putIfAbsent(name, machine));
    }
    return machines.stream().map(machine -> List.copyOf(machine.readings)).toList();
  }

  private static boolean contradict(List<LooseFileGrouping> files) {
    Map<String, String> all = new HashMap<>();
    for (LooseFileGrouping file : files) {
      for (Map.Entry<String, String> trait : file.traits.entrySet()) {
        String before = all.putIfAbsent(trait.getKey(), trait.getValue());
        if (before != null && !before.equals(trait.getValue())) {
          return true;
        }
      }
    }
    return false;
  }

  /** The machine of this file, if it was seen before; what says nothing stays with the first. */
  private Optional<LooseFileGrouping> known(
      List<LooseFileGrouping> machines, Map<String, LooseFileGrouping> byName) {
    SourceReading reading = readings.getFirst();
    if (reading.statements().facts().isEmpty() && !machines.isEmpty()) {
      return Optional.of(machines.getFirst());
    }
    String file = fileName(reading).toLowerCase(Locale.ROOT);
    Optional<LooseFileGrouping> named =
        names.stream().filter(byName::containsKey).map(byName::get).findFirst();
    return named
        .or(() -> machines.stream().filter(each -> each.isIn(file)).findFirst())
        .filter(machine -> !contradict(List.of(machine, this)));
  }

  /** Whether a file's name begins with this machine's. */
  private boolean isIn(String file) {
    String host = traits.getOrDefault(Trait.HOST, "");
    return !host.isEmpty()
        && file.startsWith(host)
        && (file.length() == host.length()
            || !Character.isLetterOrDigit(file.charAt(host.length())));
  }

  private void join(LooseFileGrouping file) {
    readings.addAll(file.readings);
    traits.putAll(file.traits);
    names.addAll(file.names);
  }

  /** Without folders. */
  static String fileName(SourceReading reading) {
    String name = reading.source().name();
    return name.substring(name.lastIndexOf('/') + 1);
  }
}
