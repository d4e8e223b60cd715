package dev.headroom.wire.perftest;

import static dev.headroom.wire.pingpong.Neighbours.address;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.connect.CmListener;
import dev.headroom.wire.connect.ConnectionManager;
import dev.headroom.wire.connect.ForgedRequests;
import dev.headroom.wire.pingpong.Neighbours;
import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.soft.SoftLoop;
import dev.headroom.wire.verbs.ManagementPort;
import dev.headroom.wire.verbs.QueuePairType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.ConnectException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests whose sides find each other by the connection manager. */
final class CmPerfChannelTest {
  private static final String HERE = "127.0.0.19";
  private static final String THERE = "127.0.0.20";
  private static final String FORGER = "127.0.0.21";
  private static final int PORT = 18515;

  /** Of {@link ForgedRequests}. */
  private static final long SEED_OF_ONE_AS_IT_SHOULD_BE = 5;

  private record Heard(List<PerfReport> reports) implements PerfSession.ResultListener {
    Heard() {
      this(new ArrayList<>());
    }

    @Override
    public void connected(PerfSettings agreed, List<PerfQpInfo> mine, List<PerfQpInfo> theirs) {
      assertThat(theirs).hasSize(agreed.queues().queuePairs());
    }

    @Override
    public void progress(long done, long total) {}

    @Override
    public void measured(PerfReport report) {
      reports.add(report);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "WRITE_BW,1,false", "WRITE_BW,5,true", "WRITE_LAT,1,false", "SEND_BW,3,false",
    "SEND_BW,1,true", "SEND_LAT,1,false", "READ_BW,2,false", "READ_LAT,1,false",
    "ATOMIC_BW,1,false", "ATOMIC_LAT,1,false"
  })
  void shouldMeasure(PerfTest test, int pairs, boolean bothWays) throws Exception {
    PerfSettings settings = settings(test, pairs, bothWays);
    try (Neighbours ends = new Neighbours(HERE, THERE)) {
      ConnectionManager here = manager(ends.here);
      ConnectionManager there = manager(ends.there);
      try (CmListener listener = there.listen(PORT)) {
        CompletableFuture<Heard> server =
            Neighbours.beside(() -> {
              Heard heard = new Heard();
              try (CmPerfChannel line = CmPerfChannel.acceptClient(ends.there, listener, _ -> {})) {
                PerfSession.server(ends.there, line, settings, heard);
              }
              return heard;
            });
        Heard heard = new Heard();
        try (CmPerfChannel line = CmPerfChannel.call(ends.here, here, address(THERE), PORT)) {
          PerfSession.client(ends.here, line, settings, heard);
        }
        Heard served = server.get(20, TimeUnit.SECONDS);
        assertThat(heard.reports).hasSize(1);
        if (bothWays) {
          assertThat(((BandwidthResult) heard.reports.getFirst()).averageMiBps())
              .isEqualTo(((BandwidthResult) served.reports.getFirst()).averageMiBps());
        }
      }
      assertThat(there.halfOpen()).isZero();
    }
  }

  @Test
  void shouldSayThatNobodyListens() throws Exception {
    try (Neighbours ends = new Neighbours(HERE, THERE)) {
      ConnectionManager _ = manager(ends.there);
      ConnectionManager here = manager(ends.here);
      assertThatThrownBy(() -> CmPerfChannel.call(ends.here, here, address(THERE), PORT))
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("no server listens there");
    }
  }

