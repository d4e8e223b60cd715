package dev.headroom.formats.switches.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a device cannot take is refused, and no half of it is written. */
final class DeviceLimitsTest {
  private static Emission emit(String language, String before, Map<String, String> wanted) {
    return new EmittedCircle(EmittedCircleTest.writer(language), before, new TreeMap<>(wanted))
        .emission();
  }

  private static List<String> commands(Emission emission) {
    return emission.steps().stream().flatMap(step -> step.commands().stream()).toList();
  }

  /** Onyx binds a class to a group of buffers only where the group has a buffer, or gets one. */
  @Test
  void shouldNotBindAClassToAGroupWithoutABuffer() {
    String before =
        """
        hostname leaf8
        dcb priority-flow-control enable force
        dcb priority-flow-control priority 3 enable
        interface ethernet 1/1 dcb priority-flow-control mode on force
        interface ethernet 1/1 traffic-class 3 congestion-control ecn minimum-absolute 300 maximum-absolute 400
        """;
    Map<String, String> half = Map.of("pfc.headroom", "160KB", "fabric.switches.alpha", "0.125");
    Emission emission = emit("onyx", before, half);
    assertThat(commands(emission)).noneMatch(line -> line.contains("ingress-buffer"));
    assertThat(emission.refused())
        .extracting(DeviceChange::knob)
        .contains("pfc.headroom", "fabric.switches.alpha");

    Map<String, String> whole = new HashMap<>(half);
    whole.put("fabric.switches.reserved", "38KiB");
    whole.put("pfc.xonOffset", "3KiB");
    assertThat(commands(emit("onyx", before, whole)))
        .contains("interface ethernet 1/1 ingress-buffer iPort.pg3 bind switch-priority 3")
        .anyMatch(line -> line.contains("iPort.pg3 map pool iPool1 type lossless"));
  }

  /** EOS counts an MTU without the Ethernet header, and ports usually take 9214 at most. */
  @Test
  void shouldRefuseAnMtuBeyondThatOfEos() {
    String before =
        """
        hostname leaf5
        !
        interface Ethernet1/1
           mtu 1500
           qos trust dscp
           priority-flow-control on
        """;
    Emission beyond = emit("eos", before, Map.of("fabric.switches.mtu", "9216B"));
    assertThat(beyond.steps()).isEmpty();
    assertThat(beyond.refused())
        .extracting(DeviceChange::text)
        .containsExactly(
            "leaf1 fabric.switches.mtu 9216B is refused: Arista EOS: mtu takes 576 to 9214 B");
    assertThat(commands(emit("eos", before, Map.of("fabric.switches.mtu", "9214B"))))
        .contains("   mtu 9214");
  }
}
