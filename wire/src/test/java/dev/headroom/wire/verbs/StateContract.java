package dev.headroom.wire.verbs;

import static dev.headroom.wire.verbs.ConnectedEnds.statuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.verbs.QueuePair.State;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import org.junit.jupiter.api.Test;

/** The states of a queue pair, and what becomes of its work in each. */
interface StateContract extends ConnectedEnds {
  @Test
  default void shouldPassThroughTheStates() {
    Ends ends = sides(QueuePairType.RC, false);
    QueuePair pair = ends.a.pair;
    assertThat(pair.state()).isEqualTo(State.INIT);
    assertThatThrownBy(() -> pair.readyToSend(1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> pair.post(WorkRequest.send(1)))
        .isInstanceOf(IllegalStateException.class);
    pair.readyToReceive(ends.b.pair.self(), SETTINGS);
    assertThat(pair.state()).isEqualTo(State.RTR);
    assertThatThrownBy(pair::drain).isInstanceOf(IllegalStateException.class);
    pair.readyToSend(pair.self().startingPsn());
    assertThat(pair.state()).isEqualTo(State.RTS);
    pair.drain();
    assertThat(pair.state()).isEqualTo(State.SQD);
    pair.resume();
    assertThat(pair.state()).isEqualTo(State.RTS);
    pair.fail();
    assertThat(pair.state()).isEqualTo(State.ERROR);
    assertThatThrownBy(pair::resume).isInstanceOf(IllegalStateException.class);
    pair.reset();
    assertThat(pair.state()).isEqualTo(State.RESET);
    pair.initialize();
    assertThat(pair.state()).isEqualTo(State.INIT);
  }

  @Test
  default void shouldFlushWhatIsPostedWhenItFails() {
    Ends ends = connected();
    ends.a.pair.postReceive(1, ends.a.region.slice(0, 8));
    ends.a.pair.postReceive(2, ends.a.region.slice(8, 8));
    ends.a.pair.fail();
    assertThat(statuses(ends.a.take(2))).containsOnly(Status.WORK_REQUEST_FLUSHED);
  }

  @Test
  default void shouldFlushWhatIsPostedWhenItCloses() {
    Ends ends = connected();
    ends.a.pair.postReceive(1, ends.a.region.slice(0, 8));
    ends.a.pair.close();
    assertThat(statuses(ends.a.take(1))).containsOnly(Status.WORK_REQUEST_FLUSHED);
  }

  /** After a reset it can be connected again, and knows nothing of what was. */
  @Test
  default void shouldBeginAnewAfterAReset() throws InterruptedException {
    Ends ends = connected();
    ends.a.pair.post(ends.write(1, 100));
    assertThat(ends.a.next().id()).isEqualTo(1);
    ends.b.pair.postReceive(9, ends.b.region.slice(0, 8));
    ends.a.pair.reset();
    ends.b.pair.reset();
    ends.a.assertSilent();
    ends.b.assertSilent();
    ends.a.pair.initialize();
    ends.b.pair.initialize();
    ends.a.pair.readyToReceive(ends.b.pair.self(), SETTINGS);
    ends.a.pair.readyToSend(0xfffffe);
    Peer anew = new Peer(ends.a.pair.self().address(), ends.a.pair.self().queuePair(), 0xfffffe);
    ends.b.pair.connect(anew, SETTINGS);
    ends.a.fill(7);
    ends.a.pair.post(ends.write(2, 9000));
    assertThat(ends.a.next().id()).isEqualTo(2);
    assertThat(ends.b.bytes(0, 9000)).isEqualTo(ends.a.bytes(0, 9000));
  }
}
