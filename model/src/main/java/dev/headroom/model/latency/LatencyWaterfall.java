package dev.headroom.model.latency;

import dev.headroom.model.fabric.Link;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.sizing.WireEfficiency;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Latency waterfall of one message, one way, from GPU memory to GPU memory, on an idle path.
 *
 * <pre>
 *   total = sum of the components
 *   wire  = bytes on the wire * 8 / rate                 once: switches cut through
 *   cpu   = cycles of hosts.cpu / hosts.cpu.frequency    TCP only
 * </pre>
 *
 * Example: 8 B at 400 Gb/s over one switch: TCP 28 us, staged RDMA 14 us, RDMA with GPUDirect 2.3
 * us, InfiniBand 2.1 us.
 *
 * @param stack how
 * @param components in the order of time
 */
public record LatencyWaterfall(LatencyStack stack, List<LatencyComponent> components) {
  /** A call of cudaMemcpy for a small copy; GDRCopy's README: 6 to 7 us. */
  private static final long COPY_PS = 6_500_000;

  private static final String COPY_SOURCE = "GDRCopy README: cudaMemcpy takes 6 to 7 us";

  /** From host to GPU memory and back over PCIe; GDRCopy's ping-pong on a V100. */
  private static final long GPU_ROUND_TRIP_PS = 1_090_000;

  private static final String GPU_SOURCE =
      "GDRCopy README: ping-pong of CPU and GPU over PCIe, V100, 1.09 us";

  private static final String ADAPTER_SOURCE =
      "NVIDIA ConnectX-6 product briefs: under 0.6 us (InfiniBand), 0.8 us (Ethernet)";

  public LatencyWaterfall {
    components = List.copyOf(components);
  }

  /** The sum, in picoseconds. */
  public long totalPs() {
    return components.stream().mapToLong(LatencyComponent::ps).sum();
  }

  /** What a message takes over a route, beside the software that posts it. */
  public static LatencyWaterfall of(LatencyStack stack, GpuRoute route) {
    return new LatencyWaterfall(stack, new Parts(stack, route).all(Optional.empty()));
  }

  /** The same with who posts it; over stacks with GPUDirect, where GPUs may do so. */
  public static LatencyWaterfall of(LatencyStack stack, GpuRoute route, LatencyPoster poster) {
    return new LatencyWaterfall(stack, new Parts(stack, route).all(Optional.of(poster)));
  }

  /** Collects the components. */
  private static final class Parts {
    private final LatencyStack stack;
    private final GpuRoute route;
    private final long bytes;
    private final WireEfficiency frames;
    private final List<LatencyComponent> parts = new ArrayList<>();

    Parts(LatencyStack stack, GpuRoute route) {
      this.stack = stack;
      this.route = route;
      bytes = route.message().bytes();
      frames = new WireEfficiency(stack.format(), stack.mtu(), route.message(), false);
    }

    List<LatencyComponent> all(Optional<LatencyPoster> poster) {
      boolean kernel = stack == LatencyStack.TCP;
      poster.filter(_ -> !stack.staged()).ifPresent(this::post);
      if (stack.staged()) {
        add("copyOut", "copy from GPU to host memory", COPY_PS, COPY_SOURCE);
      }
      if (kernel) {
        send();
      }
      add("adapters", "adapters and PCIe of both hosts", stack.adaptersPs(), ADAPTER_SOURCE);
      if (!stack.staged()) {
        add("gpuRead", "NIC reads GPU memory, round trip", GPU_ROUND_TRIP_PS, GPU_SOURCE);
      }
      pcie("payloadOut", "payload out over PCIe", route.pcie().completionBytes(bytes));
      network();
      pcie("payloadIn", "payload in over PCIe", route.pcie().writeBytes(bytes));
      if (kernel) {
        receive();
      }
      if (stack.staged()) {
        add("copyIn", "copy from host to GPU memory", COPY_PS, COPY_SOURCE);
      }
      return parts;
    }

    /** What comes before the doorbell, and the read of what that does not carry. */
    private void post(LatencyPoster poster) {
      if (poster != LatencyPoster.CPU) {
        knob("gpuPost", "the GPU's request and its completion", NicKnobs.GPU_POST);
      }
      switch (poster) {
        case CPU -> knob("post", "the thread posts", NicKnobs.POST);
        case PROXY -> {
          knob("proxyHop", "the thread finds the request", NicKnobs.PROXY_HOP);
          knob("post", "the thread posts", NicKnobs.POST);
        }
        case GPU ->
            add("requestRead", "NIC reads the request from GPU", GPU_ROUND_TRIP_PS, GPU_SOURCE);
      }
    }

    private void knob(String id, String label, Knob<Time> time) {
      add(id, label, time.fallback().orElseThrow().ps(), time.name() + ": " + time.source());
    }

    private void network() {
      double seconds = frames.wireBytes() * 8.0 / route.rate().bps();
      add(
          "wire",
          "serialization on the wire",
          Math.round(seconds * 1e12),
          "bytes on the wire x 8 / rate");
      long cable = Link.delayPs(route.cable().metres());
      add(
          "cables",
          "propagation in the cables",
          cable * (route.switches() + 1),
          "two thirds of the speed of light");
      add(
          "switches",
          "switches",
          route.switchLatency().ps() * route.switches(),
          "fabric.switches.latency: data sheets of the 2020s, 200 to 800 ns");
    }

    private void pcie(String id, String label, long tlpBytes) {
      double seconds = tlpBytes * 8.0 / route.pcie().tlpBps();
      add(id, label, Math.round(seconds * 1e12), "pcie-bench, SIGCOMM 2018: bytes of TLPs / rate");
    }

    private void send() {
      cpu("sendCall", "write() and copy", CpuKnobs.SYSCALL, bytes * fallback(CpuKnobs.SEND_COPY));
      cpu("sendStack", "TCP and IP of the sender", CpuKnobs.AGGREGATE, 0);
    }

    private void receive() {
      add(
          "moderation",
          "delayed interrupt",
          CpuKnobs.MODERATION.fallback().orElseThrow().ps(),
          "hosts.cpu.moderation: " + CpuKnobs.MODERATION.source());
      cpu("interrupt", "interrupt and wake-up of the application", CpuKnobs.INTERRUPT, 0);
      cpu("driver", "driver of the receiver", CpuKnobs.PACKET, 0);
      cpu("receiveStack", "TCP and IP of the receiver", CpuKnobs.AGGREGATE, 0);
      double copy = bytes * fallback(CpuKnobs.RECEIVE_COPY);
      cpu("receiveCall", "read() and copy", CpuKnobs.SYSCALL, copy);
    }

    /** A cost in cycles, and more of them. */
    private void cpu(String id, String label, Knob<Double> cycles, double more) {
      double hertz = fallback(CpuKnobs.FREQUENCY) * 1e9;
      long ps = Math.round((fallback(cycles) + more) / hertz * 1e12);
      add(id, label, ps, cycles.name() + ": " + cycles.source());
    }

    private static double fallback(Knob<Double> knob) {
      return knob.fallback().orElseThrow();
    }

    private void add(String id, String label, long ps, String source) {
      parts.add(new LatencyComponent(id, label, ps, source));
    }
  }
}
