package dev.headroom.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.congestion.tcp.Cubic;
import dev.headroom.congestion.tcp.TcpWindowSettings;
import dev.headroom.unit.Keyword;
import dev.headroom.unit.setting.SettingFormat;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every controller, whatever it is told. */
final class ControllersTest {
  private static final long US = 1_000_000L;
  private static final long LINE = 100_000_000_000L;
  private static final int PACKET = 4096;
  private static final Path PATH = new Path(LINE, 12 * US, PACKET);
  private static final List<TransportType> KINDS =
      List.of(
          TransportType.ROCEV2,
          TransportType.UEC,
          TransportType.SRD,
          TransportType.FALCON,
          TransportType.TCP);

  /** Of every control that is listed, on a transport of each kind, in every form that it has. */
  static Stream<Controller> everyOne() {
    return ControlTypes.all().stream()
        .filter(control -> control != ControlTypes.OWN)
        .flatMap(control ->
            KINDS.stream()
                .filter(control::runsOn)
                .flatMap(transport -> forms(control).map(form -> new AsListed(transport, form)))
                .map(chosen -> control.factory(chosen).make(LINE)));
  }

  /** Each value of each choice among its settings, or else its defaults. */
  private static Stream<SettingValues> forms(ControlType control) {
    List<SettingValues> forms =
        control.settings().stream()
            .flatMap(type -> SettingsType.of(type).settings().stream())
            .filter(setting -> setting.quantity() == SettingFormat.CHOICE)
            .flatMap(setting ->
                Stream.of(setting.type().getEnumConstants())
                    .map(value -> SettingValues.of(setting.key(), ((Keyword) value).word())))
            .toList();
    return forms.isEmpty() ? Stream.of(SettingValues.NOTHING) : forms.stream();
  }

  private record AsListed(TransportType transport, SettingValues given) implements ControlConfig {
    @Override
    public ControlEnvironment environment() {
      return new ControlEnvironment(transport, true, 1, false);
    }

    @Override
    public Path path(long lineBps) {
      return new Path(lineBps, PATH.baseRttPs(), PATH.packetBytes());
    }

    @Override
    public <S extends Record> S settings(Class<S> type, Object... run) {
      Object[] all = Arrays.copyOf(run, run.length + 1);
      all[run.length] = environment();
      return SettingsType.of(type).make(given, all);
    }
  }

  /** Events of every kind with numbers from nothing to absurd, in an order that may not occur. */
  private static final class Storm {
    private final SplittableRandom random;
    private final Controller controller;
    private final Feedback feedback = new Feedback();
    private long nowPs;
    private long sentUpTo;
    private long delivered;
    private long txBytes;
    private long granted;

    private Storm(Controller controller, long seed) {
      this.controller = controller;
      random = new SplittableRandom(seed);
    }

    private long upTo(long most) {
      // Small and large alike: even in the exponent.
      return random.nextLong(1 + (most >> random.nextInt(0, 40)));
    }

