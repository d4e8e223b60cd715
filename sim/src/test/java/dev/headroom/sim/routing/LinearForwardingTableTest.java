package dev.headroom.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.sim.Lab;
import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.PumpLab;
import dev.headroom.sim.packet.Packet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The tables of a leaf of four hosts with two uplinks to each of three spines: ports 4 and 5 go to
 * the first, 6 and 7 to the second, 8 and 9 to the third.
 */
final class LinearForwardingTableTest {
  private static final int HOSTS = 8;

  private final Port[] ports = ports();

  private static Port[] ports() {
    Lab lab =
        Lab.shape(
            "leaf-spine",
            "fabric.leaves=2",
            "fabric.spines=3",
            "fabric.hostsPerLeaf=4",
            "fabric.uplinks=2");
    SimulatedNetwork network = new PumpLab(lab.scenario(), 4174).network;
    return network.ports()[lab.node("leaf-0")];
  }

  /** The ports of a host's LIDs, where each host has a group of its own. */
  private List<List<Integer>> dealt(int lmc) {
    int[] groupOfHost = new int[HOSTS];
    Port[][] hopsOfGroup = new Port[HOSTS][];
    for (int host = 0; host < HOSTS; host++) {
      groupOfHost[host] = host;
      hopsOfGroup[host] =
          host < 4 ? new Port[] {ports[host]} : Arrays.copyOfRange(ports, 4, ports.length);
    }
    LinearForwardingTable table =
        LinearForwardingTable.of(groupOfHost, hopsOfGroup, ports.length, lmc);
    List<List<Integer>> dealt = new ArrayList<>();
    for (int host = 0; host < HOSTS; host++) {
      List<Integer> ofLids = new ArrayList<>();
      for (int lid = 0; lid < 1 << lmc; lid++) {
        Packet packet = new Packet();
        packet.destination = host;
        packet.entropy = lid + 64; // of which the low bits count
        ofLids.add(hopsOfGroup[host][table.choose(packet)].number());
      }
      dealt.add(ofLids);
    }
    return dealt;
  }

  @Test
  void shouldDealLidsOutToThePortThatHasFewest() {
    List<List<Integer>> dealt = dealt(0);
    for (int host = 0; host < 4; host++) {
      assertThat(dealt.get(host)).containsExactly(host);
    }
    assertThat(dealt.subList(4, 8)).containsExactly(List.of(4), List.of(5), List.of(6), List.of(7));
  }

  /**
   * By hand: host 4 takes 4, then the first of another switch, 6. Host 5 takes 5, the first of
   * those without a LID, then 7. Host 6 takes 8, then one of another switch, of which each port has
   * one LID: 4. Host 7 takes 9, the last without, then 5.
   */
  @Test
  void shouldSendTheLidsOfAHostByDifferentSwitches() {
    assertThat(dealt(1).subList(4, 8))
        .containsExactly(List.of(4, 6), List.of(5, 7), List.of(8, 4), List.of(9, 5));
  }

  /**
   * Host 4 takes 4, 6, 8, and has then been by each switch: of all ports 5 is the first that has
   * none. Host 5 takes 7, the first without a LID, then of the other switches 9; the first has one
   * LID on each port, so 4; then of all, each of which has one but 4, which has two: 5.
   */
  @Test
  void shouldTakeAnyPortOnceAHostHasBeenByEachSwitch() {
    assertThat(dealt(2).subList(4, 6)).containsExactly(List.of(4, 6, 8, 5), List.of(7, 9, 4, 5));
  }

  @Test
  void shouldCountTheLidsOfWhatIsNear() {
    // Both have two hops, but the first has 2^lmc LIDs from a host that can be reached by it alone.
    Port[] both = {ports[4], ports[6]};
    LinearForwardingTable table =
        LinearForwardingTable.of(
            new int[] {0, 1, 1}, new Port[][] {{ports[4]}, both}, ports.length, 0);
    Packet packet = new Packet();
    packet.destination = 1;
    assertThat(both[table.choose(packet)]).isSameAs(ports[6]);
    packet.destination = 2;
    assertThat(both[table.choose(packet)]).isSameAs(ports[4]);
  }
}
