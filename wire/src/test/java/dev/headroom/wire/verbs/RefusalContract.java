package dev.headroom.wire.verbs;

import static dev.headroom.wire.verbs.ConnectedEnds.statuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.verbs.QueuePair.State;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a device refuses, what it gives up, and what it says of either. */
interface RefusalContract extends ConnectedEnds {
  @Test
  default void shouldWaitForAPeerThatIsNotReady() throws InterruptedException {
    Ends ends = connected();
    ends.a.pair.post(WorkRequest.send(1, ends.a.region.slice(0, 10)));
    ends.a.assertSilent();
    ends.b.pair.postReceive(2, ends.b.region.slice(0, 10));
    assertThat(ends.a.next().status()).isEqualTo(Status.SUCCESS);
    assertThat(ends.b.next().id()).isEqualTo(2);
  }

  @Test
  default void shouldGiveUpOnAPeerThatIsNeverReady() {
    Ends ends = connected(SETTINGS.patience(14, 7, 2));
    ends.a.pair.post(WorkRequest.send(1, ends.a.region.slice(0, 10)));
    ends.a.pair.post(WorkRequest.send(2, ends.a.region.slice(0, 10)));
    assertThat(statuses(ends.a.take(2)))
        .containsExactly(Status.RNR_RETRY_EXCEEDED, Status.WORK_REQUEST_FLUSHED);
    assertThat(ends.a.pair.state()).isEqualTo(State.ERROR);
  }

  @Test
  default void shouldGiveUpWhenNobodyAnswers() {
    Ends ends = sides(QueuePairType.RC, false);
    ends.a.pair.connect(ends.b.pair.self(), SETTINGS.patience(10, 3, 7)); // and not the other
    ends.a.pair.post(ends.write(1, 100));
    assertThat(ends.a.next().status()).isEqualTo(Status.RETRY_EXCEEDED);
    assertThat(ends.a.pair.state()).isEqualTo(State.ERROR);
  }

  /** What a peer may not do to memory. */
  enum Trespass {
    WRONG_KEY,
    BEYOND_THE_END,
    BEFORE_THE_BEGINNING,
    FAR_AWAY,
    NO_RIGHT_TO_THE_REGION,
    NO_RIGHT_OF_THE_QUEUE_PAIR,
    CLOSED_REGION
  }

  @ParameterizedTest
  @EnumSource(Trespass.class)
  default void shouldRefuseWhatIsNotAllowed(Trespass how) {
    Access[] access =
        how == Trespass.NO_RIGHT_TO_THE_REGION
            ? new Access[] {Access.REMOTE_READ}
            : Access.values();
    Ends ends =
        connected(
            how == Trespass.NO_RIGHT_OF_THE_QUEUE_PAIR
                ? SETTINGS.allowing(Access.REMOTE_READ)
                : SETTINGS,
            access);
    long address = ends.b.region.address();
    int rkey = ends.b.region.rkey();
    if (how == Trespass.CLOSED_REGION) {
      ends.b.region.close();
    }
    long to =
        switch (how) {
          case BEYOND_THE_END -> address + Side.REGION - 7;
          case BEFORE_THE_BEGINNING -> address - 1;
          case FAR_AWAY -> 0x7fff_ffff_ffffL;
          default -> address;
        };
    ends.a.fill(6);
    ends.b.postReceive(3);
    int key = how == Trespass.WRONG_KEY ? rkey ^ 0x55 : rkey;
    ends.a.pair.post(WorkRequest.write(1, to, key, ends.a.region.slice(0, 8)));
    ends.a.pair.post(WorkRequest.write(2, to, key, ends.a.region.slice(0, 8)));
    List<Status> said = statuses(ends.a.take(2));
    assertThat(said.getFirst())
        .isIn(
            how == Trespass.NO_RIGHT_OF_THE_QUEUE_PAIR
                ? Set.of(Status.REMOTE_ACCESS_ERROR, Status.REMOTE_INVALID_REQUEST)
                : Set.of(Status.REMOTE_ACCESS_ERROR));
    assertThat(said.get(1)).isEqualTo(Status.WORK_REQUEST_FLUSHED);
    assertThat(ends.b.bytes(0, Side.REGION)).containsOnly(0);
    assertThat(ends.b.isUntouchedAround()).isTrue();
  }

  @Test
  default void shouldRefuseAnAtomicThatIsNotAligned() {
    Ends ends = connected();
    WorkRequest request =
        WorkRequest.fetchAndAdd(
            1, ends.b.region.address() + 4, ends.b.region.rkey(), 1, ends.a.region.slice(0, 8));
    try {
      ends.a.pair.post(request);
    } catch (IllegalStateException e) {
      return; // a driver may look at the address itself, as the kernel's soft-RoCE does
    }
    assertThat(ends.a.next().status()).isEqualTo(Status.REMOTE_INVALID_REQUEST);
  }

  @Test
  default void shouldRefuseWhatIsLongerThanTheReceive() {
    Ends ends = connected();
    ends.b.pair.postReceive(5, ends.b.region.slice(0, 100));
    ends.a.pair.post(WorkRequest.send(1, ends.a.region.slice(0, 101)));
    // Of the two that the specification has, the kernel's soft-RoCE chooses the others.
    assertThat(ends.a.next().status())
        .isIn(Status.REMOTE_INVALID_REQUEST, Status.REMOTE_OPERATIONAL_ERROR);
    assertThat(ends.b.next().status())
        .isIn(Status.LOCAL_LENGTH_ERROR, Status.LOCAL_OPERATION_ERROR);
    assertThat(ends.b.bytes(100, 100)).containsOnly(0);
  }

  @Test
  default void shouldRefuseMisuseAtOnce() {
    Ends ends = connected();
    assertThatThrownBy(
            () -> ends.a.pair.post(WorkRequest.send(1, ends.a.region.slice(Side.REGION - 3, 4))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not within a memory region");
    assertThatThrownBy(() -> ends.a.pair.post(WorkRequest.send(1, ends.b.region.slice(0, 4))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> ends.a.domain.register(ends.a.memory.asSlice(0, 8), Set.of(Access.REMOTE_WRITE)))
        .hasMessageContaining("LOCAL_WRITE too");
    assertThatThrownBy(() -> ends.a.pair.connect(ends.b.pair.self(), SETTINGS))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> ends.a.pair.open(new DatagramSettings(1)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () -> ends.a.pair.post(WorkRequest.send(2, ends.a.region.slice(0, 237)).inlined()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("236 is the maximum");
    assertThatThrownBy(() -> ends.a.device.createCompletionQueue(0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