  /** A client that connects and goes, and one that says something else than perftest would. */
  @Test
  void shouldGiveUpAPeerThatDoesNotSpeakIt() throws Exception {
    for (boolean speaks : List.of(false, true)) {
      try (Neighbours ends = new Neighbours(HERE, THERE)) {
        ConnectionManager here = manager(ends.here);
        ConnectionManager there = manager(ends.there);
        try (CmListener listener = there.listen(PORT)) {
          CompletableFuture<Boolean> server =
              Neighbours.beside(() -> {
                try (CmPerfChannel line =
                    CmPerfChannel.acceptClient(ends.there, listener, _ -> {})) {
                  PerfSession.server(
                      ends.there, line, settings(PerfTest.WRITE_BW, 1, false), new Heard());
                }
                return true;
              });
          try (CmPerfChannel line = CmPerfChannel.call(ends.here, here, address(THERE), PORT)) {
            if (speaks) {
              line.write(new byte[3]);
            }
          }
          assertThatThrownBy(() -> server.get(10, TimeUnit.SECONDS))
              .isInstanceOf(ExecutionException.class)
              .cause()
              .isInstanceOf(IOException.class)
              .hasMessageContaining(speaks ? "perftest sends 16" : "closed the connection");
        }
      }
    }
  }

  /** Somebody asks and is never heard of again: a client that comes later is served. */
  @Test
  void shouldServeOnAfterAForgedRequest() throws Exception {
    PerfSettings settings = settings(PerfTest.WRITE_BW, 1, false);
    List<String> gaveUp = Collections.synchronizedList(new ArrayList<>());
    try (Neighbours ends = new Neighbours(HERE, THERE)) {
      ConnectionManager there = manager(ends.there);
      try (CmListener listener = there.listen(PORT)) {
        CompletableFuture<Boolean> server =
            Neighbours.beside(() -> {
              try (CmPerfChannel line =
                  CmPerfChannel.acceptClient(
                      ends.there, listener, e -> gaveUp.add(String.valueOf(e.getMessage())))) {
                PerfSession.server(ends.there, line, settings, new Heard());
              }
              return true;
            });
        try (SoftDevice forger = SoftDevice.open(address(FORGER));
            SoftLoop _ = SoftLoop.start(forger)) {
          forger.manage(new AsksOnce(forger));
          for (int i = 0; gaveUp.isEmpty() && i < 200; i++) {
            TimeUnit.MILLISECONDS.sleep(100);
          }
        }
        ConnectionManager here = manager(ends.here);
        try (CmPerfChannel line = CmPerfChannel.call(ends.here, here, address(THERE), PORT)) {
          PerfSession.client(ends.here, line, settings, new Heard());
        }
        assertThat(server.get(20, TimeUnit.SECONDS)).isTrue();
      }
    }
    assertThat(gaveUp).containsExactly(FORGER + " requested a connection and never confirmed it");
  }

  /** Asks for a connection as soon as it can, and does not listen to answers. */
  private static final class AsksOnce implements ManagementPort.Manager {
    private final ManagementPort device;
    private boolean asked;

    AsksOnce(ManagementPort device) {
      this.device = device;
    }

    @Override
    public void receive(InetAddress from, MemorySegment mad) {}

    @Override
    public void look(long nowNs) {
      if (!asked) {
        asked = true;
        SplittableRandom random = new SplittableRandom(SEED_OF_ONE_AS_IT_SHOULD_BE);
        byte[] mad = ForgedRequests.next(random, PORT, address(FORGER), address(THERE));
        device.send(address(THERE), MemorySegment.ofArray(mad));
      }
    }

    @Override
    public long wakeNs() {
      return asked ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
  }

  private static PerfSettings settings(PerfTest test, int pairs, boolean bothWays) {
    return new PerfSettings(
        test,
        QueuePairType.RC,
        new PerfSettings.Messages(test.verb() == PerfTest.Verb.ATOMIC ? 8 : 3000, 200, false),
        new PerfSettings.Queues(pairs, test.latency() ? 1 : 16, 200, 8),
        new PerfSettings.Connection(1024, 14, 16),
        new PerfSettings.Course(false, bothWays, 0));
  }

  private static ConnectionManager manager(SoftDevice device) {
    return ConnectionManager.of(device, System::nanoTime, new SecureRandom());
  }
}
