package dev.headroom.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.congestion.roce.FalconSwift;
import dev.headroom.congestion.roce.HpDcqcn;
import dev.headroom.congestion.roce.HpccSettings;
import dev.headroom.congestion.roce.RttProbeController;
import dev.headroom.congestion.roce.Srd;
import dev.headroom.congestion.roce.Swift;
import dev.headroom.congestion.roce.TimelySettings;
import dev.headroom.congestion.roce.TimelyVariant;
import dev.headroom.congestion.roce.ZtrRtt;
import dev.headroom.congestion.tcp.Bbr;
import dev.headroom.congestion.tcp.Cubic;
import dev.headroom.congestion.tcp.Dctcp;
import dev.headroom.congestion.tcp.DctcpRdma;
import dev.headroom.congestion.tcp.TcpWindowSettings;
import dev.headroom.congestion.uet.CreditPacer;
import dev.headroom.congestion.uet.CreditShare;
import dev.headroom.congestion.uet.Nscc;
import dev.headroom.congestion.uet.NsccDraft;
import dev.headroom.congestion.uet.Rccc;
import dev.headroom.congestion.uet.ReceiverBuffers;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bounds of every setting: each bound is taken, and what is one step beyond it refused. Bounds
 * are what the formulas are for: shares and weights up to 1, what is divided by above 0, counters
 * from 1. Components are found by name, so that their order is of no account.
 */
final class SettingsBoundsTest {
  private static final Path PATH = new Path(100_000_000_000L, 12_000_000, 4096);

  /** Settings that each formula can work with. */
  private static final List<Record> GOOD =
      List.of(
          PATH,
          Bbr.Settings.defaults(),
          CreditPacer.Settings.defaults(),
          Cubic.Settings.defaults(),
          Dctcp.Settings.defaults(),
          DctcpRdma.Settings.defaults(PATH),
          FalconSwift.Settings.defaults(),
          HpDcqcn.Settings.defaults(),
          HpccSettings.defaults(PATH),
          Nscc.Settings.defaults(PATH, true),
          NsccDraft.Settings.defaults(NsccDraft.Edition.EARLY),
          new PlbRepathing.Settings(1, 0.5, 1),
          new Pint.Settings(1.05, 1),
          Rccc.Settings.defaults(),
          ReceiverBuffers.Settings.defaults(),
          RttProbeController.Settings.defaults(),
          Srd.Settings.defaults(PATH),
          Swift.Settings.defaults(),
          new Telemetry.Settings(5, 1),
          TcpWindowSettings.defaults(),
          TimelySettings.defaults(TimelyVariant.PUBLISHED, PATH),
          ZtrRtt.Settings.defaults());

  /**
   * A component's least and greatest value. {@code >0} and {@code <1} are bounds that the component
   * itself does not take, {@code max} is the greatest number of its type; what follows is set with
   * it, where one bound depends on another component.
   */
  private static final String BOUNDS =
      """
      Path              lineBps         1      max
      Path              baseRttPs       1      max
      Path              packetBytes     1      max
      Bbr               initialPackets  1      max
      Bbr               windowGain      1      max
      Bbr               bandwidthRounds 1      65536
      Bbr               minRttPs        1      max
      Bbr               probeRttPs      0      max
      CreditPacer       grantBytes      256    2147483392
      CreditPacer       rateShare       >0     1
      CreditPacer       unaskedBytes    0      max
      Cubic             c               >0     max
      Cubic             beta            >0     <1
      Dctcp             g               >0     1
      Dctcp             initialAlpha    0      1
      DctcpRdma         g               >0     1
      DctcpRdma         initialAlpha    0      1
      DctcpRdma         aiBps           0      max
      DctcpRdma         minBps          1      max
      FalconSwift       baseTargetPs    1      max
      FalconSwift       delayWeight     >0     1
      FalconSwift       nicAi           >0     max
      FalconSwift       nicMostDecrease >0     <1
      FalconSwift       nicTarget       1      31
      FalconSwift       nicMost         1      max
      HpDcqcn           periodPs        1      max
      HpDcqcn           gain            >0     1
      HpDcqcn           g               >0     1
      HpDcqcn           initialAlpha    0      1
      HpDcqcn           aiBps           0      max
      HpDcqcn           minBps          1      max
      HpccSettings      eta             >0     1
      HpccSettings      maxStage        0      max
      HpccSettings      aiBps           0      4611686018427387903
      HpccSettings      minBps          1      max
      HpccSettings      windowBytes     0      max
      Nscc              networkRttPs    1      max
      Nscc              targetPs        1      max
      Nscc              gamma           0      1
      Nscc              maxWindow       >0     max
      Nscc              quickShare      0      1
      NsccDraft         targetPs        1      max
      NsccDraft         gamma           0      1
      NsccDraft         maxWindow       >0     max
      NsccDraft         quickShare      0      1
      PlbRepathing      multiplier      >0     max
      PlbRepathing      threshold       0      1
      PlbRepathing      attempts        1      max
      Pint              base            >1     2
      Pint              probability     >0     1
      Rccc              maxCredit       >0     max
      ReceiverBuffers   channels        1      1048576
      ReceiverBuffers   slots           1      1048576
      ReceiverBuffers   slotBytes       1      1099511627776
      RttProbeController factor          >0     0.2
      RttProbeController aiShare         >0     1
      RttProbeController baseRttPs       1      max
      RttProbeController maxRttPs        1      max
      RttProbeController startShare      >0     1
      RttProbeController minShare        >0     1
      RttProbeController giveUpPs        1      140737488355327
      Srd               targetPs        1      max
      Srd               beta            >0     1
      Srd               margin          0      <1
      Srd               ai              >0     1
      Srd               minBps          1      max
      Swift             baseTargetPs    1      max
      Swift             perHopPs        0      max
      Swift             rangePs         0      max
      Swift             scaleFrom       >0     <1  scaleTo=1
      Swift             scaleTo         >0.1   max
      Swift             hostTargetPs    1      max
      Swift             ai              >0     max
      Swift             beta            >0     1
      Swift             mostDecrease    >0     <1
      Swift             minPackets      >0     <1  maxPackets=1
      Swift             maxPackets      >0.01  max
      Swift             resetAfter      1      max
      Telemetry         hops            1      16
      Telemetry         unit            1      max
      TcpWindowSettings initialPackets  1      1000000
      TimelySettings    ewmaWeight      >0     1
      TimelySettings    beta            0      1
      TimelySettings    lowPs           1      max highPs=max
      TimelySettings    lowPs           1      500000000 highPs=500000000
      TimelySettings    highPs          7000000 max lowPs=7000000
      TimelySettings    minRttPs        1      max
      TimelySettings    deltaBps        0      max
      TimelySettings    hyperAfter      1      max
      TimelySettings    hyperBps        0      max
      TimelySettings    segmentBytes    1      max
      TimelySettings    minBps          1      max
      TimelySettings    startBps        1      max
      ZtrRtt            delayPs         1      max
      ZtrRtt            alpha           0      1
      ZtrRtt            decrease        >0     1
      ZtrRtt            increase        1      2
      ZtrRtt            aiShare         0      1
      ZtrRtt            haiShare        0      1
      ZtrRtt            haiPeriodPs     0      max
      ZtrRtt            maxDelayPs      1      max
      ZtrRtt            firstShare      >0     1
      ZtrRtt            minShare        >0     1
      ZtrRtt            giveUpPs        1      140737488355327
      """;

