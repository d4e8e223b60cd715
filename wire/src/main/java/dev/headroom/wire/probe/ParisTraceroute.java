package dev.headroom.wire.probe;

import dev.headroom.wire.probe.PathReport.Way;
import dev.headroom.wire.probe.PathReport.Ways;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Search for the paths of source ports, as in Paris traceroute (Augustin et al., IMC 2006): for
 * each port packets whose TTL ends at each router, with the rest of what ECMP hashes unchanged.
 * Routers answer only so often, so what stays unanswered is asked again, ever more slowly.
 */
final class ParisTraceroute {
  /** Between two packets, in each pass. */
  private static final long[] GAPS_NS = {2_000_000, 10_000_000, 100_000_000};

  /** Packets of a pass: the slowest takes no longer than four seconds. */
  private static final int[] MOST = {ProbeBurst.MOST, 400, 40};

  private final ProbeSender probeSender;
  private final int routers;
  private final int trafficClass;

  ParisTraceroute(ProbeSender probeSender, int routers, int trafficClass) {
    this.probeSender = probeSender;
    this.routers = routers;
    this.trafficClass = trafficClass;
  }

  Ways find() throws IOException, InterruptedException {
    int flows = probeSender.means().flows();
    if (routers == 0) {
      return new Ways(OptionalInt.of(1), false, flows, List.of(new Way(List.of(), flows)));
    }
    List<List<Optional<InetAddress>>> found = new ArrayList<>();
    for (int flow = 0; flow < flows; flow++) {
      found.add(new ArrayList<>(Collections.nCopies(routers, Optional.empty())));
    }
    boolean more = true;
    for (int pass = 0; pass < GAPS_NS.length && more; pass++) {
      List<Probe> probes = unanswered(found, Math.min(MOST[pass], probeSender.most(GAPS_NS[pass])));
      more = !probes.isEmpty() && sendProbes(probes, GAPS_NS[pass], found) > 0;
    }
    return ways(found);
  }

  private List<Probe> unanswered(List<List<Optional<InetAddress>>> found, int most) {
    List<Probe> probes = new ArrayList<>();
    for (int flow = 0; flow < found.size(); flow++) {
      for (int ttl = 1; ttl <= routers && probes.size() < most; ttl++) {
        if (found.get(flow).get(ttl - 1).isEmpty()) {
          probes.add(Probe.small(flow, ttl, trafficClass));
        }
      }
    }
    return probes;
  }

  /** Returns how many were answered. */
  private int sendProbes(List<Probe> probes, long gapNs, List<List<Optional<InetAddress>>> found)
      throws IOException, InterruptedException {
    ProbeOutcome outcome = probeSender.sendProbes(probes, gapNs);
    int answered = 0;
    for (int i = 0; i < probes.size(); i++) {
      Optional<IcmpHopError> answer = outcome.answer(i);
      if (answer.isPresent() && answer.get().cause() == IcmpHopError.About.EXPIRED) {
        Probe shot = probes.get(i);
        found.get(shot.flow()).set(shot.ttl() - 1, answer.map(IcmpHopError::router));
        answered++;
      }
    }
    return answered;
  }

  private Ways ways(List<List<Optional<InetAddress>>> found) {
    Map<List<Optional<InetAddress>>, Integer> counted = new LinkedHashMap<>();
    found.forEach(way -> counted.merge(way, 1, Integer::sum));
    long whole = counted.keySet().stream().filter(ParisTraceroute::isWhole).count();
    int wide = 0;
    for (int hop = 0; hop < routers; hop++) {
      Set<InetAddress> here = new HashSet<>();
      for (List<Optional<InetAddress>> way : found) {
        way.get(hop).ifPresent(here::add);
      }
      wide = Math.max(wide, here.size());
    }
    int least = (int) Math.max(whole, wide);
    List<Way> each = new ArrayList<>();
    counted.forEach((way, ports) -> each.add(new Way(way, ports)));
    return new Ways(
        least == 0 ? OptionalInt.empty() : OptionalInt.of(least),
        whole < counted.size(),
        found.size(),
        each);
  }

  private static boolean isWhole(List<Optional<InetAddress>> way) {
    return way.stream().allMatch(Optional::isPresent);
  }
}
