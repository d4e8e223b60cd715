package dev.headroom.formats.nic;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.SettingScale;
import dev.headroom.formats.setting.SettingUnit;
import dev.headroom.model.knob.ClassMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * DSCP that puts a NIC's CNPs into a class. The map of DSCPs says which one does: AMD's NICs send
 * CNPs with DSCP 46, which many maps have in class 6, and without a map in class 5.
 */
final class CnpDscp {
  private static final int CLASSES = 8;

  private final SortedMap<Integer, Integer> wanted = new TreeMap<>();
  private final FactSet facts;
  private final Subject subject;

  CnpDscp(WantedNic nic, Optional<HostFacts> current) {
    for (String knob : new String[] {"fabric.switches.dscpMap", "hosts.dscpMap"}) {
      String map = nic.knobs().getOrDefault(knob, "").replace("\"", "");
      if (!map.isEmpty() && !map.equals("default")) {
        wanted.putAll(ClassMap.named(map, ClassMap.ofDscps(map)));
      }
    }
    facts = current.map(HostFacts::facts).orElseGet(FactSet::new);
    subject = QosSubject.of(facts, nic.nic());
  }

  static boolean isSetBy(DeviceSetting row) {
    return row.knob().equals("transport.cnpClass")
        && row.scale() instanceof SettingScale.Steps steps
        && steps.unit() == SettingUnit.DSCP;
  }

  /** The class that a DSCP goes to. */
  int classOf(int dscp) {
    Integer own = wanted.get(dscp);
    return own != null
        ? own
        : facts
            .number(subject, "qos.dscp." + dscp + ".priority")
            .map(Math::toIntExact)
            .orElse(dscp / CLASSES);
  }

  /** The present one if it goes to a class, else the class selector, else the first that does. */
  int of(int ofClass, Optional<Integer> now) {
    return IntStream.concat(
            IntStream.concat(now.stream().mapToInt(each -> each), IntStream.of(ofClass * CLASSES)),
            IntStream.range(0, ClassMap.DSCPS))
        .filter(dscp -> classOf(dscp) == ofClass)
        .findFirst()
        .orElse(ofClass * CLASSES);
  }
}
