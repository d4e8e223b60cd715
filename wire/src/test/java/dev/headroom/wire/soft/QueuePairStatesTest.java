package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.soft.RoughNetwork.Weather;
import dev.headroom.wire.soft.TwoEnds.End;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.DatagramSettings;
import dev.headroom.wire.verbs.Destination;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePair.State;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import dev.headroom.wire.verbs.WorkRequest;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The states of a queue pair and what may be done in them: IBA 10.3.1, figure 124 and table 91. */
final class QueuePairStatesTest {
  private static final ConnectionSettings SETTINGS = ConnectionSettings.DEFAULT;

  /** What a program may ask for. */
  private enum Change {
    READY_TO_RECEIVE,
    READY_TO_SEND,
    OPEN,
    DRAIN,
    RESUME,
    FAIL,
    RESET,
    INITIALIZE
  }

  /** Where each change leads, from each state; what is not listed is refused. */
  private static final Map<Change, Map<State, State>> ALLOWED = new EnumMap<>(Change.class);

  static {
    ALLOWED.put(Change.READY_TO_RECEIVE, Map.of(State.INIT, State.RTR));
    ALLOWED.put(Change.READY_TO_SEND, Map.of(State.RTR, State.RTS));
    ALLOWED.put(Change.OPEN, Map.of(State.INIT, State.RTS));
    ALLOWED.put(Change.DRAIN, Map.of(State.RTS, State.SQD));
    ALLOWED.put(Change.RESUME, Map.of(State.SQD, State.RTS, State.SQE, State.RTS));
    ALLOWED.put(Change.INITIALIZE, Map.of(State.RESET, State.INIT));
    Map<State, State> toError = new EnumMap<>(State.class);
    Map<State, State> toReset = new EnumMap<>(State.class);
    for (State each : State.values()) {
      toError.put(each, State.ERROR);
      toReset.put(each, State.RESET);
    }
    ALLOWED.put(Change.FAIL, toError);
    ALLOWED.put(Change.RESET, toReset);
  }

  @ParameterizedTest
  @EnumSource(QueuePairType.class)
  void shouldChangeAsTheSpecificationAllows(QueuePairType type) {
    boolean datagrams = type == QueuePairType.UD;
    for (State from : State.values()) {
      if ((datagrams && from == State.RTR) || (type == QueuePairType.RC && from == State.SQE)) {
        continue; // a state that this type does not come into here
      }
      for (Change change : Change.values()) {
        try (TwoEnds ends = new TwoEnds(Weather.FAIR, 1, type, false, Access.values())) {
          bring(ends, from);
          assertThat(ends.a.pair.state()).as("%s", from).isEqualTo(from);
          boolean ofType =
              switch (change) {
                case OPEN -> datagrams;
                case READY_TO_RECEIVE, READY_TO_SEND -> !datagrams;
                default -> true;
              };
          State right = ofType ? ALLOWED.getOrDefault(change, Map.of()).get(from) : null;
          if (right == null) {
            assertThatThrownBy(() -> change(ends, change))
                .as("%s in %s", change, from)
                .isInstanceOf(IllegalStateException.class);
            assertThat(ends.a.pair.state()).isEqualTo(from);
          } else {
            change(ends, change);
            assertThat(ends.a.pair.state()).as("%s in %s", change, from).isEqualTo(right);
          }
        }
      }
    }
  }

  private static void bring(TwoEnds ends, State to) {
    QueuePair pair = ends.a.pair;
    switch (to) {
      case INIT -> {}
      case RESET -> pair.reset();
      case RTR -> pair.readyToReceive(ends.b.pair.self(), SETTINGS);
      case RTS -> start(ends);
      case SQD -> {
        start(ends);
        pair.drain();
      }
      case SQE -> {
        start(ends);
        breakSend(ends);
      }
      case ERROR -> pair.fail();
    }
  }

  private static void start(TwoEnds ends) {
    if (ends.a.pair.type() == QueuePairType.UD) {
      ends.a.pair.open(new DatagramSettings(5));
      ends.b.pair.open(new DatagramSettings(5));
    } else {
      ends.a.pair.connect(ends.b.pair.self(), SETTINGS);
      ends.b.pair.connect(ends.a.pair.self(), SETTINGS);
    }
  }

  /** A region that is taken back before its data is sent. */
  private static void breakSend(TwoEnds ends) {
    var region = ends.a.domain.register(ends.a.memory.asSlice(0, 16), Set.of(Access.LOCAL_WRITE));
    ends.a.pair.post(addressed(ends, WorkRequest.send(1, region.slice(0, 16))));
    region.close();
    ends.settle();
  }

  private static WorkRequest addressed(TwoEnds ends, WorkRequest request) {
    return ends.a.pair.type() == QueuePairType.UD
        ? request.to(
            new Destination(ends.b.pair.self().address(), ends.b.pair.self().queuePair(), 5))
        : request;
  }

  private static void change(TwoEnds ends, Change change) {
    QueuePair pair = ends.a.pair;
    switch (change) {
      case READY_TO_RECEIVE -> pair.readyToReceive(ends.b.pair.self(), SETTINGS);
      case READY_TO_SEND -> pair.readyToSend(7);
      case OPEN -> pair.open(new DatagramSettings(1));
      case DRAIN -> pair.drain();
      case RESUME -> pair.resume();
      case FAIL -> pair.fail();
      case RESET -> pair.reset();
      case INITIALIZE -> pair.initialize();
    }
  }

