package dev.headroom.wire.probe;

import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.Deth;
import dev.headroom.wire.packet.Ecn;
import dev.headroom.wire.packet.Icrc;
import dev.headroom.wire.packet.Udp;
import dev.headroom.wire.probe.PathReport.Marks;
import dev.headroom.wire.probe.PathReport.Size;
import dev.headroom.wire.probe.PathReport.Train;
import dev.headroom.wire.probe.PathReport.Trouble;
import dev.headroom.wire.probe.PathReport.Ways;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Probe of one path: a series of measurements, each followed by a diagnosis. */
final class PathProbe {
  /** What CNPs have where nobody says otherwise. */
  private static final int CNP_DSCP = 48;

  private static final int SWEEPS = 2;
  private static final int OF_A_CLASS = 20;
  private static final int OF_A_SIZE = 10;
  private static final int LEAST_MTU = 256;
  private static final int MOST_MTU = 4096;

  /** What a UD packet has beside its payload and IP's header. */
  private static final int HEADERS = Udp.BYTES + Bth.BYTES + Deth.BYTES + Icrc.BYTES;

  private final ProbeSettings settings;
  private final ProbeSender probeSender;
  private final PathDescription ends;
  private final int headers;
  private final Consumer<String> progress;

  /**
   * @param ends of the path
   * @param peer of whose kind the addresses are
   * @param progress told in a few words what is being looked at
   */
  PathProbe(
      ProbeSettings settings,
      ProbeSender probeSender,
      PathDescription ends,
      InetAddress peer,
      Consumer<String> progress) {
    this.settings = settings;
    this.probeSender = probeSender;
    this.ends = ends;
    headers = IpFamily.of(peer).layout().header() + HEADERS;
    this.progress = progress;
  }

  PathReport run() throws IOException, InterruptedException {
    int usual = settings.dscp() << 2 | Ecn.ECT_0.codepoint();
    progress.accept("finding the routers on the path");
    Optional<Integer> passing = passing(usual);
    int trafficClass = passing.orElse(usual);
    List<Optional<InetAddress>> routers = routers(trafficClass, passing.isPresent());
    PathDiagnosis pathDiagnosis =
        new PathDiagnosis(
            new HopLocator(probeSender, routers.size()), ends.over(routers), trafficClass);
    if (passing.isEmpty()) {
      Trouble nothing = pathDiagnosis.nothingArrives();
      return new PathReport(
          probeSender.means().quotes(),
          routers,
          new Train(0, 0, 0, 0, 0),
          List.of(),
          List.of(),
          new Ways(OptionalInt.empty(), false, settings.sourcePorts(), List.of()),
          List.of(nothing),
          probeSender.sent());
    }
    progress.accept("sending each DSCP and ECN");
    List<Marks> marks = marks();
    progress.accept("sending each size");
    List<Size> sizes = new ArrayList<>();
    ProbeOutcome sized = sizes(trafficClass, sizes);
    int count = Math.min(settings.train(), probeSender.most(0));
    progress.accept("sending " + count + " packets of one flow");
    Train train = train(trafficClass, count);
    progress.accept("locating the cause");
    List<Trouble> troubles = new ArrayList<>();
    pathDiagnosis.marks(marks, troubles);
    pathDiagnosis.sizes(sizes, sized, troubles);
    pathDiagnosis.train(train, troubles);
    progress.accept("finding the paths of " + probeSender.means().flows() + " source ports");
    Ways ways = new ParisTraceroute(probeSender, routers.size(), trafficClass).find();
    return new PathReport(
        probeSender.means().quotes(),
        routers,
        train,
        marks,
        sizes,
        ways,
        troubles,
        probeSender.sent());
  }

  /** A traffic class with which packets arrive at all: the fabric's, or else none. */
  private Optional<Integer> passing(int usual) throws IOException, InterruptedException {
    for (int trafficClass : new int[] {usual, settings.dscp() << 2, 0}) {
      Probe shot = Probe.small(0, Probe.WHOLE_WAY, trafficClass);
      if (probeSender.sendProbes(Collections.nCopies(OF_A_SIZE, shot)).distinct() > 0) {
        return Optional.of(trafficClass);
      }
    }
    return Optional.empty();
  }

