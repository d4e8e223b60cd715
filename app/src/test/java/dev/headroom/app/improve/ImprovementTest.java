package dev.headroom.app.improve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.cache.RunCache;
import dev.headroom.tune.study.StudyListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three leaves, three spines and twelve hosts of the example, from their bundle to a clean copy.
 */
final class ImprovementTest {
  private static final Path CLUSTER = Path.of("../examples/sick-cluster");

  @TempDir private Path folder;

  private static List<Path> part() {
    return Stream.of(
            "leaf1 leaf2 leaf3 spine1 spine2 spine3 gpu01 gpu02 gpu03 gpu05 gpu07 gpu11 gpu17 gpu18 gpu20 gpu21 gpu30 gpu33"
                .split(" "))
        .map(name -> CLUSTER.resolve(name.startsWith("gpu") ? name + ".tar.gz" : name))
        .toList();
  }

  private ImproveRequest request(List<Path> inputs) {
    return new ImproveRequest(
        inputs,
        folder.resolve("better"),
        RuleCatalogue.all(),
        List.of("workload={type: permutation, size: 64KiB}"),
        new ImproveRequest.SearchRequest(List.of(), List.of(), 0, 1, 60_000, 2),
        3,
        false);
  }

  /** Listener that keeps what it is told. */
  private static final class Kept implements ImproveListener {
    private final List<String> steps = new ArrayList<>();
    private final int lastStep;

    Kept(int lastStep) {
      this.lastStep = lastStep;
    }

    @Override
    public void began(int number, int of, String title) {
      steps.add(number + " of " + of + ": " + title);
    }

    @Override
    public void ran(int runs, int of) {}

    @Override
    public StudyListener search(int runs) {
      return StudyListener.NONE;
    }

    @Override
    public void note(String sentence) {}

    @Override
    public boolean isStopped() {
      return steps.size() >= lastStep;
    }
  }

  @Test
  void shouldMendTheSettingsOfAClusterAndShowItOnACopy() throws IOException {
    Kept listener = new Kept(Integer.MAX_VALUE);

    ImproveResult result = Improvement.run(request(part()), RunCache.none(), listener);

    assertThat(listener.steps)
        .hasSize(6)
        .contains("2 of 6: no search of settings (--runs 0)")
        .endsWith("6 of 6: proving the gain by runs");
    assertThat(result.states().findings())
        .filteredOn(FindingFate::isMended)
        .extracting(each -> each.group().first().rule())
        .contains("switch.headroom-below-cable", "switch.dscp-not-lossless", "qos.cnp-class");
    assertThat(result.left()).extracting(FindingFate::text).isEmpty();
    assertThat(result.agreed().deviations())
        .anySatisfy(each -> assertThat(each.text()).contains("pfc.headroom 36000B on spine3"))
        .anySatisfy(each -> assertThat(each.text()).contains("hosts.dscpMap").contains("gpu07"));
    assertThat(result.changes().plan().refused()).isEmpty();
    assertThat(result.changes().plan().gaps()).isEmpty();
    assertThat(result.changes().unlaid()).isEmpty();
    assertThat(result.changes().files())
        .extracting(FileDifference::device)
        .contains("leaf1", "leaf2", "spine3", "gpu07", "gpu11", "gpu30")
        .doesNotContain("gpu01", "spine1");
    assertThat(result.proof().problems()).isEmpty();
    assertThat(result.isClean()).isTrue();
    assertThat(folder.resolve("better/plan/devices/spine3")).isDirectory();
    assertThat(Files.readString(folder.resolve("better/bundle/spine3/etc/sonic/config_db.json")))
        .containsPattern("\"xoff\" ?: ?\"601980\"");
    assertThat(ImproveJson.of(result)).contains("\"isClean\": true").contains("\"promise\"");
    assertThat(ImproveMarkdown.of(result)).contains("## How sure").contains("headroom audit");
    assertThat(ImprovePage.of(result))
        .contains(new ImproveText(result).machines())
        .contains("spine3: etc/sonic/config_db.json")
        .doesNotContain("<script");
  }

  @Test
  void shouldStopBetweenSteps() {
    assertThatThrownBy(() -> Improvement.run(request(part()), RunCache.none(), new Kept(1)))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void shouldWriteNothingForAWrongOption() {
    ImproveRequest good = request(part());
    for (List<List<String>> wrong :
        List.of(
            List.of(List.of("workload={type: all-to-al}"), List.<String>of(), List.of("pfc.*")),
            List.of(good.overrides(), List.of("complition"), List.of("pfc.*")),
            List.of(good.overrides(), List.<String>of(), List.of("congestion.kmim")))) {
      ImproveRequest bad =
          new ImproveRequest(
              good.inputs(),
              good.out(),
              good.rules(),
              wrong.getFirst(),
              new ImproveRequest.SearchRequest(wrong.get(1), wrong.get(2), 120, 1, 60_000, 2),
              3,
              false);
      assertThatThrownBy(() -> Improvement.run(bad, RunCache.none(), new Kept(9)))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("; did you mean '")
          .hasMessageNotContaining("devices of the bundle");
      assertThat(good.out()).doesNotExist();
    }
  }

  @Test
  void shouldNameWhatABundleLacks() {
    List<Path> switches = List.of(CLUSTER.resolve("leaf1"), CLUSTER.resolve("leaf2"));

    assertThatThrownBy(() -> Improvement.run(request(switches), RunCache.none(), new Kept(9)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no RDMA NIC");
  }
}
