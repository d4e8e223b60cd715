package dev.headroom.model.stack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** All variables of all stacks. */
public final class StackVariables {
  /** A variable, and whose it is. */
  public record Entry(SoftwareStack stack, StackVariable variable) {}

  private StackVariables() {}

  /** Those of a stack itself, without the ones of the stack below it. */
  public static List<StackVariable> of(SoftwareStack stack) {
    return switch (stack) {
      case NCCL -> NcclVariables.ALL;
      case RCCL -> RcclVariables.ALL;
      case UCX -> UcxVariables.ALL;
      case LIBFABRIC -> LibfabricVariables.ALL;
      case NVSHMEM -> NvshmemVariables.ALL;
      case OPENMPI -> OpenMpiVariables.ALL;
      case MPICH -> MpichVariables.ALL;
      case PYTORCH -> PytorchVariables.ALL;
      case TENSORFLOW -> TensorflowVariables.ALL;
    };
  }

  public static List<Entry> all() {
    List<Entry> all = new ArrayList<>();
    for (SoftwareStack stack : SoftwareStack.values()) {
      of(stack).forEach(variable -> all.add(new Entry(stack, variable)));
    }
    return all;
  }

  /** The variables of this name, with {@code OMPI_MCA_} before it or not: one for each stack. */
  public static List<Entry> named(String name) {
    return all().stream()
        .filter(entry ->
            entry.variable().name().equals(name) || entry.variable().shortName().equals(name))
        .toList();
  }

  /** The variables that carry a knob, by its name. */
  public static List<Entry> carrying(String knob) {
    return all().stream().filter(entry -> entry.variable().topic().knobs().contains(knob)).toList();
  }

  /** The topics that any stack has a variable for. */
  public static List<StackTopic> topics() {
    return Arrays.stream(StackTopic.values())
        .filter(topic -> all().stream().anyMatch(entry -> entry.variable().topic() == topic))
        .toList();
  }
}
