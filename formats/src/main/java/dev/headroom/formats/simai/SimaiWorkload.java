package dev.headroom.formats.simai;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.training.GpuOperation;
import dev.headroom.model.training.GroupKind;
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
record SimaiWorkload(
    boolean micro, int tensor, int expert, OptionalInt gpus, List<SimaiLayer> layers) {

  /**
   * What every GPU does, in the order of SimAI's own {@code Workload.cc} for one pass: layer by
   * layer forward, and back again. A layer's call in the forward pass and that for the gradient of
   * its input are waited for; that for the gradient of its weights is not, until the end.
   */
  List<GpuOperation> operations() {
    List<GpuOperation> operations = new ArrayList<>();
    List<GpuOperation> pending = new ArrayList<>();
    for (SimaiLayer layer : layers) {
      waited(layer.forward(), operations);
    }
    for (SimaiLayer layer : layers.reversed()) {
      waited(layer.input(), operations);
      compute(layer.weight(), operations);
      layer
          .weight()
          .call()
          .ifPresent(call -> {
            operations.add(start(call));
            pending.add(new GpuOperation.Await(call.group()));
          });
    }
    operations.addAll(pending);
    return operations;
  }

  private static void waited(LayerPass pass, List<GpuOperation> operations) {
    compute(pass, operations);
    pass.call()
        .ifPresent(call -> {
          operations.add(start(call));
          operations.add(new GpuOperation.Await(call.group()));
        });
  }

  private static GpuOperation start(LayerPass.Call call) {
    return new GpuOperation.Start(call.group(), call.collective(), call.bytes());
  }

  /** Times that follow each other are one. */
  private static void compute(LayerPass pass, List<GpuOperation> operations) {
    long ps = pass.computeNs() * 1000;
    if (ps == 0) {
      return;
    }
    if (!operations.isEmpty() && operations.getLast() instanceof GpuOperation.Compute before) {
      operations.set(operations.size() - 1, new GpuOperation.Compute(before.ps() + ps));
    } else {
      operations.add(new GpuOperation.Compute(ps));
    }
  }

  /** Bytes of all calls of a collective by a kind of group, in one pass of one group. */
  long bytes(GroupKind group, Collective collective) {
    long bytes = 0;
    for (GpuOperation operation : operations()) {
      if (operation instanceof GpuOperation.Start start
          && start.kind() == group
          && start.collective() == collective) {
        bytes += start.bytes();
      }
    }
    return bytes;
  }
}
