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
final class WayFinder {
  /** Between two packets, in each pass. */
  private static final long[] GAPS_NS = {2_000_000, 10_000_000, 100_000_000};

  /** Packets of a pass: the slowest takes no longer than four seconds. */
  private static final int[] MOST = {Volley.MOST, 400, 40};

  private final Shooter shooter;
  private final int routers;
  private final int trafficClass;

  WayFinder(Shooter shooter, int routers, int trafficClass) {
    this.shooter = shooter;
    this.routers = routers;
    this.trafficClass = trafficClass;
  }

  Ways find() throws IOException, InterruptedException {
    int flows = shooter.means().flows();
    if (routers == 0) {
      return new Ways(OptionalInt.of(1), false, flows, List.of(new Way(List.of(), flows)));
    }
    List<List<Optional<InetAddress>>> found = new ArrayList<>();
    for (int flow = 0; flow < flows; flow++) {
      found.add(new ArrayList<>(Collections.nCopies(routers, Optional.empty())));
    }
    boolean more = true;
    for (int pass = 0; pass < GAPS_NS.length && more; pass++) {
      List<Shot> shots = unanswered(found, Math.min(MOST[pass], shooter.most(GAPS_NS[pass])));
      more = !shots.isEmpty() && ask(shots, GAPS_NS[pass], found) > 0;
    }
    return ways(found);
  }

  private List<Shot> unanswered(List<List<Optional<InetAddress>>> found, int most) {
    List<Shot> shots = new ArrayList<>();
    for (int flow = 0; flow < found.size(); flow++) {
      for (int ttl = 1; ttl <= routers && shots.size() < most; ttl++) {
        if (found.get(flow).get(ttl - 1).isEmpty()) {
          shots.add(Shot.small(flow, ttl, trafficClass));
        }
      }
    }
    return shots;
  }

  /** Returns how many were answered. */
  private int ask(List<Shot> shots, long gapNs, List<List<Optional<InetAddress>>> found)
      throws IOException, InterruptedException {
    Outcome outcome = shooter.fire(shots, gapNs);
    int answered = 0;
    for (int i = 0; i < shots.size(); i++) {
      Optional<HopAnswer> answer = outcome.answer(i);
      if (answer.isPresent() && answer.get().about() == HopAnswer.About.EXPIRED) {
        Shot shot = shots.get(i);
        found.get(shot.flow()).set(shot.ttl() - 1, answer.map(HopAnswer::router));
        answered++;
      }
    }
    return answered;
  }

  private Ways ways(List<List<Optional<InetAddress>>> found) {
    Map<List<Optional<InetAddress>>, Integer> counted = new LinkedHashMap<>();
    found.forEach(way -> counted.merge(way, 1, Integer::sum));
    long whole = counted.keySet().stream().filter(WayFinder::isWhole).count();
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
