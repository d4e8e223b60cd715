package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.ManagementPort;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

/** What goes wrong within a device, or in those it calls, stops nobody else. */
final class InternalFaultsTest {
  /** One that breaks whatever it is told. */
  private static final class Broken implements ManagementPort.Manager {
    private int told;

    @Override
    public void receive(InetAddress from, MemorySegment mad) {
      told++;
      throw new IndexOutOfBoundsException("a message that nobody thought of");
    }

    @Override
    public void look(long nowNs) {
      told++;
      throw new ArithmeticException("a time that nobody thought of");
    }

    @Override
    public long wakeNs() {
      return Long.MAX_VALUE;
    }
  }

  @Test
  void shouldGoOnBesideAManagerThatBreaks() {
    try (TwoEnds ends = new TwoEnds(RoughNetwork.Weather.FAIR, 1, ConnectionSettings.DEFAULT)) {
      Broken broken = new Broken();
      ends.b.device.manage(broken);
      ends.a.device.send(
          ends.b.device.address(), MemorySegment.ofArray(new byte[ManagementPort.MAD_BYTES]));
      ends.a.pair.post(
          WorkRequest.write(
              1, ends.b.region.address(), ends.b.region.rkey(), ends.a.region.slice(0, 4096)));
      ends.until(() -> !ends.a.completions.isEmpty());
      assertThat(ends.a.completions.getFirst().status()).isEqualTo(WorkCompletion.Status.SUCCESS);
      assertThat(broken.told).isPositive();
      assertThat(ends.b.device.faults()).isEqualTo(broken.told);
      assertThat(ends.a.device.faults()).isZero();
    }
  }
}