  /** A row of the table. */
  record Bound(String record, String component, String least, String most, String with) {
    static Bound of(String line) {
      String[] cells = line.strip().split("\\s+");
      return new Bound(cells[0], cells[1], cells[2], cells[3], cells.length < 5 ? "" : cells[4]);
    }

    Record good() {
      return GOOD.stream()
          .filter(any -> name(any.getClass()).equals(record))
          .findAny()
          .orElseThrow();
    }

    /** The good settings with one component, or two, as given. */
    void make(Number value) throws Throwable {
      Map<String, Object> changes = new LinkedHashMap<>();
      if (!with.isEmpty()) {
        String[] other = with.split("=");
        changes.put(other[0], number(typeOf(good(), other[0]), other[1]));
      }
      changes.put(component, value);
      SettingsBoundsTest.make(good(), changes);
    }

    Class<?> type() {
      return typeOf(good(), component);
    }
  }

  static Stream<Bound> bounds() {
    return BOUNDS.lines().map(Bound::of);
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void shouldTakeEachBoundAndNothingBeyond(Bound bound) {
    Class<?> type = bound.type();
    Number least = least(type, bound.least);
    Number most = most(type, bound.most);
    assertThatCode(() -> bound.make(least)).doesNotThrowAnyException();
    assertThatCode(() -> bound.make(most)).doesNotThrowAnyException();
    for (Number beyond : beyond(type, least, most)) {
      assertThatThrownBy(() -> bound.make(beyond))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(beyond.toString());
    }
  }

  @Test
  void shouldHoldForWhatIsSaidBesideSettings() {
    shouldBeFrom(Math.nextUp(1.0), 2, base -> new Pint(base));
    shouldBeFrom(Double.MIN_VALUE, 1, least -> share(least, 1, 0));
    shouldBeFrom(0, Math.nextDown(1.0), phase -> share(0.5, 1, phase));
    assertThatThrownBy(() -> share(0.5, 0, 0)).hasMessageContaining("0; it must be 1 to ");
    assertThatCode(() -> share(0.5, 1, 0)).doesNotThrowAnyException();

    CreditPacer.Settings pacer = CreditPacer.Settings.defaults();
    assertThatCode(() -> new CreditPacer(pacer, 1, CreditShare.whole())).doesNotThrowAnyException();
    assertThatThrownBy(() -> new CreditPacer(pacer, 0, CreditShare.whole()))
        .hasMessageContaining("0; it must be 1 to ");
    assertThatThrownBy(() -> new CreditPacer.Settings(256 + 128, 1, 0))
        .hasMessageContaining("multiple of 256");

    // BBR's cycle of gains has eight phases.
    for (int phase : new int[] {0, 7}) {
      assertThatCode(() -> new Bbr(Bbr.Settings.defaults(), PATH, phase))
          .doesNotThrowAnyException();
    }
    for (int phase : new int[] {-1, 8}) {
      assertThatThrownBy(() -> new Bbr(Bbr.Settings.defaults(), PATH, phase))
          .hasMessageContaining(phase + "; it must be 0 to 7");
    }
  }

  private static CreditShare share(double least, long roundTripPs, double phase) {
    return new CreditShare(CreditShare.Edition.SPECIFICATION, least, roundTripPs, phase);
  }

  private static void shouldBeFrom(double least, double most, DoubleConsumer taker) {
    assertThatCode(() -> taker.accept(least)).doesNotThrowAnyException();
    assertThatCode(() -> taker.accept(most)).doesNotThrowAnyException();
    for (double beyond : new double[] {Math.nextDown(least), Math.nextUp(most), Double.NaN}) {
      assertThatThrownBy(() -> taker.accept(beyond))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(beyond + "");
    }
  }

  /** So that a new setting does not come without its bounds. */
  @Test
  void shouldBeOfEverySettingThatIsANumber() throws IOException, URISyntaxException {
    List<String> settings = new ArrayList<>();
    for (Class<?> type : settingsOfAllPackages()) {
      for (RecordComponent component : type.getRecordComponents()) {
        if (isNumber(component.getType())) {
          settings.add(name(type) + "." + component.getName());
        }
      }
    }
    assertThat(settings).hasSizeGreaterThan(90);
    assertThat(bounds().map(bound -> bound.record + "." + bound.component).toList())
        .containsAll(settings);
  }

  private static List<Class<?>> settingsOfAllPackages() throws IOException, URISyntaxException {
    URI classes = RangeCheck.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    List<Class<?>> found = new ArrayList<>();
    var root = Paths.get(classes);
    try (var files = Files.walk(root.resolve("dev/headroom/congestion"))) {
      for (String file : files.map(path -> root.relativize(path).toString()).toList()) {
        if (file.endsWith("Settings.class")) {
          found.add(type(file.replace(".class", "").replace(File.separatorChar, '.')));
        }
      }
    }
    found.removeIf(type -> !type.isRecord());
    return found;
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException gone) {
      throw new AssertionError(name, gone);
    }
  }

