package dev.headroom.audit.cluster;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.machine.Processor;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Processor family of a host, by the name that lscpu prints. AMD's end in the generation (EPYC 7452
 * is the second); of Intel's scalable ones the second digit is it (Gold 6430 is the fourth), but
 * for the third's sockets of four and eight, which end in H and are another family.
 */
final class ProcessorFamily {
  private record Name(Pattern pattern, Processor family) {
    static Name of(String pattern, Processor family) {
      return new Name(Pattern.compile(pattern), family);
    }
  }

  private static final String XEON = "Xeon.* (?:Platinum|Gold|Silver|Bronze|Max) \\d";

  private static final List<Name> NAMES =
      List.of(
          Name.of("EPYC 7\\w\\w2\\b", Processor.ROME),
          Name.of("EPYC 7\\w\\w3X?\\b", Processor.MILAN),
          Name.of("EPYC 9\\w\\w4[XPFS]?\\b", Processor.GENOA),
          Name.of("EPYC 9\\w\\w5[PF]?\\b", Processor.TURIN),
          Name.of("Xeon.* E5-\\d{4}\\w? v4\\b", Processor.BROADWELL),
          Name.of(XEON + "[12]\\d\\d", Processor.SKYLAKE),
          Name.of(XEON + "3\\d\\d(?!\\w*H)", Processor.ICE_LAKE),
          Name.of(XEON + "4\\d\\d", Processor.SAPPHIRE_RAPIDS),
          Name.of(XEON + "5\\d\\d", Processor.EMERALD_RAPIDS),
          Name.of("Xeon\\S* 6\\d{3}P\\b", Processor.GRANITE_RAPIDS),
          Name.of("\\bGrace\\b", Processor.GRACE));

  private ProcessorFamily() {}

  /** Of a host; empty where nothing says it, or the name is of none that is known. */
  static Optional<Processor> of(HostFacts host) {
    return host.facts()
        .text(new Subject(SubjectKind.CPU, ""), "model-name")
        .optional()
        .flatMap(ProcessorFamily::named);
  }

  /** By the name that a processor has. */
  static Optional<Processor> named(String name) {
    return NAMES.stream()
        .filter(each -> each.pattern().matcher(name).find())
        .map(Name::family)
        .findFirst();
  }
}
