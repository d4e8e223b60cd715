package dev.headroom.model.stack;

import static dev.headroom.model.stack.StackVariable.listed;
import static dev.headroom.model.stack.StackVariable.modelled;

import java.util.List;
import java.util.Optional;

/**
 * Variables of PyTorch itself; NCCL moves the data between GPUs. Those that only trace, watch or
 * time out ({@code TORCH_DISTRIBUTED_DEBUG}, {@code TORCH_NCCL_BLOCKING_WAIT}) carry no knob.
 */
final class PytorchVariables {
  static final List<StackVariable> ALL =
      List.of(
          modelled(
                  "GLOO_SOCKET_IFNAME",
                  StackTopic.INTERFACE,
                  job -> Optional.of(job.firstInterface()))
              .written("names, separated by commas; used in turn")
              .standard("that of the host's name", job -> Optional.of(job.firstInterface()))
              .range("a list")
              .from("PyTorch documentation, torch.distributed"),
          listed(
                  "TORCH_NCCL_USE_TENSOR_REGISTER_ALLOCATOR_HOOK",
                  StackTopic.REGISTRATION,
                  "NCCL sends from its own buffers, registered ahead; so does the model")
              .written("0 or 1")
              .standard("0")
              .range("0 to 1")
              .since("2.2")
              .from("PyTorch documentation, ProcessGroupNCCL environment variables"));

  private PytorchVariables() {}
}
