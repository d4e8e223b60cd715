package dev.headroom.prove.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.rehearse.SmallPlan;
import dev.headroom.prove.slice.Slice.Pair;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SliceListTest {
  @Test
  void shouldCoverThePlanWithoutAGap() {
    BurnInPlan plan = SmallPlan.healthy(1);
    List<Slice> slices = SliceList.of(plan);

    assertThat(slices).extracting(Slice::name).doesNotHaveDuplicates();
    assertThat(slices).allSatisfy(slice -> assertThat(slice.seconds()).isBetween(1L, 300L));
    for (int i = 1; i < slices.size(); i++) {
      assertThat(slices.get(i).fromSecond()).isEqualTo(slices.get(i - 1).toSecond());
    }
    assertThat(slices.getLast().toSecond()).isEqualTo(plan.seconds());
    assertThat(SliceList.of(plan)).isEqualTo(slices);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7, 8, 64})
  void shouldLetEachNodeMeetEachOtherOnce(int links) {
    int rounds = links + links % 2 - 1;
    Set<Pair> met = new HashSet<>();
    for (int round = 0; round < rounds; round++) {
      List<Pair> pairs = Rounds.of(Step.LOOPBACK, links, round);
      assertThat(pairs).extracting(Pair::sender).doesNotHaveDuplicates();
      assertThat(pairs).hasSize(links / 2 * 2);
      assertThat(met.addAll(pairs)).isTrue();
    }
    assertThat(met).hasSize(links * (links - 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 64})
  void shouldSendFromEachNodeToEachOther(int links) {
    Set<Pair> sent = new HashSet<>();
    for (int round = 0; round < links - 1; round++) {
      List<Pair> pairs = Rounds.of(Step.HAMMER, links, round);
      assertThat(pairs).extracting(Pair::receiver).doesNotHaveDuplicates();
      assertThat(pairs).allMatch(pair -> pair.sender() != pair.receiver());
      sent.addAll(pairs);
    }
    assertThat(sent).hasSize(links * (links - 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 64})
  void shouldPulseOneReceiverAndLeaveItsVictimAnIdleLink(int links) {
    List<Pair> pairs = Rounds.of(Step.PULSE, links, 1);
    Pair victim = pairs.getLast();

    assertThat(victim.isVictim()).isTrue();
    assertThat(pairs.subList(0, pairs.size() - 1))
        .allSatisfy(pair -> assertThat(pair.receiver()).isEqualTo(1));
    assertThat(victim.receiver()).isNotEqualTo(1);
    assertThat(victim.sender()).isNotEqualTo(victim.receiver());
  }
}
