package dev.headroom.sim.fuzz;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.workload.WorkloadSite;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What goes by a schedule: collectives as NCCL and Gloo run them, jobs, halos, storage, prompts.
 */
final class RandomSchedules {
  private static final int TRIES = 20;

  private final Dice dice;
  private final WorkloadSite site;
  private final int nics;
  private final Budget budget;
  private final int hosts;

  /** Those of a job that does not take all, which are whole machines too. */
  private final Optional<String> chosen;

  /**
   * @param nics of each machine; the hosts are whole ones
   */
  RandomSchedules(Dice dice, WorkloadSite site, int nics, Budget budget) {
    this.dice = dice;
    this.site = site;
    this.nics = nics;
    this.budget = budget;
    List<String> all = site.hosts();
    int machines = all.size() / nics;
    int some = machines > 2 && dice.oneIn(3) ? dice.between(2, machines) : machines;
    int first = dice.between(0, machines - some) * nics;
    hosts = some * nics;
    chosen =
        some < machines
            ? Optional.of(String.join(",", all.subList(first, first + hosts)))
            : Optional.empty();
  }

  /** Something that there is, and that takes not too many messages. */
  FlowProgram flows() {
    for (int i = 0; i < TRIES; i++) {
      ToldWorkload told = drawn();
      if (told.complaints(site).isEmpty()) {
        FlowProgram flows = told.on(site);
        if (flows.flows() <= Budget.MOST_FLOWS) {
          return flows;
        }
      }
    }
    return new ToldWorkload(dice, "gloo").set("size", "1KiB").on(site);
  }

  private ToldWorkload drawn() {
    int kind = dice.between(0, 9);
    if (kind == 7 || kind == 8) {
      return storage();
    }
    ToldWorkload told =
        switch (kind) {
          case 0, 1 -> nccl();
          case 2 -> dice.oneIn(3) ? engines() : gloo();
          case 3 -> halo();
          case 4 -> jobs().training();
          case 5 -> jobs().steps();
          case 9 -> inference();
          default -> jobs().graph();
        };
    chosen.ifPresent(some -> told.set("hosts", some));
    return told.seldom("start", start());
  }

  private RandomJobs jobs() {
    return new RandomJobs(dice, hosts, machine(), budget);
  }

  /** One with so many NICs. */
  private Machine machine() {
    return dice.pick(
        MachineCatalogue.all().stream().filter(each -> each.rails().nics() == nics).toList());
  }

  private Size size() {
    return new Size(dice.anyScale(1, Math.max(1, budget.bytes() / hosts)));
  }

  private Time start() {
    return new Time(dice.anyScale(1_000, budget.horizonPs()));
  }

  private ToldWorkload nccl() {
    Machine whole = machine();
    int gpus = whole.gpus();
    ToldWorkload told =
        new ToldWorkload(dice, "nccl")
            .set("collective", dice.pick(Collective.words()))
            .set("size", size())
            .set("machine", whole.name());
    if (nics == 1 && dice.oneIn(2)) {
      Machine other = MachineCatalogue.named(dice.pick(MachineCatalogue.names())).orElseThrow();
      told.set("machine", other.name()).set("perMachine", 1);
      gpus = 1;
      if (other.hasSharp()) {
        told.seldom("sharp", "true");
      }
      List<Integer> trees = IntStream.of(1, 2, 3).filter(this::fillsATree).boxed().toList();
      if (!trees.isEmpty()) {
        told.maybe("machinesPerSwitch", dice.pick(trees));
      }
    }
    if (dice.oneIn(3)) {
      told.maybe("algorithm", "ring", "tree", "nvls", "nvls-tree", "pat");
      told.maybe("protocol", "simple", "ll", "ll128");
    }
    told.maybe("channels", 1, 2, 5);
    told.seldom("release", "2.9.9").seldom("inPlace", "true").seldom("repeat", 2, 5);
    told.seldom("buffer", "256KiB", "8MiB");
    told.seldom("nvlsChunk", "16KiB", "512KiB").seldom("nvlsTreeChunk", "16KiB", "512KiB");
    told.seldom("crossNic", 0, 1).seldom("peerLevel", "LOC", "0");
    return RandomJobs.manner(told)
        .seldom("issue", "5us")
        .seldom("issueChannel", "1us")
        .seldom("gpusPerThread", gpus);
  }

