package dev.headroom.model.training;

import dev.headroom.model.collective.Collective;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Training step of all GPUs, as Megatron-LM runs it.
 *
 * <p>Each stage works through its micro-batches in the order of 1F1B: as many forward passes as
 * stages follow it, then one forward and one backward in turn, then the backward passes that are
 * left (PipeDream-Flush, {@code schedules.py}). Within a layer the tensor-parallel group gathers
 * before and reduces after attention and MLP, forward and backward, and nothing goes on meanwhile;
 * without sequence parallelism it is one all-reduce after each ({@code mappings.py}). With experts,
 * tokens go to theirs and back by all-to-all. Gradients are handed to the data-parallel group
 * bucket by bucket as the last backward pass makes them, and go over the network beside it, or wait
 * for its end. Then parameters are gathered, if the optimizer is distributed.
 *
 * <p>Left out: the optimizer's own arithmetic, the norm of the gradients (a few bytes), the
 * all-reduce of the embedding's gradients between the first and the last stage, dropout and norms,
 * loading of data.
 *
 * @param model what is trained
 * @param parallelism how it is spread
 * @param microBatch sequences in a micro-batch
 * @param microBatches of each replica in a step
 * @param flops that a GPU does while it computes, per second
 * @param sequenceParallel whether activations are split along the sequence between layers
 * @param recompute whether a layer's forward pass is done again before its backward pass
 * @param distributedOptimizer whether each replica keeps a part of the optimizer's state: gradients
 *     are reduce-scattered and parameters gathered, instead of gradients all-reduced
 * @param gradientBytes of a gradient on the wire
 * @param bucket parameters whose gradients go together
 * @param overlap whether they go while the backward pass goes on
 */
