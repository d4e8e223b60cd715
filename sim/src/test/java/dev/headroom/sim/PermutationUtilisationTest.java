package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.sim.build.PathTracer;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.unit.Time;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How much of a fabric a permutation of endless flows can use, one queue pair a host: by ECMP what
 * the dice leave over, by choosing for each packet nearly all.
 *
 * <p>{@code -Dheadroom.validation=full} simulates twenty salts instead of one.
 */
final class PermutationUtilisationTest {
  private static final ResultTable PER_PACKET =
      ResultTable.of(
          "permutation-per-packet", PermutationUtilisationTest.class, "fabric, routing", "payload");

  private static final ResultTable FLUID =
      ResultTable.of(
          "permutation-ecmp",
          PermutationUtilisationTest.class,
          "fabric",
          "minimum of 20 salts",
          "maximum",
          "mean",
          "greatest difference of runs, points");

  /** Of a line, at MTU 4096: 62 B of headers, 20 B of preamble and gap. */
  private static final double PAYLOAD = 4096.0 / (4096 + 62 + 20);

  private static final int SALTS = 20;

  private static final boolean FULL = "full".equals(System.getProperty("headroom.validation"));
  private static final int SIMULATED = FULL ? SALTS : 1;

  /** A fabric and who sends to whom. */
  enum Case {
    /** 16 leaves of 16 hosts, 16 spines; each leaf sends to the next. */
    TWO_TIERS("leaf-spine, to the next leaf", "leaf-spine", 256, 0.57, 0.69) {
      @Override
      IntUnaryOperator targets(int seed) {
        return host -> (host + 16) % hosts;
      }
    },
    /** The same; everybody sends to somebody. */
    TWO_TIERS_RANDOM("leaf-spine, random", "leaf-spine", 256, 0.50, 0.60) {
      @Override
      IntUnaryOperator targets(int seed) {
        return derangement(hosts, seed);
      }
    },
    /** A fat tree of k = 8; everybody sends to somebody. */
    THREE_TIERS("fat tree of k = 8, random", "fat-tree", 128, 0.44, 0.52) {
      @Override
      IntUnaryOperator targets(int seed) {
        return derangement(hosts, seed);
      }
    };

    private final String title;
    private final String shape;
    final int hosts;
    private final double least;
    private final double most;

    Case(String title, String shape, int hosts, double least, double most) {
      this.title = title;
      this.shape = shape;
      this.hosts = hosts;
      this.least = least;
      this.most = most;
    }

    abstract IntUnaryOperator targets(int seed);

    /** Its flows, for ever. */
    Lab lab(int seed) {
      Lab lab =
          "fat-tree".equals(shape)
              ? Lab.shape(shape, "fabric.k=8", "fabric.links.rate=100Gbps")
              : Lab.shape(
                  shape,
                  "fabric.leaves=16",
                  "fabric.spines=16",
                  "fabric.hostsPerLeaf=16",
                  "fabric.links.rate=100Gbps");
      IntUnaryOperator to = targets(seed);
      for (int host = 0; host < hosts; host++) {
        lab.flow(host, to.applyAsInt(host), 1L << 40, 0);
      }
      return lab.set(RunKnobs.SEED, Integer.toString(seed));
    }

    private static IntUnaryOperator derangement(int n, int seed) {
      SplittableRandom random = new SplittableRandom(seed);
      int[] to = new int[n];
      do {
        for (int i = 0; i < n; i++) {
          int j = random.nextInt(i + 1);
          to[i] = to[j];
          to[j] = i;
        }
      } while (IntStream.range(0, n).anyMatch(i -> to[i] == i));
      return host -> to[host];
    }
  }

  /** Max-min fair rates on the paths that ECMP takes, as a share of all lines. */
  private static double fluid(Lab lab) {
    SimulationSetup assembly = SimulationSetup.of(lab.scenario(), 1, false);
    PathTracer tracer = new PathTracer();
    int[][] links = new int[assembly.flowStates().program().flows()][];
    for (int flow = 0; flow < links.length; flow++) {
      int source = assembly.flowStates().program().source(flow);
      Port nic = assembly.network().port(assembly.hosts().all().get(source).node);
      List<Port> path = tracer.trace(assembly.routes().forwardTuple(flow), nic);
      links[flow] = path.stream().mapToInt(port -> port.id).toArray();
    }
    double[] capacity =
        new double[Arrays.stream(assembly.network().ports()).mapToInt(own -> own.length).sum()];
    Arrays.fill(capacity, 1);
    return Arrays.stream(MaxMin.rates(links, capacity)).average().orElseThrow();
  }

