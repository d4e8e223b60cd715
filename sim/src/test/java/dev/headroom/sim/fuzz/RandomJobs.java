package dev.headroom.sim.fuzz;

import dev.headroom.model.machine.Machine;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.List;

/** What GPUs do beside the network: training steps, scripts, graphs. */
final class RandomJobs {
  private static final List<String> GROUPS =
      List.of("tensor", "data", "expert", "expert-data", "all");
  private static final List<String> CALLS =
      List.of("all-reduce", "all-gather", "reduce-scatter", "all-to-all", "broadcast", "reduce");

  private final Dice dice;
  private final Machine machine;
  private final Budget budget;
  private final int hosts;
  private final int gpus;

  /**
   * @param hosts NICs of the machines that the job has
   */
  RandomJobs(Dice dice, int hosts, Machine machine, Budget budget) {
    this.dice = dice;
    this.machine = machine;
    this.budget = budget;
    this.hosts = hosts;
    gpus = hosts / machine.rails().nics() * machine.gpus();
  }

  private Size size() {
    return new Size(dice.anyScale(1, Math.max(1, budget.bytes() / gpus / 4)));
  }

  /** A number that divides another. */
  private int divisorOf(int whole) {
    int divisor = dice.between(1, whole);
    while (whole % divisor != 0) {
      divisor--;
    }
    return divisor;
  }

  /** How connections and calls are, of whatever NCCL runs. */
  static ToldWorkload manner(ToldWorkload told) {
    return told.maybe("queuePairs", 1, 2, 3)
        .maybe("splitData", "true")
        .maybe("pxn", "false")
        .seldom("gpuDirect", "false")
        .seldom("gpuDirectLevel", "LOC", "2", "SYS")
        .seldom("nvls", "false")
        .seldom("launch", "3us")
        .seldom("efficiency", "0.5", "1.5")
        .seldom("latencyScale", "0.1", "5")
        .seldom("busyShare", "0.3", "1");
  }

  /** Of jobs in which a GPU may be slow, or die. */
  private ToldWorkload troubled(ToldWorkload told) {
    told.set("machine", machine.name());
    told.seldom("slowGpu", dice.between(0, gpus - 1)).seldom("slowBy", "1", "20");
    if (dice.oneIn(6)) {
      told.set("deadGpu", dice.between(0, gpus - 1)).maybe("deadAfter", "0", "0.9", "1");
    }
    return manner(told);
  }

  ToldWorkload training() {
    int tensor = dice.oneIn(2) ? machine.gpus() : divisorOf(machine.gpus());
    int replicas = gpus / tensor;
    int pipeline = dice.oneIn(2) ? 1 : divisorOf(replicas);
    ToldWorkload told = troubled(new ToldWorkload(dice, "training"));
    if (dice.oneIn(3)) {
      int expert = divisorOf(replicas / pipeline);
      told.set("expert", expert).set("experts", expert * dice.between(1, 2)).maybe("topK", 1, 3);
    }
    return told.set("tensor", tensor)
        .set("pipeline", pipeline)
        .set("layers", pipeline * dice.between(1, 2))
        .set("hidden", dice.pick(8, 64, 256))
        .set("sequence", dice.pick(1, 16, 128))
        .set("vocabulary", dice.pick(100, 1_000))
        .set("microBatches", dice.between(1, 2))
        .maybe("microBatch", 2)
        .maybe("tflops", "1", "1000")
        .maybe("utilisation", "0.1", "1")
        .maybe("sequenceParallel", "false")
        .maybe("recompute", "true")
        .maybe("distributedOptimizer", "false")
        .maybe("gradientBytes", 2)
        .maybe("bucket", 1, 10_000)
        .maybe("overlap", "false");
  }

  ToldWorkload steps() {
    List<String> lines = new ArrayList<>();
    for (int i = dice.between(1, 4); i > 0; i--) {
      switch (dice.between(0, 3)) {
        case 0 -> lines.add("compute " + dice.pick("0ns", "3us", "40us"));
        case 1 -> {
          String group = dice.pick(GROUPS);
          lines.add("start " + group + " " + dice.pick(CALLS) + " " + size());
          lines.add("compute 5us");
          lines.add("await " + group);
        }
        case 2 -> lines.addAll(List.of("repeat 2", call(), "end"));
        default -> lines.add(call());
      }
    }
    int tensor = dice.oneIn(2) ? machine.gpus() : divisorOf(machine.gpus());
    return troubled(new ToldWorkload(dice, "steps"))
        .set("script", String.join("\n", lines))
        .set("tensor", tensor)
        .set("expert", divisorOf(gpus / tensor))
        .seldom("samples", 7);
  }

  private String call() {
    return dice.pick(GROUPS) + " " + dice.pick(CALLS) + " " + size();
  }

  /** All GPUs of each machine, or one beside each NIC. */
  ToldWorkload graph() {
    ToldWorkload told = manner(new ToldWorkload(dice, "graph").set("machine", machine.name()));
    if (machine.rails().nics() > 1 || dice.oneIn(2)) {
      return told.set("graph", nodes(gpus));
    }
    return told.set("machine", "dgx-a100").set("perMachine", 1).set("graph", nodes(hosts));
  }

  private String nodes(int on) {
    List<String> lines = new ArrayList<>(List.of("gpu 0.." + (on - 1)));
    int nodes = dice.between(1, 5);
    for (int i = 0; i < nodes; i++) {
      String after = i == 0 || dice.oneIn(3) ? "" : " after " + dice.between(0, i - 1);
      lines.add(
          switch (dice.between(0, 4)) {
                case 0 -> "compute " + dice.pick("0ns", "3us", "40us");
                case 1 -> "cpu " + dice.pick("1us", "10us");
                case 2 -> "all " + dice.pick(CALLS) + " " + size();
                default -> "all all-reduce " + size();
              }
              + after);
    }
    if (on > 1 && dice.oneIn(2)) {
      int step = dice.between(1, on - 1);
      String size = size().toString();
      lines.add("send +" + step + " " + size);
      lines.add("receive -" + step + " " + size);
    }
    return String.join("\n", lines);
  }
}
