package dev.headroom.run.collective;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.NcclAlgorithm;
import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.collective.NcclRelease;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.unit.Rate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Scenario that runs a collective of NCCL.
 *
 * @param railRate what a machine's NICs carry on each rail
 * @param perMachine GPUs of each machine that take part, if not all
 * @param algorithm the only one, if not NCCL's choice
 * @param protocol likewise
 * @param repeat calls of each size, if not as many as {@link Collective#callsMeasured} has it
 * @param gpusPerThread how many a thread calls for, if it is said
 * @param sets what the command line lays over it
 */
public record NcclScenario(
    Collective collective,
    Cluster machines,
    Rate railRate,
    Optional<Integer> perMachine,
    Optional<NcclAlgorithm> algorithm,
    Optional<NcclProtocol> protocol,
    Optional<Integer> repeat,
    Optional<Integer> gpusPerThread,
    List<String> sets)
    implements CollectiveScenario {

  @Override
  public InPlaceMode places() {
    return InPlaceMode.of(collective, sets);
  }

  @Override
  public NcclScenario inPlace() {
    List<String> inPlace =
        Stream.concat(sets.stream(), Stream.of(InPlaceMode.SET_IN_PLACE)).toList();
    return new NcclScenario(
        collective,
        machines,
        railRate,
        perMachine,
        algorithm,
        protocol,
        repeat,
        gpusPerThread,
        inPlace);
  }

  @Override
  public String yaml(long bytes) {
    Machine machine = machines.machine();
    StringBuilder text = new StringBuilder();
    text.append("name: ").append(collective.word()).append('\n');
    text.append(
        machines.sharp()
            ? SharpFabric.of(machines, railRate)
            : CollectiveScenario.fabric(machines, railRate));
    if (sets.stream().noneMatch(set -> set.startsWith("transport"))) {
      // Switches that reduce are InfiniBand's.
      text.append(machines.sharp() ? "transport: infiniband\n" : "congestion: dcqcn\n");
    }
    text.append("workload:\n  type: nccl\n");
    text.append("  collective: %s\n  machine: %s\n".formatted(collective.word(), machine.name()));
    text.append("  size: %dB\n  sharp: %b\n".formatted(bytes, machines.sharp()));
    if (SharpFabric.withMachinesPerSwitch(machines).leaves() > 0) {
      text.append(
          "  machinesPerSwitch: %d\n"
              .formatted(SharpFabric.withMachinesPerSwitch(machines).perSwitch()));
    }
    int calls = repeat.orElse(collective.callsMeasured(bytes));
    if (calls != 1) {
      text.append("  repeat: %d\n".formatted(calls));
    }
    if (machines.release() != NcclRelease.V2_30_7) {
      text.append("  release: %s\n".formatted(machines.release().word()));
    }
    gpusPerThread.ifPresent(some -> text.append("  gpusPerThread: %d\n".formatted(some)));
    perMachine.ifPresent(some -> text.append("  perMachine: %d\n".formatted(some)));
    algorithm.ifPresent(it -> text.append("  algorithm: %s\n".formatted(it.word())));
    protocol.ifPresent(it -> text.append("  protocol: %s\n".formatted(it.word())));
    return text.toString();
  }
}
