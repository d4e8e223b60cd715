package dev.headroom.audit.fleet;

import dev.headroom.audit.host.InterfaceQos;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The class of RDMA's packets at a host: what devices send with, and the priority of a DSCP. */
final class RdmaClassValues {
  /** DSCP of CNPs where nothing else was chosen (NVIDIA; the ionic driver of AMD has 46). */
  private static final int CNP_DSCP = 48;

  private RdmaClassValues() {}

  static Map<String, ReportedValue<String>> of(HostFacts host) {
    Map<String, ReportedValue<String>> values = new LinkedHashMap<>();
    for (Subject device : host.facts().subjects(SubjectKind.RDMA)) {
      put(values, device.name() + " RDMA CM", host.facts().text(device, "cm.tos"));
    }
    for (Subject port : host.facts().subjects(SubjectKind.PORT)) {
      put(
          values,
          port.name(),
          host.facts()
              .text(port, "traffic-class")
              .map(text -> text.replaceFirst("(?i).*tclass=", "")));
    }
    Set<Integer> dscps = new TreeSet<>(Set.of(InterfaceQos.USUAL_DSCP, CNP_DSCP));
    InterfaceQos.dscp(host).optional().ifPresent(dscps::add);
    for (InterfaceQos qos : InterfaceQos.of(host)) {
      for (int dscp : dscps) {
        values.put(
            qos.name() + " DSCP " + dscp,
            qos.priority(dscp).map(priority -> "priority " + priority));
      }
    }
    return values;
  }

  private static void put(
      Map<String, ReportedValue<String>> values, String part, ReportedValue<String> byteOfHeader) {
    if (byteOfHeader.matches(text -> InterfaceQos.ofTrafficClass(text) >= 0)) {
      values.put(
          part,
          byteOfHeader.map(text ->
              "traffic class %s (DSCP %d)"
                  .formatted(text.strip(), InterfaceQos.ofTrafficClass(text))));
    }
  }
}
