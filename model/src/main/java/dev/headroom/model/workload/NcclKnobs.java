package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.NcclAlgorithm;
import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.collective.NcclRelease;
import dev.headroom.model.collective.PathClass;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Parameters of an NCCL collective, and of jobs that call NCCL. */
public final class NcclKnobs {
  private static final String AUTO = "auto";
  private static final ValueType<PathClass> LEVEL =
      new ValueType<>(
          "path class",
          "PXB",
          NcclKnobs::parseLevel,
          PathClass::name,
          Arrays.stream(PathClass.values()).map(PathClass::name).toList());

  public static final Knob<Collective> COLLECTIVE =
      Knob.of(
          "workload.collective",
          ValueType.choice(Collective.class),
          Collective.ALL_REDUCE.word(),
          "collective operation");
  public static final Knob<Size> SIZE =
      CommonParameters.size("64MiB", "size as in nccl-tests: the largest buffer of a rank");
  public static final Knob<String> MACHINE =
      Knob.of(
              "workload.machine",
              words(MachineCatalogue.names()),
              "dgx-h100",
              "machine model; the hosts are its NICs, machine by machine")
          .from("vendors' system pages and NCCL 2.30.7's search; docs/collectives.md");
  public static final Knob<Long> PER_MACHINE =
      Knob.derived(
              "workload.perMachine",
              WHOLE,
              "all",
              "number of GPUs per machine that take part, from the first; the hosts are the "
                  + "NICs next to these GPUs")
          .within("1", "72")
          .from("mpirun -N; the data-parallel groups of training with tensor parallelism")
          .real("CUDA_VISIBLE_DEVICES");
  public static final Knob<String> ALGORITHM =
      Knob.of(
              "workload.algorithm",
              words(Stream.concat(Stream.of(AUTO), NcclAlgorithm.words().stream()).toList()),
              AUTO,
              "NCCL's algorithm; auto: NCCL's choice")
          .from("NCCL 2.30.7, src/graph/tuning.cc")
          .real("NCCL_ALGO");
  public static final Knob<String> PROTOCOL =
      Knob.of(
              "workload.protocol",
              words(Stream.concat(Stream.of(AUTO), NcclProtocol.words().stream()).toList()),
              AUTO,
              "NCCL's protocol; auto: NCCL's choice")
          .from("NCCL 2.30.7, src/graph/tuning.cc")
          .real("NCCL_PROTO");
  public static final Knob<NcclRelease> RELEASE =
      Knob.of(
              "workload.release",
              ValueType.choice(NcclRelease.class),
              NcclRelease.V2_30_7.word(),
              "NCCL version: its choices, and its distribution of data to channels; 2.9.9 "
                  + "(and from 2.8.3) on A100 with NVLink")
          .from("NVIDIA/nccl v2.30.7-1 and v2.9.9-1, src/graph/tuning.cc");
  public static final Knob<Long> CHANNELS =
      Knob.derived(
              "workload.channels",
              WHOLE,
              "NCCL's choice",
              "number of channels, all used at any size; NCCL uses fewer for small data")
          .within("1", "64")
          .from("NCCL: channels")
          .real("NCCL_MIN_NCHANNELS, NCCL_MAX_NCHANNELS");
  public static final Knob<Size> BUFFER =
      Knob.of(
              "workload.buffer",
              ValueType.SIZE,
              "4MiB",
              "buffer of each connection with Simple, in eight slots: rings forward half of "
                  + "it at a time, trees an eighth")
          .within("256KiB", "1GiB")
          .from("NCCL 2.30.7, src/init.cc; aws-ofi-nccl sets 8 MiB")
          .real("NCCL_BUFFSIZE");
  public static final Knob<Size> NVLS_CHUNK =
      Knob.derived(
              "workload.nvlsChunk",
              ValueType.SIZE,
              "128KiB; 256KiB on some machines with Blackwell",
              "maximum chunk that a GPU reduces with NVLS; less for a small collective")
          .within("16KiB", "4MiB")
          .from("NCCL 2.30.7, src/transport/nvls.cc; aws-ofi-nccl sets 512 KiB")
          .real("NCCL_NVLS_CHUNKSIZE");
  public static final Knob<Size> NVLS_TREE_CHUNK =
      Knob.derived(
              "workload.nvlsTreeChunk",
              ValueType.SIZE,
              "64KiB from 4 machines, and on some with Blackwell; otherwise workload.nvlsChunk",
              "maximum chunk with NVLSTree, which respects both limits")
          .within("16KiB", "4MiB")
          .from("NCCL 2.30.7, src/transport/nvls.cc; aws-ofi-nccl sets 512 KiB")
          .real("NCCL_NVLSTREE_MAX_CHUNKSIZE");
  public static final Knob<Long> QUEUE_PAIRS =
      Knob.of(
              "workload.queuePairs",
              WHOLE,
              "1",
              "number of queue pairs per connection; messages use them in turn")
          .within("1", "128")
          .from("NCCL: 1")
          .real("NCCL_IB_QPS_PER_CONNECTION");
  public static final Knob<Boolean> SPLIT =
      Knob.of(
              "workload.splitData",
              SWITCH,
              "false",
              "each message is split over all queue pairs of its connection")
          .from("NCCL: 0")
          .real("NCCL_IB_SPLIT_DATA_ON_QPS");
  public static final Knob<Boolean> PXN =
      Knob.derived(
              "workload.pxn",
              SWITCH,
              "true; with RCCL, on mi300x, from 64 GPUs",
              "PXN: messages to another rail leave through the NIC of that rail, next to "
                  + "another GPU")
          .from(
              "NCCL: enabled; ROCm/rccl, src/graph/paths.cc and src/rccl_wrap.cc: on gfx942 "
                  + "from 64 ranks")
          .real("NCCL_PXN_DISABLE, inverted");
  public static final Knob<Boolean> GPU_DIRECT =
      Knob.of(
              "workload.gpuDirect",
              SWITCH,
              "true",
              "NCCL uses GPUDirect: it detects that NICs reach GPU memory; without it, NCCL "
                  + "may find fewer channels and no LL128. hosts.memory.place sets the hosts' "
                  + "behavior")
          .from("NCCL: NICs up to PXB, with nvidia_peermem or DMA-BUF")
          .real("NCCL_NET_GDR_LEVEL");
  public static final Knob<PathClass> GPU_DIRECT_LEVEL =
      Knob.derived(
              "workload.gpuDirectLevel",
              LEVEL,
              "set by workload.gpuDirect, for any machine",
              "maximum path between a GPU and its NIC for which workload.gpuDirect applies, "
                  + "from the topology of workload.machine; beyond it the job runs without "
                  + "GPUDirect. The old numbers 0 to 4 mean the same as in NCCL: LOC, PIX, PXB, "
                  + "PHB, SYS")
          .from(
              "NCCL 2.30.7, src/graph/paths.cc; NCCL's default is PXB, or P2C for a GPU "
                  + "attached to its CPU")
          .real("NCCL_NET_GDR_LEVEL");
  public static final Knob<Long> CROSS_NIC =
      Knob.of(
              "workload.crossNic",
              WHOLE,
              "2",
              "rings change NICs, and so rails: 0 never, even if this needs extra NVLink "
                  + "hops; 1 always; 2 if faster, with reversed order in every other machine so "
                  + "that they stay on a rail")
          .within("0", "2")
          .from("NCCL 2.30.7, src/graph/search.cc and connect.cc: 2")
          .real("NCCL_CROSS_NIC");
  public static final Knob<PathClass> PEER_LEVEL =
      Knob.derived(
              "workload.peerLevel",
              LEVEL,
              "NVL if NVLink connects the GPUs; for other machines NCCL uses no direct path "
                  + "through a CPU",
              "maximum path between two GPUs of a machine for direct access; beyond it they "
                  + "exchange data through host memory. LOC disables it, as NCCL_P2P_DISABLE does. "
                  + "The old numbers 0 to 4 mean the same as in NCCL: LOC, PIX, PXB, PHB, SYS")
          .from("NCCL 2.30.7, src/graph/paths.cc; NCCL's default is PXB, and NVLink is closer")
          .real("NCCL_P2P_LEVEL, NCCL_P2P_DISABLE");
  public static final Knob<Boolean> SHARP =
      Knob.of(
              "workload.sharp",
              SWITCH,
              "false",
              "network switches reduce (SHARP): additional hosts represent them, one for "
                  + "each rail unless machinesPerSwitch says otherwise")
          .from("NCCL: off")
          .real("NCCL_COLLNET_ENABLE");
  public static final Knob<Long> PER_SWITCH =
      Knob.derived(
              "workload.machinesPerSwitch",
              WHOLE,
              "all machines",
              "number of machines per reducing switch and rail. More machines use several "
                  + "such switches, and on each rail one more switch reduces their results: the "
                  + "last hosts represent the first such switch of each rail, then the next of "
                  + "each rail, and finally the top switch of each rail")
          .within("1", "100000")
          .from(
              "SHARP builds its trees along the fabric: a leaf switch and a spine, or one switch alone");
  public static final Knob<Boolean> NVLS =
      Knob.of(
              "workload.nvls",
              SWITCH,
              "true",
              "NVLink switches reduce if the machine has them; without them NCCL has neither "
                  + "NVLS nor NVLSTree")
          .from("NCCL 2.30.7, src/transport/nvls.cc: 2, if the GPUs support multicast")
          .real("NCCL_NVLS_ENABLE");
  public static final Knob<Boolean> IN_PLACE =
      Knob.of(
              "workload.inPlace",
              SWITCH,
              "false",
              "in place: a rank's input is where its result goes; otherwise an all-gather "
                  + "copies it there")
          .from("nccl-tests has both; NCCL 2.30.7, src/device/all_gather.h");
  public static final Knob<Long> REPEAT =
      Knob.of(
              "workload.repeat",
              WHOLE,
              "1",
              "number of calls, one after another; a GPU starts the next call when it has "
                  + "finished one, so that calls of a broadcast or reduce overlap")
          .within("1", "1000000")
          .from("nccl-tests: 20 (-n)");
  public static final Knob<Time> LAUNCH =
      Knob.of(
              "workload.launch",
              TIME,
              "0ns",
              "fixed time per call in addition to the latency in NCCL's model")
          .within("0ns", "10ms");
  public static final Knob<Long> GPUS_PER_THREAD =
      Knob.of(
              "workload.gpusPerThread",
              WHOLE,
              "1",
              "number of GPUs for which a thread makes calls, one after another; this limits "
                  + "the rate of many calls")
          .within("1", "576")
          .from("nccl-tests: 1 (-g)");
  public static final Knob<Time> ISSUE =
      Knob.derived(
              "workload.issue",
              TIME,
              "4.35us for each of workload.gpusPerThread",
              "time of a call on the thread that makes it for all its GPUs; the minimum time "
                  + "of each of many calls")
          .within("0ns", "10ms")
          .from(
              "SuperBench's log of all_reduce_perf -g 8 on eight A100: 34.8 us per call, "
                  + "1.59 us more per channel; three other servers with eight A100: 32 to 39 us");
  public static final Knob<Time> ISSUE_CHANNEL =
      Knob.derived(
              "workload.issueChannel",
              TIME,
              "0.2us for each of workload.gpusPerThread",
              "additional time per channel in workload.issue")
          .within("0ns", "1ms")
          .from("as workload.issue");
  public static final Knob<Double> EFFICIENCY =
      Knob.of(
              "workload.efficiency",
              NUMBER,
              "1",
              "fraction of the intra-machine bandwidth of NCCL's model that is reached")
          .within("0.05", "2");
  public static final Knob<Double> LATENCY_SCALE =
      Knob.of(
              "workload.latencyScale",
              NUMBER,
              "1",
              "latency of a hop as a multiple of that in NCCL's model")
          .within("0.05", "20");