  @Test
  void shouldFinishWhatWasBegunAndHoldTheRestWhenDrained() {
    try (TwoEnds ends = rc()) {
      ends.a.pair.post(write(ends, 1, 60_000));
      ends.until(() -> !ends.network.seen.isEmpty());
      ends.a.pair.drain();
      ends.a.pair.post(write(ends, 2, 100));
      ends.settle();
      assertThat(ends.a.completions).hasSize(1);
      assertThat(ends.a.completions.getFirst().id()).isEqualTo(1);

      ends.a.pair.resume();
      ends.settle();
      assertThat(ends.a.completions).hasSize(2).allMatch(QueuePairStatesTest::succeeded);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = QueuePairType.class,
      names = {"UC", "UD"})
  void shouldGoOnReceivingWhenItsSendsFailed(QueuePairType type) {
    try (TwoEnds ends = new TwoEnds(Weather.FAIR, 1, type, false, Access.values())) {
      bring(ends, State.SQE);
      assertThat(ends.a.completions).hasSize(1);
      assertThat(ends.a.completions.getFirst().status()).isEqualTo(Status.LOCAL_PROTECTION_ERROR);
      ends.a.pair.post(addressed(ends, WorkRequest.send(2)));
      ends.a.postReceive(3, ends.a.region.slice(0, 100));
      WorkRequest toA = WorkRequest.send(4, ends.b.region.slice(0, 8));
      ends.b.pair.post(
          type == QueuePairType.UD
              ? toA.to(
                  new Destination(ends.a.pair.self().address(), ends.a.pair.self().queuePair(), 5))
              : toA);
      ends.settle();
      assertThat(statuses(ends.a))
          .containsExactly(
              Status.LOCAL_PROTECTION_ERROR, Status.WORK_REQUEST_FLUSHED, Status.SUCCESS);

      ends.a.pair.resume();
      ends.b.postReceive(5, ends.b.region.slice(0, 100));
      ends.a.pair.post(addressed(ends, WorkRequest.send(6, ends.a.region.slice(0, 8))));
      ends.settle();
      assertThat(ends.b.completions).filteredOn(WorkCompletion::receive).hasSize(1);
    }
  }

  @Test
  void shouldFlushEverythingInError() {
    try (TwoEnds ends = rc()) {
      ends.a.pair.postReceive(1, ends.a.region.slice(0, 8));
      ends.a.pair.post(write(ends, 2, 100));
      ends.a.pair.fail();
      ends.a.pair.post(write(ends, 3, 100));
      ends.a.pair.postReceive(4, ends.a.region.slice(0, 8));
      ends.settle();
      assertThat(statuses(ends.a)).hasSize(4).containsOnly(Status.WORK_REQUEST_FLUSHED);
    }
  }

  /** After a reset it can be connected again, and knows nothing of what was. */
  @Test
  void shouldBeginAnewAfterAReset() {
    try (TwoEnds ends = rc()) {
      ends.b.pair.postReceive(9, ends.b.region.slice(0, 8));
      ends.a.pair.post(write(ends, 1, 100));
      ends.a.pair.reset();
      ends.b.pair.reset();
      ends.settle();
      assertThat(ends.a.completions).isEmpty();
      assertThat(ends.b.completions).isEmpty();
      assertThatThrownBy(() -> ends.a.pair.postReceive(1, ends.a.region.slice(0, 8)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("RESET");

      ends.a.pair.initialize();
      ends.b.pair.initialize();
      ends.a.pair.readyToReceive(ends.b.pair.self(), SETTINGS);
      ends.a.pair.readyToSend(0xfffffe);
      ends.b.pair.readyToReceive(
          new Peer(ends.a.pair.self().address(), ends.a.pair.self().queuePair(), 0xfffffe),
          SETTINGS);
      ends.b.pair.readyToSend(ends.b.pair.self().startingPsn());
      ends.a.pair.post(write(ends, 2, 9000));
      ends.settle();
      assertThat(ends.a.completions).hasSize(1).allMatch(QueuePairStatesTest::succeeded);
    }
  }

  /** Ready to receive is enough to serve. */
  @Test
  void shouldServeBeforeItMaySend() {
    try (TwoEnds ends = new TwoEnds(Weather.FAIR, 1, QueuePairType.RC, false, Access.values())) {
      ends.a.pair.connect(ends.b.pair.self(), SETTINGS);
      ends.b.pair.readyToReceive(ends.a.pair.self(), SETTINGS);
      ends.a.pair.post(write(ends, 1, 5000));
      ends.settle();
      assertThat(ends.a.completions).hasSize(1).allMatch(QueuePairStatesTest::succeeded);
      assertThatThrownBy(() -> ends.b.pair.post(WorkRequest.send(1)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("RTR");
    }
  }

  private static boolean succeeded(WorkCompletion completion) {
    return completion.status() == Status.SUCCESS;
  }

  private static List<Status> statuses(End end) {
    return end.completions.stream().map(WorkCompletion::status).toList();
  }

  private static TwoEnds rc() {
    return new TwoEnds(Weather.FAIR, 1, SETTINGS);
  }

  private static WorkRequest write(TwoEnds ends, long id, int bytes) {
    return WorkRequest.write(
        id, ends.b.region.address(), ends.b.region.rkey(), ends.a.region.slice(0, bytes));
  }
}
