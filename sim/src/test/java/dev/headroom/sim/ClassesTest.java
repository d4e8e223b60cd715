package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.ClassMap;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.measure.DropCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Hosts and switches that do, and do not, mean the same class by a DSCP. */
final class ClassesTest {
  /** Eight hosts of two leaves send to one of the second. */
  private static Lab incast() {
    Lab lab =
        Lab.shape(
                "leaf-spine",
                "fabric.leaves=2",
                "fabric.spines=1",
                "fabric.hostsPerLeaf=5",
                "fabric.links.rate=100Gbps")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(TransportKnobs.ACK_TIMEOUT, "6")
            .set(SwitchKnobs.SWITCH_BUFFER, "4MiB")
            .set(RunKnobs.STOP, "5ms");
    for (int i = 0; i < 9; i++) {
      lab.flow(i, 9, 2_000_000, 0);
    }
    return lab;
  }

  @Test
  void shouldReadMaps() {
    assertThat(ClassMap.ofDscps("default").get(26)).isEqualTo(3);
    assertThat(ClassMap.ofDscps("24-31=4,*=0").get(26)).isEqualTo(4);
    assertThat(ClassMap.ofDscps("24-31=4,*=0").get(48)).isZero();
    assertThat(ClassMap.ofClasses("3=0")).containsExactly(0, 1, 2, 0, 4, 5, 6, 7);
  }

  @Test
  void shouldChangeNothingWhereAllMeanTheSame() {
    Lab.Outcome plain = incast().run();
    assertThat(plain.drops()).isZero();
    assertThat(plain.run().counts().pauses()).isPositive();
    String same = incast().set(ClassKnobs.SWITCH_DSCP_MAP, "24-31=3,48=6").run().run().digest();
    assertThat(same).isEqualTo(plain.run().digest());
    String other = incast().set(ClassKnobs.DSCP, "24").run().run().digest();
    assertThat(other).isEqualTo(plain.run().digest());
  }

  /** SONiC's map of DSCPs as many switches come with it knows 3 and 4, and not 26. */
  @Test
  void shouldLoseDataThatASwitchTakesForAnotherClass() throws IOException {
    Path qos = Path.of("../../shared/fixtures/sonic/sonic_qos-mellanox4600c-c64.json");
    assumeTrue(Files.exists(qos), "needs SONiC's qos.json");
    String map = dscpMap(Files.readString(qos));
    assertThat(ClassMap.ofDscps(map).get(26)).isEqualTo(1);
    assertThat(ClassMap.ofDscps(map).get(3)).isEqualTo(3);
    Lab wrong = incast().set(ClassKnobs.SWITCH_DSCP_MAP, map);
    assertThat(Precheck.of(wrong.scenario()).hasClassMismatch()).isTrue();
    Lab.Outcome outcome = wrong.run();
    assertThat(outcome.dropsByCause()).containsKey(DropCause.THRESHOLD);
    assertThat(outcome.run().counts().pauses()).as("nobody is asked to stop").isZero();
    // With DSCP 3, as Azure's hosts write it, and their NICs told so, all is well.
    Lab right = wrong.set(ClassKnobs.DSCP, "3").set(ClassKnobs.HOST_DSCP_MAP, map);
    assertThat(Precheck.of(right.scenario()).hasClassMismatch()).isFalse();
    assertThat(right.run().drops()).isZero();
  }

  private static String dscpMap(String json) {
    Matcher block =
        Pattern.compile("\"DSCP_TO_TC_MAP\"\\s*:\\s*\\{\\s*\"AZURE\"\\s*:\\s*\\{([^}]*)}")
            .matcher(json);
    assertThat(block.find()).isTrue();
    Matcher entry = Pattern.compile("\"(\\d+)\"\\s*:\\s*\"(\\d)\"").matcher(block.group(1));
    List<String> entries = new ArrayList<>();
    while (entry.find()) {
      entries.add(entry.group(1) + "=" + entry.group(2));
    }
    return String.join(",", entries);
  }

  @Test
  void shouldOverrunTheHeadroomOfAHostThatDoesNotHeedTheClass() {
    Lab lab = incast().at("host-0", ClassKnobs.HOST_DSCP_MAP, "26=0");
    Lab.Outcome outcome = lab.run();
    assertThat(outcome.dropsByCause()).containsOnlyKeys(DropCause.HEADROOM_FULL);
    assertThat(outcome.port(0, 0).pauses()[3]).as("told, and not stopped").isZero();
    assertThat(Precheck.of(lab.scenario()).hasClassMismatch()).isTrue();
  }

  @Test
  void shouldOverrunTheNextSwitchWhereAQueueIsNotThatOfItsPauses() {
    Lab lab =
        incast()
            .at("leaf-0", ClassKnobs.QUEUE_MAP_OF_SWITCHES, "3=0")
            .set(PfcKnobs.HEADROOM, "60KB");
    Lab.Outcome outcome = lab.run();
    assertThat(outcome.dropsByCause()).containsKey(DropCause.HEADROOM_FULL);
    assertThat(Precheck.of(lab.scenario()).hasClassMismatch()).isTrue();
  }

  @Test
  void shouldDoTheSameOnAnyNumberOfPartitions() {
    Lab lab = incast().at("leaf-1", ClassKnobs.SWITCH_DSCP_MAP, "26=5");
    String once = lab.run(new RunOptions(1, 1, false)).run().digest();
    assertThat(lab.run(new RunOptions(2, 3, false)).run().digest()).isEqualTo(once);
  }
}
