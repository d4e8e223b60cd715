package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Runs in one process have nothing in common that either could change. */
final class RunsApartTest {
  private static final int OFTEN = 2_000;

  /** A small fabric and a larger one, put together at the same time again and again. */
  @Test
  void shouldBePutTogetherBesideOthers() throws Exception {
    try (ExecutorService two = Executors.newFixedThreadPool(2)) {
      Future<Integer> small = two.submit(hosts(2));
      Future<Integer> large = two.submit(hosts(40));
      assertThat(small.get()).isEqualTo(2 * OFTEN);
      assertThat(large.get()).isEqualTo(40 * OFTEN);
    }
  }

  private static Callable<Integer> hosts(int count) {
    Scenario scenario = Lab.star(count, "100Gbps", "1us").flow(0, 1, 10_000, 0).scenario();
    return () -> {
      int hosts = 0;
      for (int i = 0; i < OFTEN; i++) {
        hosts += SimulationSetup.of(scenario, 1, false).network().groupOfHost().length;
      }
      return hosts;
    };
  }
}
