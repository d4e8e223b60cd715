package dev.headroom.sim.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whose turn it is at a NIC of HPCC's simulator. */
final class Ns3SendArbiterTest {
  private final Ns3SendArbiter round = new Ns3SendArbiter(SendClasses.all(3));
  private final FakeSender[] senders = new FakeSender[5];

  Ns3SendArbiterTest() {
    for (int i = 0; i < senders.length; i++) {
      senders[i] = new FakeSender(i, 1, 10_000 + i);
      senders[i].able = true;
      round.admit(senders[i], 0);
    }
  }

  /** The mark stands on the first place before anybody has sent. */
  @Test
  void shouldWalkFromWhereTheLastOneWas() {
    for (int expected : new int[] {1, 2, 3, 4, 0, 1}) {
      assertThat(round.take(0)).isSameAs(senders[expected]);
    }
  }

  /** The mark stays where it is when those before it are taken out: one is passed over. */
  @Test
  void shouldTakeOutThoseDoneWithoutMovingItsMark() {
    round.take(0);
    round.take(0);
    finish(3);
    assertThat(round.take(0)).isSameAs(senders[4]); // now in the place that 3 had
    assertThat(round.take(0)).isSameAs(senders[0]);
    assertThat(round.take(0)).isSameAs(senders[1]);
  }

  /** One that went back, and that ACKs have passed, sends although it is done. */
  @Test
  void shouldServeOneThatIsDoneAsLongAsNoWalkMeetsAnother() {
    finish(2);
    senders[2].able = true;
    round.take(0);
    assertThat(round.take(0)).isSameAs(senders[2]);
    assertThat(senders[2].listed).isTrue();
    senders[2].able = false;
    assertThat(round.take(0)).isSameAs(senders[3]);
    assertThat(senders[2].listed).isTrue(); // no walk has met it since
  }

  /** Whoever has moved to its place sends in its stead. */
  @Test
  void shouldServeTheOneInThePlaceOfOneThatIsDoneAndTakenOut() {
    finish(1);
    finish(2);
    senders[2].able = true;
    assertThat(round.take(0)).isSameAs(senders[4]); // 0, 3, 4 are left
    assertThat(senders[2].listed).isFalse();
    assertThat(round.take(0)).isSameAs(senders[0]);
  }

  /** Nobody has moved there: it sends itself, but is in the list no more. */
  @Test
  void shouldServeOneThatIsDoneForTheLastTimeWhereNobodyHasItsPlace() {
    finish(1);
    finish(2);
    finish(3);
    finish(4);
    senders[4].able = true;
    senders[0].able = false;
    assertThat(round.take(0)).isSameAs(senders[4]);
    assertThat(senders[4].listed).isFalse();
    round.defer(senders[4]);
    assertThat(senders[4].listed).isFalse();
    assertThat(round.take(0)).isNull();
  }

  private void finish(int sender) {
    senders[sender].done = true;
    senders[sender].able = false;
  }
}