  /** Whether all hosts are machines of one NIC, leaves for so many each, and what is above them. */
  private boolean fillsATree(int machinesPerSwitch) {
    return IntStream.range(machinesPerSwitch + 1, hosts)
        .anyMatch(some -> some + Math.ceilDiv(some, machinesPerSwitch) + 1 == hosts);
  }

  private ToldWorkload gloo() {
    return new ToldWorkload(dice, "gloo")
        .set(
            "collective",
            dice.pick(
                "broadcast",
                "reduce",
                "all-gather",
                "all-reduce",
                "all-to-all",
                "gather",
                "scatter"))
        .set("size", size())
        .maybe("algorithm", "bcube", "ring-chunked", "halving-doubling")
        .maybe("reduceRate", "1Gbps", "1Tbps")
        .maybe("wake", "0ns", "30us");
  }

  private ToldWorkload engines() {
    return new ToldWorkload(dice, "nic-collective")
        .set("collective", dice.pick("all-reduce", "reduce-scatter", "all-gather"))
        .set("size", size())
        .maybe("reduceRate", "1Gbps", "1Tbps")
        .maybe("engineLatency", "0ns", "3us")
        .maybe("piece", "4KiB", "1MiB");
  }

  private ToldWorkload halo() {
    return new ToldWorkload(dice, "halo")
        .set("grid", dice.pick("1D", "2D", "3D", hosts + "x1"))
        .set("size", size())
        .set("iterations", dice.between(1, 4))
        .maybe("periodic", "false")
        .maybe("compute", "1us", "50us")
        .maybe("overlap", "true")
        .maybe("eagerLimit", "0B", "1KiB", "1MiB");
  }

  private ToldWorkload inference() {
    Machine machine = machine();
    long tokens = Math.max(1, Math.min(5_000, budget.bytes() / 4_000_000));
    ToldWorkload told =
        new ToldWorkload(dice, "inference")
            .set("machine", machine.name())
            .set("layers", dice.between(1, 6))
            .set("rate", dice.pick(1_000, 100_000, 10_000_000))
            .set("prefillPerToken", dice.pick("1ps", "10ns", "1us"))
            .set("tensor", dice.pick(1, machine.gpus(), machine.gpus()))
            .maybe("model", "qwen3-8b", "opt-66b", "deepseek-v3")
            .maybe("placement", "mixed")
            .maybe("prefillShare", "0.25", "1")
            .maybe("transfer", "whole")
            .maybe("layersAtOnce", 2, 4)
            .seldom("kvHeads", 1)
            .seldom("headSize", 64)
            .seldom("prefill", 1)
            .seldom("utilisation", "0.5")
            .seldom("tflops", 500)
            .seldom("prefillBase", "1us")
            .seldom("overhead", "1us")
            .seldom("valueBytes", 1)
            .seldom("tokenTime", "0ns");
    ToldWorkload paged =
        dice.oneIn(4)
            ? told.set("pageTokens", dice.pick(16, 1_000))
                .maybe("pageRun", 8)
                .maybe("pageKeys", "together")
            : told;
    return dice.oneIn(6)
        ? paged.set("trace", "0ns=%d,1us=1,1us=%d".formatted(tokens, tokens))
        : paged
            .set("prompt", dice.pick(tokens, "1=50%," + tokens + "=100%"))
            .set("requests", dice.between(1, 6))
            .maybe("arrivals", "even");
  }

  private ToldWorkload storage() {
    Size size = size();
    List<String> targets =
        site.hosts().subList(0, dice.between(1, Math.max(1, site.hosts().size() / 2)));
    return new ToldWorkload(dice, "storage")
        .set("targets", String.join(",", targets))
        .set("size", size)
        .set("block", new Size(dice.anyScale(1, size.bytes())))
        .set("depth", dice.pick(1, 2, 8))
        .maybe("protocol", "object-rdma") // the others are spoken over TCP alone
        .maybe("operation", "write")
        .maybe("driveRate", "1Gbps", "10Tbps")
        .maybe("driveLatency", "0ns", "3us")
        .maybe("gpuDirect", "false")
        .maybe("copyRate", "1Gbps", "1Tbps")
        .seldom("hosts", "*", String.join(",", site.hosts().reversed()));
  }
}
