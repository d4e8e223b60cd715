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
  void shouldRoundAnMtuBeyondThatOfEosAndSaySo() {
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
    assertThat(commands(beyond)).contains("   mtu 9214");
    assertThat(beyond.changes())
        .isNotEmpty()
        .extracting(DeviceChange::text)
        .allMatch(text -> text.contains("9216B wanted, the nearest value of the device is 9214"));
    assertThat(commands(emit("eos", before, Map.of("fabric.switches.mtu", "9214B"))))
        .contains("   mtu 9214");
  }

  /** NVUE switches the watchdog on at ports by their names; the file may not have them. */
  @Test
  void shouldRefuseWhatNeedsNamesOfPortsThatNothingSays() {
    String before =
        """
        nv set system hostname leaf3
        nv set qos roce mode lossless
        nv set qos pfc default-global switch-priority 3
        """;
    Map<String, String> wanted =
        Map.of("fabric.switches.mtu", "9100B", "pfc.watchdog.action", "drop");
    Emission emission = emit("nvue", before, wanted);
    assertThat(commands(emission)).noneMatch(line -> line.contains("all ports"));
    assertThat(emission.refused())
        .extracting(DeviceChange::text)
        .anyMatch(text ->
            text.contains("pfc.watchdog.action drop is refused")
                && text.contains("nv set interface PORTS qos pfc-watchdog state enabled"))
        .anyMatch(text -> text.contains("fabric.switches.mtu 9100B is refused"));
    assertThat(
            commands(emit("nvue", before + "nv set interface swp1-swp2 link state up\n", wanted)))
        .contains(
            "nv set interface swp2 link mtu 9100",
            "nv set interface swp2 qos pfc-watchdog state enabled");
  }
}