  public static final Knob<Double> BUSY_SHARE =
      Knob.derived(
              "workload.busyShare",
              NUMBER,
              "0; 1 with Simple on A100, which read from each other, and on AMD's GPUs",
              "fraction of a hop's latency during which the worker is busy, so that it "
                  + "cannot be overlapped")
          .within("0", "1");

  /** All that the workload {@code nccl} has. */
  static final List<Knob<?>> ALL =
      List.of(
          COLLECTIVE,
          SIZE,
          MACHINE,
          PER_MACHINE,
          ALGORITHM,
          PROTOCOL,
          RELEASE,
          CHANNELS,
          BUFFER,
          NVLS_CHUNK,
          NVLS_TREE_CHUNK,
          QUEUE_PAIRS,
          SPLIT,
          PXN,
          GPU_DIRECT,
          GPU_DIRECT_LEVEL,
          CROSS_NIC,
          PEER_LEVEL,
          SHARP,
          PER_SWITCH,
          NVLS,
          IN_PLACE,
          REPEAT,
          LAUNCH,
          GPUS_PER_THREAD,
          ISSUE,
          ISSUE_CHANNEL,
          EFFICIENCY,
          LATENCY_SCALE,
          BUSY_SHARE,
          CommonParameters.START);

  private NcclKnobs() {}

  /** A job's own, and what it says of all collectives that it calls. */
  static List<Knob<?>> ofJob(List<Knob<?>> own) {
    List<Knob<?>> all = new ArrayList<>(own);
    all.addAll(
        List.of(
            QUEUE_PAIRS,
            SPLIT,
            PXN,
            GPU_DIRECT,
            GPU_DIRECT_LEVEL,
            NVLS,
            LAUNCH,
            EFFICIENCY,
            LATENCY_SCALE,
            BUSY_SHARE,
            CommonParameters.START));
    return List.copyOf(all);
  }

  private static PathClass parseLevel(String text) {
    return PathClass.ofLevel(text.strip())
        .orElseThrow(() ->
            new UnitException(
                "'%s' is not a path class of NCCL; write it like PXB, or as a number from 0 to 4"
                    .formatted(text)));
  }

  private static ValueType<String> words(List<String> words) {
    return ValueType.choice(words.toArray(String[]::new));
  }
}
