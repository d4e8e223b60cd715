package dev.headroom.app.emit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.emit.EmitBundle;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.EmitPlanner;
import dev.headroom.audit.emit.EmitTargets;
import dev.headroom.audit.emit.LaidBundle;
import dev.headroom.collect.input.SourceOpener;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.model.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Junos configuration in braces takes {@code set} lines, and is read again after them. */
final class JunosBracesTest {
  private static final String BRACES =
      """
      version 23.4R2.13-EVO;
      system {
          host-name leaf1;
      }
      interfaces {
          et-0/0/0 {
              mtu 9216;
          }
      }
      class-of-service {
          classifiers {
              dscp ROCE {
                  forwarding-class NO-LOSS {
                      loss-priority low code-points 011010;
                  }
              }
          }
          forwarding-classes {
              class NO-LOSS queue-num 3 no-loss pfc-priority 3;
          }
          congestion-notification-profile {
              PFC {
                  input {
                      dscp {
                          code-point 011010 {
                              pfc;
                          }
                      }
                  }
              }
          }
          interfaces {
              et-0/0/0 {
                  congestion-notification-profile PFC;
                  unit 0 {
                      classifiers {
                          dscp ROCE;
                      }
                  }
              }
          }
      }
      """;

  private static final String WANTED =
      """
      name: braces
      fabric:
        topology: leaf-spine
        leaves: 2
        spines: 1
        hostsPerLeaf: 2
        switches: {dscpMap: "26=3,30=3,48=6"}
      pfc: {classes: [3]}
      workload: {type: permutation, size: 1MiB}
      """;

  @TempDir private Path folder;

  private static EmitPlan plan(List<HostFacts> hosts) {
    Scenario wanted = TestBundle.scenario(WANTED);
    return EmitPlanner.plan(
        wanted, EmitBundle.of(hosts), new EmitTargets(List.of(), Set.of("leaf1")));
  }

  @Test
  void shouldReadBracesAgainAfterSetLines() throws IOException {
    Path file = folder.resolve("bundle/leaf1/configuration.txt");
    Files.createDirectories(folder.resolve("bundle/leaf1"));
    Files.writeString(file, BRACES);
    List<HostFacts> hosts = TestBundle.read(folder.resolve("bundle"));

    EmitPlan plan = plan(hosts);
    LaidBundle laid =
        LaidBundle.write(
            SourceOpener.open(folder.resolve("bundle")), hosts, plan, folder.resolve("after"));
    List<HostFacts> after = TestBundle.read(folder.resolve("after"));

    assertThat(plan.steps())
        .isNotEmpty()
        .allSatisfy(step ->
            assertThat(step.step().commands())
                .contains("configure exclusive", "commit check", "commit"));
    assertThat(laid.left()).isEmpty();
    assertThat(plan(after).changes()).extracting(DeviceChange::text).isEmpty();
    SwitchPort port = SwitchVendors.qos(after.getFirst()).orElseThrow().port("et-0/0/0");
    assertThat(port.classes().of(30).get()).isEqualTo(3L);
    assertThat(port.classes().of(48).get()).isEqualTo(6L);
    assertThat(port.line().mtu().get()).isEqualTo(9216L);
  }
}
