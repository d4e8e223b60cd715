package dev.headroom.model.stack;

import static dev.headroom.model.stack.StackVariable.listed;

import java.util.List;

/** Variables of TensorFlow itself; NCCL runs collectives between GPUs, gRPC the rest. */
final class TensorflowVariables {
  static final List<StackVariable> ALL =
      List.of(
          listed(
                  "TF_CONFIG",
                  StackTopic.INTERFACE,
                  "the cluster addresses in it select the interface; it names all workers, "
                      + "and each worker has its own")
              .written("JSON")
              .standard("none")
              .range("JSON")
              .from("TensorFlow guide, multi-worker training"));

  private TensorflowVariables() {}
}
