package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.TEXT;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.fabric.HostNameHints;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Incast workload: many hosts send to one. Flow number: {@code k * senders + sender} for the k-th
 * flow of a sender; sender {@code i} starts {@code i * stagger} after the first.
 */
final class Incast implements FlowProgram {
  static final Knob<String> RECEIVER =
      Knob.derived("workload.receiver", TEXT, "the first host of workload.hosts", "receiving host");
  static final Knob<Long> FAN_IN =
      Knob.derived("workload.fanIn", WHOLE, "all others", "number of senders")
          .within("1", "262143");
  static final Knob<SenderChoice> SENDERS =
      Knob.of(
          "workload.senders",
          choice(SenderChoice.class),
          "first",
          "choice of senders among the others: the first, or at random");
  static final Knob<Time> STAGGER =
      Knob.of("workload.stagger", TIME, "0ns", "delay from one sender's start to the next")
          .within("0ns", "1000s");

  static final Workload WORKLOAD =
      new Workload(
          "incast",
          "many senders, one receiver",
          List.of(
              CommonParameters.SIZE_OF_FLOWS,
              CommonParameters.HOSTS,
              RECEIVER,
              FAN_IN,
              SENDERS,
              CommonParameters.FLOWS_PER_SENDER,
              STAGGER,
              CommonParameters.START),
          Incast::check,
          Incast::new);

  private final Settings settings;
  private final int receiver;
  private final int[] senders;
  private final int perSender;
  private final long size;
  private final long startPs;
  private final long staggerPs;

  private Incast(Settings settings, WorkloadSite site) {
    this.settings = settings;
    this.receiver = receiver(settings, site);
    int[] others = others(settings, site);
    int fanIn = Math.toIntExact(settings.find(FAN_IN).orElse((long) others.length));
    this.senders = Arrays.copyOf(others, fanIn);
    if (settings.get(SENDERS) == SenderChoice.RANDOM) {
      int[] order = site.draws("incast").permutation(others.length);
      for (int i = 0; i < fanIn; i++) {
        senders[i] = others[order[i]];
      }
    }
    this.perSender = Math.toIntExact(settings.get(CommonParameters.FLOWS_PER_SENDER));
    this.size = settings.get(CommonParameters.SIZE_OF_FLOWS).bytes();
    this.startPs = settings.get(CommonParameters.START).ps();
    this.staggerPs = settings.get(STAGGER).ps();
  }

  private static int receiver(Settings settings, WorkloadSite site) {
    return settings
        .find(RECEIVER)
        .map(site.hosts()::indexOf)
        .orElseGet(() -> CommonParameters.participants(settings, site)[0]);
  }

  private static int[] others(Settings settings, WorkloadSite site) {
    int receiver = receiver(settings, site);
    return Arrays.stream(CommonParameters.participants(settings, site))
        .filter(i -> i != receiver)
        .toArray();
  }

  private static List<KnobConflict> check(Settings settings, WorkloadSite site) {
    List<KnobConflict> complaints = new ArrayList<>(CommonParameters.check(settings, site, 1));
    settings
        .find(RECEIVER)
        .filter(name -> !site.hosts().contains(name))
        .ifPresent(name ->
            complaints.add(
                new KnobConflict(
                    RECEIVER.name(),
                    "there is no host '" + name + "'",
                    HostNameHints.instead(name, site.hosts()))));
    if (!complaints.isEmpty()) {
      return complaints;
    }
    int others = others(settings, site).length;
    long fanIn = settings.find(FAN_IN).orElse((long) others);
    if (others == 0 || fanIn > others) {
      complaints.add(
          new KnobConflict(
              others == 0 ? CommonParameters.HOSTS.name() : FAN_IN.name(),
              "there are only " + others + " hosts that can send",
              others == 0 ? "add hosts" : "at most " + others));
    }
    CommonParameters.flows(
        complaints,
        CommonParameters.FLOWS_PER_SENDER,
        (double) fanIn * settings.get(CommonParameters.FLOWS_PER_SENDER));
    return complaints;
  }

  @Override
  public int flows() {
    return senders.length * perSender;
  }

  @Override
  public int source(int flow) {
    return senders[flow % senders.length];
  }

  @Override
  public int destination(int flow) {
    return receiver;
  }

  @Override
  public long bytes(int flow) {
    return size;
  }

  @Override
  public long startPs(int flow) {
    return startPs + flow % senders.length * staggerPs;
  }

  @Override
  public int queuePairIndex(int flow) {
    return flow / senders.length;
  }

  @Override
  public String description() {
    return "%d:1 incast of %s%s"
        .formatted(
            senders.length,
            new Size(size),
            perSender == 1 ? "" : ", " + perSender + " flows per sender");
  }

  @Override
  public BuildRecipe recipe() {
    return new BuildRecipe(WORKLOAD.name(), settings);
  }
}
