package dev.headroom.formats.nic;

import dev.headroom.formats.emit.Exactness;
import dev.headroom.formats.fact.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Traffic class byte of RDMA packets, of a port and of connections by RDMA CM. It is the DSCP times
 * 4 with ECT(0) in its last two bits: without those no switch marks. Only drivers of NVIDIA have
 * it.
 */
final class RdmaTrafficClass {
  static final String CHECK =
      "cma_roce_tos -d {device}\ncat /sys/class/infiniband/{device}/tc/1/traffic_class";

  private static final String KNOB = "transport.dscp";
  private static final String CONNECTIONS = "cma_roce_tos -d {device} -t ";
  private static final int ECT = 2;

  private RdmaTrafficClass() {}

  static QosPart of(QosRequest request) {
    String dscp = request.knob(KNOB);
    if (dscp.isEmpty()) {
      return QosPart.NONE;
    }
    if (!request.tool().isGeneric() || request.driver() != NicDriver.MLX5) {
      return QosPart.refused(
          request.refused(
              KNOB,
              "its driver has no traffic class of a port; jobs set it, such as by NCCL_IB_TC"));
    }
    String wanted = String.valueOf(Integer.parseInt(dscp) * 4 + ECT);
    Optional<String> connections = connectionsNow(request);
    Optional<String> port = portNow(request);
    List<QosLine> lines = new ArrayList<>();
    if (!connections.equals(Optional.of(wanted))) {
      lines.add(
          new QosLine(
              ofConnections(request, wanted),
              connections.map(old -> ofConnections(request, old)).orElse("")));
    }
    if (!port.equals(Optional.of(wanted))) {
      lines.add(
          new QosLine(ofPort(request, wanted), port.map(old -> ofPort(request, old)).orElse("")));
    }
    if (lines.isEmpty()) {
      return QosPart.NONE;
    }
    return new QosPart(
        lines,
        List.of(request.change(KNOB, port.or(() -> connections), wanted, new Exactness.Exact())),
        List.of(
            new UnitCommand("traffic class of connections", ofConnections(request, wanted)),
            new UnitCommand("traffic class of the port", ofPort(request, wanted))));
  }

  private static Optional<String> connectionsNow(QosRequest request) {
    String device = request.wanted().nic().device();
    return request
        .facts()
        .text(Subject.rdma(device), "cm.tos")
        .optional()
        .or(() -> request.facts().text(Subject.port(device, "1"), "cm.default_roce_tos").optional())
        .map(String::strip);
  }

  private static Optional<String> portNow(QosRequest request) {
    return request
        .facts()
        .text(Subject.port(request.wanted().nic().device(), "1"), "traffic-class")
        .optional()
        .map(text -> text.strip().replaceFirst("(?i).*tclass=", ""));
  }

  private static String ofConnections(QosRequest request, String value) {
    return request.filled(CONNECTIONS) + value;
  }

  private static String ofPort(QosRequest request, String value) {
    return "echo %s > /sys/class/infiniband/%s/tc/1/traffic_class"
        .formatted(value, request.wanted().nic().device());
  }
}
