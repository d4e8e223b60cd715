package dev.headroom.congestion;

import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.unit.Keyword;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * Congestion control as a scenario names it: factory of its controllers, its settings, and
 * properties that must be known before it runs. {@link ControlTypes} lists them.
 */
public final class ControlType implements Keyword {
  /** Makes a factory of controllers for what is chosen. */
  @FunctionalInterface
  public interface Maker {
    ControllerFactory factory(ControlConfig controlConfig);
  }

  /** What tells a control from most others. */
  private enum Trait {
    NO_BASE_RTT,
    NO_ACKS,
    MARKS,
    ANSWERS,
    CREDIT,
    MARKS_OF_LAST_HOP_UNHEEDED,
    IOAM
  }

  private final String word;
  private final Maker maker;
  private final List<Class<? extends Record>> settings;
  private final Set<TransportType> transports;
  private final Set<Trait> traits;

  private ControlType(
      String word,
      Maker maker,
      List<Class<? extends Record>> settings,
      Set<TransportType> transports,
      Set<Trait> traits) {
    this.word = word;
    this.maker = maker;
    this.settings = settings;
    this.transports = transports;
    this.traits = traits;
  }

  /**
   * One that runs on queue pairs.
   *
   * @param settings the records that {@code maker} asks for, in the order of the reference page
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // List.of copies
  public static ControlType of(String word, Maker maker, Class<? extends Record>... settings) {
    Set<TransportType> queuePairs = EnumSet.noneOf(TransportType.class);
    Arrays.stream(TransportType.values())
        .filter(TransportType::hasQueuePairs)
        .forEach(queuePairs::add);
    return new ControlType(word, maker, List.of(settings), queuePairs, EnumSet.noneOf(Trait.class));
  }

  /** One that runs on queue pairs, whose controllers take one record of settings and a path. */
  public static <S extends Record> ControlType of(
      String word, Class<S> settings, BiFunction<S, Path, Controller> make) {
    return of(word, each(settings, make), settings);
  }

  /**
   * Makes controllers of one record of settings each, which those of equally fast lines share.
   *
   * @param run what its defaults follow from besides the path
   */
  public static <S extends Record> Maker each(
      Class<S> settings, BiFunction<S, Path, Controller> make, Object... run) {
    return controlConfig -> {
      Map<Long, S> byLine = new ConcurrentHashMap<>();
      return lineBps -> {
        Path path = controlConfig.path(lineBps);
        S shared =
            byLine.computeIfAbsent(lineBps, _ -> controlConfig.settings(settings, with(path, run)));
        return make.apply(shared, path);
      };
    };
  }

  private static Object[] with(Path path, Object... run) {
    Object[] all = Arrays.copyOf(run, run.length + 1);
    all[run.length] = path;
    return all;
  }

  private ControlType with(Trait trait) {
    Set<Trait> more = EnumSet.copyOf(traits);
    more.add(trait);
    return new ControlType(word, maker, settings, transports, more);
  }

  private ControlType on(Set<TransportType> others) {
    return new ControlType(word, maker, settings, others, traits);
  }

  /** The same on other transports than queue pairs alone. */
  public ControlType on(TransportType first, TransportType... others) {
    return on(EnumSet.of(first, others));
  }

  /** The same on other transports too. */
  public ControlType alsoOn(TransportType first, TransportType... others) {
    Set<TransportType> more = EnumSet.of(first, others);
    more.addAll(transports);
    return on(more);
  }

  /** The same on all transports. */
  public ControlType everywhere() {
    return on(EnumSet.allOf(TransportType.class));
  }

  /** The same, but that it does not ask how long the way is. */
  public ControlType withoutBaseRtt() {
    return with(Trait.NO_BASE_RTT);
  }

  /** The same, but that it needs no ACKs, so that it runs for READ as well. */
  public ControlType withoutAcks() {
    return with(Trait.NO_ACKS);
  }

  /** The same, of those that learn from marks of switches. */
  public ControlType byMarks() {
    return with(Trait.MARKS);
  }

  /** The same, of those whose receivers send packets of their own, besides ACKs and CNPs. */
  public ControlType byReplies() {
    return with(Trait.ANSWERS);
  }

  /** The same, of those whose receivers grant credit. */
  public ControlType byCredit() {
    return with(Trait.CREDIT);
  }

  /** The same, of those that credit alone steers: they need no marks of the last hop. */
  public ControlType byCreditOnly() {
    return byCredit().with(Trait.MARKS_OF_LAST_HOP_UNHEEDED);
  }

  /** The same, but that its telemetry is carried as RFC 9197 says. */
  public ControlType withIoam() {
    return with(Trait.IOAM);
  }

  @Override
  public String name() {
    return word;
  }

  @Override
  public String word() {
    return word;
  }

  /** Makes the controllers of a run. */
  public ControllerFactory factory(ControlConfig controlConfig) {
    return maker.factory(controlConfig);
  }

  /** The records of its settings, in the order of the reference page. */
  public List<Class<? extends Record>> settings() {
    return settings;
  }

  /** Whether it runs on a transport. */
  public boolean runsOn(TransportType transport) {
    return transports.contains(transport);
  }

  /** The transports it runs on. */
  public Set<TransportType> transports() {
    return Set.copyOf(transports);
  }

  /** Whether it asks how long the way of an empty fabric is. */
  public boolean needsBaseRtt() {
    return !traits.contains(Trait.NO_BASE_RTT);
  }

  /** Whether it learns from ACKs, which READ has none of. */
  public boolean needsAcks() {
    return !traits.contains(Trait.NO_ACKS);
  }

  /** Whether it learns from marks of switches. */
  public boolean needsMarks() {
    return traits.contains(Trait.MARKS);
  }

  /** Whether receivers send packets of their own for it, besides ACKs and CNPs. */
  public boolean sendsReplies() {
    return traits.contains(Trait.ANSWERS);
  }

  /** Whether receivers grant credit for it. */
  public boolean grantsCredit() {
    return traits.contains(Trait.CREDIT);
  }

  /** Whether it heeds the marks of ports that lead to hosts. */
  public boolean reactsToLastHop() {
    return !traits.contains(Trait.MARKS_OF_LAST_HOP_UNHEEDED);
  }

  /** Whether its telemetry is carried as RFC 9197 says. */
  public boolean carriesIoam() {
    return traits.contains(Trait.IOAM);
  }

  @Override
  public String toString() {
    return word;
  }
}
