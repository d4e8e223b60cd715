package dev.headroom.sim.build;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.ClassMap;
import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.switching.Switch;
import java.util.List;
import java.util.Map;

/**
 * Mapping of packets to traffic classes. A host writes a DSCP into each packet, and each switch
 * reads its class from it, so the two need not agree: a pause for one class does not stop what the
 * other end sends in another. Where all maps are as they come, nobody looks at DSCPs.
 */
public final class TrafficClassMaps {
  private TrafficClassMaps() {}

  /**
   * Whether some node does not go by the upper three bits, or data carries others. Under credits a
   * class is a virtual lane and the same at both ends of a link.
   */
  static boolean hasCustomMaps(Scenario scenario) {
    boolean mapped =
        scenario.settings().isSet(ClassKnobs.DSCP)
            || scenario.parts().stream().anyMatch(part -> part.isSet(ClassKnobs.DSCP))
            || isMapped(scenario.settings())
            || scenario.overrides().stream().anyMatch(override -> isMapped(override.settings()));
    return mapped && !scenario.settings().get(CreditKnobs.CREDITS);
  }

  private static boolean isMapped(Settings settings) {
    return settings.isSet(ClassKnobs.SWITCH_DSCP_MAP)
        || settings.isSet(ClassKnobs.QUEUE_MAP_OF_SWITCHES)
        || settings.isSet(ClassKnobs.HOST_DSCP_MAP);
  }

  /**
   * Lets all ports and switches go by the maps of their nodes.
   *
   * @param dscps of data, by class
   */
  static void apply(
      Scenario scenario, Map<Integer, Integer> dscps, Port[][] ports, List<Switch> switches) {
    Fabric fabric = scenario.fabric();
    byte[] labels = bytes(labels(dscps));
    for (Node node : fabric.nodes()) {
      Settings own = scenario.at(node);
      for (Port port : ports[node.id()]) {
        if (node.isHost()) {
          port.link.pauses.setStoppedClasses(stops(own, labels));
        } else {
          boolean ofHost = fabric.nodes().get(port.peer().device.node).isHost();
          byte[] map = bytes(ClassMap.ofDscps(own.get(ClassKnobs.SWITCH_DSCP_MAP)));
          port.link.classify(map, ofHost ? labels : new byte[0]);
        }
      }
    }
    for (Switch device : switches) {
      Settings own = scenario.at(fabric.nodes().get(device.node));
      device.setQueues(bytes(ClassMap.ofClasses(own.get(ClassKnobs.QUEUE_MAP_OF_SWITCHES))));
    }
  }

  /** The DSCP that hosts write for each class. */
  private static List<Integer> labels(Map<Integer, Integer> dscps) {
    Integer[] labels = new Integer[ClassSchedule.CLASSES];
    for (int c = 0; c < labels.length; c++) {
      labels[c] = 8 * c;
    }
    dscps.forEach((priority, dscp) -> labels[priority] = dscp);
    return List.of(labels);
  }

  /** The DSCP of data. */
  public static int dscp(Settings settings) {
    long ofClass = 8 * settings.get(TransportKnobs.TRAFFIC_CLASS) + 2;
    return settings.find(ClassKnobs.DSCP).orElse(ofClass).intValue();
  }

  /** For each class of a PFC frame the classes of a NIC that it stops, as bits. */
  private static int[] stops(Settings host, byte[] labels) {
    List<Integer> map = ClassMap.ofDscps(host.get(ClassKnobs.HOST_DSCP_MAP));
    int[] stops = new int[ClassSchedule.CLASSES];
    for (int c = 0; c < stops.length; c++) {
      stops[map.get(labels[c])] |= 1 << c;
    }
    return stops;
  }

  private static byte[] bytes(List<Integer> numbers) {
    byte[] bytes = new byte[numbers.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = numbers.get(i).byteValue();
    }
    return bytes;
  }
}