  /** That of the control, where they are its settings. */
  private static String name(Class<?> type) {
    Class<?> control = type.getEnclosingClass();
    return control == null ? type.getSimpleName() : control.getSimpleName();
  }

  private static boolean isNumber(Class<?> type) {
    return type == int.class
        || type == long.class
        || type == double.class
        || type == OptionalLong.class;
  }

  private static Class<?> typeOf(Record good, String component) {
    return Arrays.stream(good.getClass().getRecordComponents())
        .filter(any -> any.getName().equals(component))
        .findAny()
        .orElseThrow()
        .getType();
  }

  private static Number number(Class<?> type, String text) {
    boolean isMost = text.equals("max");
    if (type == double.class) {
      return isMost ? Double.MAX_VALUE : Double.parseDouble(text);
    }
    if (type == int.class) {
      return isMost ? Integer.MAX_VALUE : Integer.parseInt(text);
    }
    return isMost ? Long.MAX_VALUE : Long.parseLong(text);
  }

  private static Number least(Class<?> type, String text) {
    return text.startsWith(">")
        ? Math.nextUp(Double.parseDouble(text.substring(1)))
        : number(type, text);
  }

  private static Number most(Class<?> type, String text) {
    return text.startsWith("<")
        ? Math.nextDown(Double.parseDouble(text.substring(1)))
        : number(type, text);
  }

  /** The numbers next to the bounds, and what is none; a type's greatest has none above it. */
  private static List<Number> beyond(Class<?> type, Number least, Number most) {
    List<Number> beyond = new ArrayList<>();
    if (type == double.class) {
      beyond.add(Math.nextDown(least.doubleValue()));
      beyond.add(Math.nextUp(most.doubleValue()));
      beyond.add(Double.NaN);
    } else if (type == int.class) {
      beyond.add(least.intValue() - 1);
      if (most.intValue() < Integer.MAX_VALUE) {
        beyond.add(most.intValue() + 1);
      }
    } else {
      beyond.add(least.longValue() - 1);
      if (most.longValue() < Long.MAX_VALUE) {
        beyond.add(most.longValue() + 1);
      }
    }
    return beyond;
  }

  private static void make(Record good, Map<String, Object> changes) throws Throwable {
    RecordComponent[] components = good.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      Object value = changes.get(components[i].getName());
      if (value == null) {
        components[i].getAccessor().setAccessible(true);
        value = components[i].getAccessor().invoke(good);
      } else if (components[i].getType() == OptionalLong.class) {
        value = OptionalLong.of((Long) value);
      }
      values[i] = value;
    }
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Constructor<?> constructor = good.getClass().getDeclaredConstructor(types);
    try {
      constructor.newInstance(values);
    } catch (InvocationTargetException refused) {
      throw refused.getTargetException();
    }
  }
}