public record TrainingStep(
    Transformer model,
    Parallelism parallelism,
    int microBatch,
    int microBatches,
    double flops,
    boolean sequenceParallel,
    boolean recompute,
    boolean distributedOptimizer,
    int gradientBytes,
    long bucket,
    boolean overlap) {
  /** Of an activation, or a parameter, in bfloat16 or float16. */
  private static final int VALUE_BYTES = 2;

  /** Sequences in a step, of all replicas. */
  public long globalBatch() {
    return (long) microBatch * microBatches * parallelism.data();
  }

  /** What the GPUs of a stage do in one step. */
  public List<GpuOperation> script(int stage) {
    return new Script(stage).whole();
  }

  /** Bytes of a micro-batch's activations between two layers, whole. */
  private long activationBytes() {
    return (long) microBatch * model.sequence() * model.hidden() * VALUE_BYTES;
  }

  /** The script of one stage as it is written. */
  private final class Script {
    private final int stage;
    private final int layers;
    private final List<GpuOperation> script = new ArrayList<>();
    private final Deque<GroupKind> reducing = new ArrayDeque<>();
    private final List<GpuOperation.Start> gathers = new ArrayList<>();

    private double shared;
    private double ofExperts;

    Script(int stage) {
      this.stage = stage;
      layers = model.layers() / parallelism.pipeline();
    }

    List<GpuOperation> whole() {
      int warmUp = Math.min(parallelism.pipeline() - 1 - stage, microBatches);
      int forward = 0;
      int backward = 0;
      while (forward < warmUp) {
        forward();
        forward++;
      }
      while (backward < microBatches) {
        if (forward < microBatches) {
          forward();
          forward++;
        }
        backward++;
        backward(backward == microBatches);
      }
      finish();
      return List.copyOf(script);
    }

    private boolean isFirst() {
      return stage == 0;
    }

    private boolean isLast() {
      return stage == parallelism.pipeline() - 1;
    }

    private void forward() {
      if (!isFirst()) {
        receive(GroupKind.ACTIVATIONS_FROM);
      }
      for (int layer = 0; layer < layers; layer++) {
        layerForward();
      }
      if (isLast()) {
        compute(model.logitFlops());
      } else {
        send(GroupKind.ACTIVATIONS_TO);
      }
    }

    private void layerForward() {
      gather();
      compute(model.attentionFlops());
      reduce();
      mlp(1);
    }

    /** The second half of a layer; backward takes twice as long. */
    private void mlp(int times) {
      if (model.isDense()) {
        gather();
        compute(times * model.mlpFlops());
        reduce();
      } else {
        exchange();
        compute(times * model.mlpFlops());
        exchange();
      }
    }

    private void backward(boolean last) {
      if (isLast()) {
        compute(2 * model.logitFlops());
      } else {
        receive(GroupKind.GRADIENTS_FROM);
      }
      for (int layer = layers - 1; layer >= 0; layer--) {
        if (recompute) {
          layerForward();
        }
        mlp(2);
        gather();
        compute(2 * model.attentionFlops());
        reduce();
        if (last) {
          gradients(layer == 0);
        }
      }
      if (!isFirst()) {
        send(GroupKind.GRADIENTS_TO);
      }
    }

    private void compute(double flopsOfSequence) {
      double ps = flopsOfSequence * microBatch / parallelism.tensor() / flops * 1e12;
      script.add(new GpuOperation.Compute(Math.round(ps)));
    }

    private void gather() {
      if (sequenceParallel) {
        call(GroupKind.TENSOR, Collective.ALL_GATHER, activationBytes());
      }
    }

    private void reduce() {
      call(
          GroupKind.TENSOR,
          sequenceParallel ? Collective.REDUCE_SCATTER : Collective.ALL_REDUCE,
          activationBytes());
    }

    /** A GPU's part of the tokens goes to as many experts as each takes. */
    private void exchange() {
      call(
          GroupKind.EXPERT,
          Collective.ALL_TO_ALL,
          activationBytes() * model.topK() / parallelism.tensor());
    }

    private void receive(GroupKind from) {
      call(from, Collective.SEND_RECV, activationBytes() / parallelism.tensor());
    }

    private void send(GroupKind to) {
      script.add(
          new GpuOperation.Start(
              to, Collective.SEND_RECV, activationBytes() / parallelism.tensor()));
    }

    private void call(GroupKind kind, Collective collective, long bytes) {
      if (bytes > 0) {
        script.add(new GpuOperation.Start(kind, collective, bytes));
        script.add(new GpuOperation.Await(kind));
      }
    }

    /** A layer's gradients are there; those of the embedding come with the first stage's first. */
    private void gradients(boolean lastOfStage) {
      int tensor = parallelism.tensor();
      shared += model.sharedParameters() / tensor;
      ofExperts += model.expertParameters() / parallelism.expert() / tensor;
      if (lastOfStage && isFirst()) {
        shared += model.embeddingParameters() / tensor;
      }
      if (shared >= bucket || lastOfStage) {
        hand(GroupKind.DATA, shared);
        shared = 0;
      }
      if (ofExperts >= bucket || lastOfStage) {
        hand(GroupKind.EXPERT_DATA, ofExperts);
        ofExperts = 0;
      }
    }

    private void hand(GroupKind kind, double parameters) {
      long bytes = Math.round(parameters) * gradientBytes;
      if (bytes == 0) {
        return;
      }
      Collective collective =
          distributedOptimizer ? Collective.REDUCE_SCATTER : Collective.ALL_REDUCE;
      script.add(new GpuOperation.Start(kind, collective, bytes));
      if (overlap) {
        reducing.add(kind);
      } else {
        script.add(new GpuOperation.Await(kind));
      }
      if (distributedOptimizer) {
        long whole = Math.round(parameters) * VALUE_BYTES;
        gathers.add(new GpuOperation.Start(kind, Collective.ALL_GATHER, whole));
      }
    }

    private void finish() {
      for (GroupKind kind : reducing) {
        script.add(new GpuOperation.Await(kind));
      }
      script.addAll(gathers);
      for (GpuOperation.Start gather : gathers) {
        script.add(new GpuOperation.Await(gather.kind()));
      }
    }
  }
}