  /** DCQCN that is quick to take what is free, so that it gets near its fair share in 2 ms. */
  private static Lab quick(Lab lab) {
    return lab.set(Knobs.named("congestion.increaseTimer", ValueType.TIME), "20us")
        .set(Knobs.named("congestion.rateAi", ValueType.RATE), "500Mbps")
        .set(Knobs.named("congestion.rateHai", ValueType.RATE), "500Mbps");
  }

  private static Lab perPacket(Lab lab, String algorithm, String recovery) {
    return quick(lab).set(RoutingKnobs.ROUTING, algorithm).set(TransportKnobs.RECOVERY, recovery);
  }

  /** Payload that is placed between two times, as a share of what all lines carry. */
  private static double goodput(Lab lab, String from, String to) {
    SimulationSetup assembly = SimulationSetup.of(lab.scenario(), 1, false);
    Partition all = assembly.network().partitions().getFirst();
    all.advance(Time.parse(from).ps());
    long before = placed(assembly);
    all.advance(Time.parse(to).ps());
    double seconds = (Time.parse(to).ps() - Time.parse(from).ps()) * 1e-12;
    return (placed(assembly) - before) * 8 / seconds / 100e9 / assembly.hosts().all().size();
  }

  private static long placed(SimulationSetup assembly) {
    return assembly.hosts().all().stream()
        .mapToLong(host -> host.hostCounters.payloadDelivered)
        .sum();
  }

  @Tag("whole")
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "THREE_TIERS")
  void shouldUseByEcmpOnTwoTiersWhatMaxMinFairnessLeaves(Case fabric) {
    shouldUseByEcmpWhatMaxMinFairnessLeaves(fabric);
  }

  @ParameterizedTest
  @EnumSource(names = "THREE_TIERS")
  void shouldUseByEcmpWhatMaxMinFairnessLeaves(Case fabric) {
    double all = 0;
    double least = 1;
    double most = 0;
    double apart = 0;
    for (int salt = 1; salt <= SALTS; salt++) {
      double fluid = fluid(fabric.lab(salt));
      all += fluid / SALTS;
      least = Math.min(least, fluid);
      most = Math.max(most, fluid);
      assertThat(fluid).isBetween(fabric.least, fabric.most);
      if (salt <= SIMULATED) {
        double simulated = goodput(quick(fabric.lab(salt)), "2ms", "3ms");
        apart = Math.max(apart, Math.abs(simulated - fluid * PAYLOAD));
        assertThat(simulated).isCloseTo(fluid * PAYLOAD, within(0.03));
      }
    }
    FLUID.row(
        fabric.title + (FULL ? ", 20 runs" : ", 1 run"),
        Cells.share(least, 1),
        Cells.share(most, 1),
        Cells.share(all, 1),
        Cells.number(100 * apart, 1));
  }

  @Tag("whole")
  @ParameterizedTest
  @EnumSource(names = "TWO_TIERS")
  void shouldUseNearlyAllOnTwoTiersWhereEachPacketChooses(Case fabric) {
    shouldUseNearlyAllWhereEachPacketChooses(fabric);
  }

  @ParameterizedTest
  @EnumSource(names = "THREE_TIERS")
  void shouldUseNearlyAllWhereEachPacketChooses(Case fabric) {
    for (String algorithm :
        FULL ? List.of("adaptive", "adaptive-remote", "spray") : List.of("adaptive", "spray")) {
      Lab lab = perPacket(fabric.lab(1), algorithm, "out-of-order");
      double goodput = goodput(lab, "400us", "1ms");
      PER_PACKET.row("%s, `%s`".formatted(fabric.title, algorithm), Cells.share(goodput, 1));
      assertThat(goodput).as(algorithm).isGreaterThan(0.94);
    }
  }

  @Tag("whole")
  @ParameterizedTest
  @EnumSource(names = "TWO_TIERS")
  void shouldLoseByGoBackNOnTwoTiersWhatSprayingGains(Case fabric) {
    shouldLoseByGoBackNWhatSprayingGains(fabric);
  }

  @ParameterizedTest
  @EnumSource(names = "THREE_TIERS")
  void shouldLoseByGoBackNWhatSprayingGains(Case fabric) {
    Lab lab = perPacket(fabric.lab(1), "spray", "go-back-n");
    double goodput = goodput(lab, "400us", "1ms");
    PER_PACKET.row(fabric.title + ", `spray` with `go-back-n`", Cells.share(goodput, 1));
    assertThat(goodput).isLessThan(0.4);
  }
}
