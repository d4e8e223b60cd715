package dev.headroom.wire.probe;

import dev.headroom.wire.probe.PathReport.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Locator of the hop at which a problem occurs, with packets whose TTL ends at one router after the
 * other: a router's answer shows that the packet reached it, and the packet's headers there.
 */
final class HopLocator {
  /** Packets of a kind to each router: few, since routers answer few. */
  private static final int TRIES = 3;

  private final ProbeSender probeSender;
  private final int routers;

  /** Linux answers no more than 1,000 packets a second (icmp_msgs_per_sec of ip-sysctl). */
  private static final long TRAIN_GAP_NS = 1_250_000;

  /** What a router's answers say. */
  enum Verdict {
    WELL,
    NOT_WELL,
    UNKNOWN
  }

  HopLocator(ProbeSender probeSender, int routers) {
    this.probeSender = probeSender;
    this.routers = routers;
  }

  /** Where packets of a class change, by what routers quote. */
  Optional<Place> change(int trafficClass, IntPredicate isWell)
      throws IOException, InterruptedException {
    if (!probeSender.means().quotes()) {
      return Optional.empty();
    }
    ProbeOutcome outcome = probeSender.sendProbes(toEach(ttl -> Probe.small(0, ttl, trafficClass)));
    return between(router -> {
      Verdict verdict = Verdict.UNKNOWN;
      for (int i = 0; i < outcome.sentProbes().size(); i++) {
        Optional<IcmpHopError> answer = outcome.answer(i);
        if (outcome.sentProbes().get(i).ttl() == router
            && answer.isPresent()
            && answer.get().trafficClass() >= 0) {
          verdict = isWell.test(answer.get().trafficClass()) ? Verdict.WELL : Verdict.NOT_WELL;
        }
      }
      return verdict;
    });
  }

  /** Where packets of one kind vanish, while those of another kind do not. */
  Optional<Place> dropPlace(IntFunction<Probe> lost, IntFunction<Probe> reference)
      throws IOException, InterruptedException {
    List<Probe> probes = new ArrayList<>(toEach(reference));
    int references = probes.size();
    probes.addAll(toEach(lost));
    ProbeOutcome outcome = probeSender.sendProbes(probes);
    return between(router -> {
      boolean reached = false;
      boolean well = false;
      for (int i = 0; i < probes.size(); i++) {
        if (probes.get(i).ttl() == router && outcome.answer(i).isPresent()) {
          reached |= i < references;
          well |= i >= references;
        }
      }
      return well ? Verdict.WELL : reached ? Verdict.NOT_WELL : Verdict.UNKNOWN;
    });
  }

  private List<Probe> toEach(IntFunction<Probe> shot) {
    List<Probe> probes = new ArrayList<>();
    for (int i = 0; i < TRIES; i++) {
      for (int ttl = 1; ttl <= routers; ttl++) {
        probes.add(shot.apply(ttl));
      }
    }
    return probes;
  }

  /**
   * Where packets are lost, and where they are overtaken: as many to each router as were sent the
   * whole way, and what share of them the router's answers lack.
   *
   * @param count packets to each router
   */
  Trains trains(int trafficClass, int count) throws IOException, InterruptedException {
    List<ProbeOutcome> trains = new ArrayList<>();
    for (int ttl = 1; ttl <= routers; ttl++) {
      List<Probe> train = Collections.nCopies(count, Probe.small(0, ttl, trafficClass));
      trains.add(probeSender.sendProbes(train, TRAIN_GAP_NS));
    }
    return new Trains(trains, count);
  }

  /** What routers said of many packets. */
  final class Trains {
    /** Of what was seen the whole way: so much at least is it, so much at most it is not. */
    private static final double AS_MUCH = 0.5;

    private static final double LITTLE = 0.25;

    /** Of those who answer fewer, it is their answers that are few. */
    private static final double MOST_UNANSWERED = 0.5;

    private final List<ProbeOutcome> trains;
    private final int count;

    private Trains(List<ProbeOutcome> trains, int count) {
      this.trains = trains;
      this.count = count;
    }

    /** Where so large a share of the packets is lost. */
    Optional<Place> lossPlace(double share) {
      return between(router -> {
        double lost = 1 - (double) trains.get(router - 1).answers() / count;
        return lost > MOST_UNANSWERED ? Verdict.UNKNOWN : verdict(lost, share);
      });
    }

    /** Where so large a share of the packets is overtaken. */
    Optional<Place> reorderingPlace(double share) {
      return between(router -> {
        ProbeOutcome train = trains.get(router - 1);
        return train.answers() < count * (1 - MOST_UNANSWERED)
            ? Verdict.UNKNOWN
            : verdict((double) train.reorderedReplies() / train.answers(), share);
      });
    }

    private Verdict verdict(double seen, double share) {
      return seen <= share * LITTLE
          ? Verdict.WELL
          : seen >= share * AS_MUCH ? Verdict.NOT_WELL : Verdict.UNKNOWN;
    }
  }

  /**
   * Between the last router where all is well and the first after it where it is not. One that
   * lacks packets before one that does not has only not answered.
   */
  private Optional<Place> between(IntFunction<Verdict> of) {
    int after = 0;
    int before = routers + 1;
    boolean known = routers == 0; // between this machine and the peer there is nothing to find out
    for (int router = routers; router >= 1; router--) {
      Verdict verdict = of.apply(router);
      known |= verdict != Verdict.UNKNOWN;
      if (verdict == Verdict.WELL) {
        after = router;
        break;
      }
      before = verdict == Verdict.NOT_WELL ? router : before;
    }
    return known ? Optional.of(new Place(after, before)) : Optional.empty();
  }
}