  /** The peer is one hop beyond the last router: so its packets tell how many there are. */
  private List<Optional<InetAddress>> routers(int trafficClass, boolean arrives)
      throws IOException, InterruptedException {
    List<Probe> probes = new ArrayList<>();
    for (int i = 0; i < SWEEPS; i++) {
      for (int ttl = 1; ttl <= settings.mostHops(); ttl++) {
        probes.add(Probe.small(0, ttl, trafficClass));
      }
    }
    ProbeOutcome outcome = probeSender.sendProbes(probes);
    List<Optional<InetAddress>> routers = new ArrayList<>();
    int count = arrives ? settings.mostHops() : 0;
    for (int i = 0; i < probes.size(); i++) {
      int ttl = probes.get(i).ttl();
      if (outcome.hasArrived(i)) {
        count = Math.min(count, ttl - 1);
      } else if (!arrives && outcome.answer(i).isPresent()) {
        count = Math.max(count, ttl);
      }
    }
    for (int ttl = 1; ttl <= count; ttl++) {
      Optional<InetAddress> router = Optional.empty();
      for (int i = 0; i < probes.size() && router.isEmpty(); i++) {
        if (probes.get(i).ttl() == ttl) {
          router = outcome.answer(i).map(IcmpHopError::router);
        }
      }
      routers.add(router);
    }
    return routers;
  }

  private List<Marks> marks() throws IOException, InterruptedException {
    List<Probe> probes = new ArrayList<>();
    for (int dscp : new TreeSet<>(List.of(settings.dscp(), CNP_DSCP))) {
      for (Ecn ecn : Ecn.values()) {
        Probe shot = Probe.small(0, Probe.WHOLE_WAY, dscp << 2 | ecn.codepoint());
        probes.addAll(Collections.nCopies(OF_A_CLASS, shot));
      }
    }
    ProbeOutcome outcome = probeSender.sendProbes(probes);
    Map<Integer, Map<Integer, Integer>> as = new TreeMap<>();
    for (int i = 0; i < probes.size(); i++) {
      Map<Integer, Integer> counts =
          as.computeIfAbsent(probes.get(i).trafficClass(), _ -> new TreeMap<>());
      if (outcome.hasArrived(i)) {
        counts.merge(outcome.marks(i), 1, Integer::sum);
      }
    }
    List<Marks> marks = new ArrayList<>();
    as.forEach((trafficClass, counts) -> marks.add(new Marks(trafficClass, OF_A_CLASS, counts)));
    return marks;
  }

  private ProbeOutcome sizes(int trafficClass, List<Size> into)
      throws IOException, InterruptedException {
    List<Probe> probes = new ArrayList<>();
    for (int mtu = LEAST_MTU;
        mtu <= MOST_MTU && mtu + headers <= probeSender.means().mtuBytes();
        mtu *= 2) {
      Probe shot = new Probe(0, Probe.WHOLE_WAY, trafficClass, mtu);
      probes.addAll(Collections.nCopies(OF_A_SIZE, shot));
    }
    ProbeOutcome outcome = probeSender.sendProbes(probes);
    for (int from = 0; from < probes.size(); from += OF_A_SIZE) {
      int arrived = 0;
      for (int i = from; i < from + OF_A_SIZE; i++) {
        arrived += outcome.hasArrived(i) ? 1 : 0;
      }
      int mtu = probes.get(from).payload();
      into.add(new Size(mtu, mtu + headers, OF_A_SIZE, arrived));
    }
    return outcome;
  }

  private Train train(int trafficClass, int count) throws IOException, InterruptedException {
    Probe shot = Probe.small(0, Probe.WHOLE_WAY, trafficClass);
    ProbeOutcome outcome = probeSender.sendProbes(Collections.nCopies(count, shot));
    int congested = 0;
    for (int i = 0; i < count; i++) {
      boolean marked = outcome.hasArrived(i) && Ecn.of(outcome.marks(i)) == Ecn.CE;
      congested += marked && Ecn.of(trafficClass) != Ecn.CE ? 1 : 0;
    }
    return new Train(
        count, outcome.distinct(), outcome.reordered(), outcome.duplicates(), congested);
  }
}
