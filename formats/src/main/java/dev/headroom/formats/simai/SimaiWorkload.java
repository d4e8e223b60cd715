package dev.headroom.formats.simai;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.training.GroupKind;
import dev.headroom.model.training.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * SimAI workload of a file.
 *
 * @param micro whether it is a list of collectives of all GPUs one after another, and not a model
 * @param tensor GPUs that share each layer ({@code model_parallel_NPU_group})
 * @param expert replicas that share the experts ({@code ep})
 * @param gpus that it was written for ({@code all_gpus}), if it says so
 */
record SimaiWorkload(boolean micro, int tensor, int expert, OptionalInt gpus, List<Layer> layers) {

  /**
   * What every GPU does, in the order of SimAI's own {@code Workload.cc} for one pass: layer by
   * layer forward, and back again. A layer's call in the forward pass and that for the gradient of
   * its input are waited for; that for the gradient of its weights is not, until the end.
   */
  List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    List<Operation> pending = new ArrayList<>();
    for (Layer layer : layers) {
      waited(layer.forward(), operations);
    }
    for (Layer layer : layers.reversed()) {
      waited(layer.input(), operations);
      compute(layer.weight(), operations);
      layer
          .weight()
          .call()
          .ifPresent(call -> {
            operations.add(start(call));
            pending.add(new Operation.Await(call.group()));
          });
    }
    operations.addAll(pending);
    return operations;
  }

  private static void waited(Pass pass, List<Operation> operations) {
    compute(pass, operations);
    pass.call()
        .ifPresent(call -> {
          operations.add(start(call));
          operations.add(new Operation.Await(call.group()));
        });
  }

  private static Operation start(Pass.Call call) {
    return new Operation.Start(call.group(), call.collective(), call.bytes());
  }

  /** Times that follow each other are one. */
  private static void compute(Pass pass, List<Operation> operations) {
    long ps = pass.computeNs() * 1000;
    if (ps == 0) {
      return;
    }
    if (!operations.isEmpty() && operations.getLast() instanceof Operation.Compute before) {
      operations.set(operations.size() - 1, new Operation.Compute(before.ps() + ps));
    } else {
      operations.add(new Operation.Compute(ps));
    }
  }

  /** Bytes of all calls of a collective by a kind of group, in one pass of one group. */
  long bytes(GroupKind group, Collective collective) {
    long bytes = 0;
    for (Operation operation : operations()) {
      if (operation instanceof Operation.Start start
          && start.kind() == group
          && start.collective() == collective) {
        bytes += start.bytes();
      }
    }
    return bytes;
  }
}
