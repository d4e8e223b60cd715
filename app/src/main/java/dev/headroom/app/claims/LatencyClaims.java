package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.model.latency.Route;
import dev.headroom.model.latency.Stack;
import dev.headroom.model.latency.Waterfall;
import dev.headroom.model.pcie.Generation;
import dev.headroom.model.pcie.PcieLink;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.List;

/** What the articles say of the latency of small messages. */
final class LatencyClaims {
  private static final String COMMAND = "headroom latency";

  /** 8 B over one switch of 300 ns and 10 m of cable. */
  private static final Route ROUTE =
      new Route(
          new Size(8),
          Rate.ofGbps(400),
          1,
          new Length(10_000),
          new Time(300_000),
          PcieLink.of(Generation.of(5), 16, 256, 512));

  private LatencyClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S1:11",
            "a small message takes TCP 5 to 10 times as long as RDMA",
            Stated.between(5, 10, "times"),
            "TCP over RDMA with GPUDirect",
            () -> us(Stack.TCP) / us(Stack.RDMA_GPUDIRECT),
            COMMAND),
        numeric(
            "S2:125",
            "GPUDirect takes 70 % off the latency",
            Stated.about(70, "%", 0.1),
            "RDMA with GPUDirect beside RDMA through host memory",
            () -> 100 * (1 - us(Stack.RDMA_GPUDIRECT) / us(Stack.RDMA_STAGED)),
            COMMAND),
        numeric(
            "S3:5",
            "RDMA makes latency 10 to 100 times shorter",
            Stated.between(10, 100, "times"),
            "TCP over RDMA",
            when("RDMA with GPUDirect", () -> us(Stack.TCP) / us(Stack.RDMA_GPUDIRECT), COMMAND),
            when("RDMA, staged", () -> us(Stack.TCP) / us(Stack.RDMA_STAGED), COMMAND)),
        numeric(
            "S3:199",
            "TCP without GPUDirect: 50 to 100 us for 8 B",
            Stated.between(50, 100, "us"),
            "TCP, a switch and 10 m of cable",
            () -> us(Stack.TCP),
            COMMAND),
        numeric(
            "S3:200",
            "RDMA without GPUDirect: 10 to 20 us for 8 B",
            Stated.between(10, 20, "us"),
            "RDMA through host memory, likewise",
            () -> us(Stack.RDMA_STAGED),
            COMMAND),
        numeric(
            "S3:201",
            "RDMA with GPUDirect: 2 to 5 us for 8 B",
            Stated.between(2, 5, "us"),
            "RDMA with GPUDirect, likewise",
            () -> us(Stack.RDMA_GPUDIRECT),
            COMMAND),
        numeric(
            "S3:202",
            "InfiniBand with GPUDirect: 0.5 to 2 us for 8 B",
            Stated.between(0.5, 2, "us"),
            "InfiniBand with GPUDirect, likewise",
            () -> us(Stack.INFINIBAND_GPUDIRECT),
            COMMAND),
        numeric(
            "S4:27",
            "a kernel's network stack takes milliseconds",
            Stated.atLeast(1_000, "us"),
            "TCP, a switch and 10 m of cable",
            () -> us(Stack.TCP),
            COMMAND));
  }

  /** Of 8 B over that route. */
  static double us(Stack stack) {
    return Waterfall.of(stack, ROUTE).totalPs() * 1e-6;
  }
}