    private void event() {
      nowPs += upTo(20_000 * US);
      feedback.clear();
      feedback.ackedBytes = upTo(1 << 20);
      feedback.markedBytes = random.nextInt(3) == 0 ? feedback.ackedBytes : 0;
      sentUpTo += upTo(1 << 20);
      feedback.sentUpTo = sentUpTo;
      feedback.ackedUpTo = sentUpTo - Math.min(sentUpTo, upTo(1 << 22));
      feedback.inFlightBytes = upTo(1 << 24);
      feedback.missingBytes = upTo(1 << 20);
      feedback.rttPs = random.nextInt(10) == 0 ? Feedback.NONE : 1 + upTo(100_000 * US);
      feedback.hostDelayPs = upTo(Math.max(1, feedback.rttPs));
      feedback.hops = random.nextInt(8);
      feedback.lastHop = random.nextBoolean();
      feedback.receiverPenalty = random.nextInt(20) == 0 ? random.nextDouble() : 0;
      feedback.pint = random.nextInt(300) - 1;
      feedback.priorDeliveredBytes = delivered;
      delivered += upTo(1 << 22);
      feedback.deliveredBytes = delivered;
      feedback.deliveryIntervalPs = upTo(1_000 * US) - 1;
      feedback.appLimited = random.nextInt(8) == 0;
      txBytes += upTo(1 << 24);
      feedback.telemetry.pathId = random.nextInt(16) / 15;
      for (int hop = 0; hop < 3; hop++) {
        feedback.telemetry.add(upTo(1 << 26), txBytes, nowPs - upTo(US), LINE << hop);
      }
      switch (random.nextInt(12)) {
        case 0 -> controller.congested(nowPs);
        case 1 -> controller.lost(nowPs, feedback);
        case 2 -> controller.refused(nowPs, feedback);
        case 3 -> {
          if (random.nextInt(8) == 0) {
            controller.timedOut(nowPs, feedback);
          }
        }
        case 4 -> controller.credited(nowPs, granted += upTo(1 << 20));
        case 5 -> {
          if (controller.probe(nowPs)) {
            controller.probed(nowPs, 1 + upTo(1_000 * US));
          }
        }
        case 6, 7 -> controller.sent(nowPs, PACKET);
        default -> controller.acknowledged(nowPs, feedback);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("everyOne")
  void shouldStayWithinBoundsWhateverHappens(Controller controller) {
    Storm storm = new Storm(controller, 42);
    for (int i = 0; i < 200_000; i++) {
      storm.event();
      long rate = controller.rateBps(storm.nowPs);
      assertThat(rate).isBetween(1L, LINE);
      assertThat(controller.windowBytes()).isGreaterThanOrEqualTo(PACKET);
      long request = controller.requestBytes(i);
      assertThat(request).isNotNegative();
      assertThat(controller.rateBps(storm.nowPs)).as("asking changes nothing").isEqualTo(rate);
    }
  }

  @ParameterizedTest
  @MethodSource("everyOne")
  void shouldDependOnNothingButWhatItIsTold(Controller controller) {
    Controller twin =
        everyOne().filter(c -> c.getClass() == controller.getClass()).findFirst().orElseThrow();
    Storm first = new Storm(controller, 11);
    Storm second = new Storm(twin, 11);
    for (int i = 0; i < 20_000; i++) {
      first.event();
      second.event();
      assertThat(controller.rateBps(first.nowPs)).isEqualTo(twin.rateBps(second.nowPs));
      assertThat(controller.windowBytes()).isEqualTo(twin.windowBytes());
      assertThat(controller.creditBytes()).isEqualTo(twin.creditBytes());
    }
  }

  @ParameterizedTest
  @MethodSource("everyOne")
  void shouldAllocateNothingPerEvent(Controller controller) {
    Storm storm = new Storm(controller, 5);
    int events = 100_000;
    long least = Long.MAX_VALUE;
    // Until the compiler has taken out what never escapes; when that is, is its own affair.
    for (int round = 0; round < 20 && least >= events / 10; round++) {
      least = Math.min(least, allocated(controller, storm, events));
    }
    assertThat(least).as("bytes in %d events", events).isLessThan(events / 10);
  }

  private static long allocated(Controller controller, Storm storm, int events) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < events; i++) {
      storm.event();
      controller.rateBps(storm.nowPs);
      controller.windowBytes();
      controller.creditBytes();
    }
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void shouldRefuseSettingsWithNameValueAndRange() {
    assertThatThrownBy(() -> SettingsOf.hpcc(PATH, "congestion.hpcc.eta", "1.5"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("eta is 1.5; it must be")
        .hasMessageEndingWith("to 1.0");
    assertThatThrownBy(
            () -> new Cubic.Settings(Double.NaN, 0.7, true, TcpWindowSettings.defaults()))
        .hasMessageStartingWith("C is NaN");
    assertThatThrownBy(() -> new Path(0, 1, 1)).hasMessageStartingWith("line rate is 0");
  }

  @Test
  void shouldRefuseTelemetryOfMoreHopsThanThereIsRoomFor() {
    Telemetry telemetry = new Telemetry(1);
    telemetry.add(0, 0, 0, LINE);
    assertThatThrownBy(() -> telemetry.add(0, 0, 0, LINE))
        .hasMessage("telemetry has more than the maximum of 1 hops");
  }

  @Test
  void shouldStartEveryFeedbackFromNothing() {
    Feedback feedback = new Feedback();
    feedback.ackedBytes = 1;
    feedback.pint = 3;
    feedback.rttPs = 7;
    feedback.telemetry.add(1, 1, 1, 1);
    feedback.clear();
    assertThat(feedback)
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes("telemetry\\..*")
        .isEqualTo(new Feedback());
    assertThat(feedback.telemetry.hops()).isZero();
  }
}
