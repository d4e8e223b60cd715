package dev.headroom.formats.nccl;

import java.util.List;

/** Keys of facts from a line of PyTorch's watchdog, or the line after it. */
public final class TorchKeys {
  /** Which rank of the job said it. */
  public static final String RANK = "torch.rank";

  /** Which rank of its process group that is; often another number. */
  public static final String PLACE = "torch.place";

  /** The process group; only the line after says it. */
  public static final String GROUP = "torch.group";

  /** The number of the collective within the group. */
  public static final String SEQUENCE = "torch.sequence";

  /** The collective; only the watchdog's own line says it. */
  public static final String COLLECTIVE = "torch.collective";

  /** How many elements the rank brings to it. */
  public static final String ELEMENTS = "torch.elements";

  /** All of them. */
  public static final List<String> ALL =
      List.of(RANK, PLACE, GROUP, SEQUENCE, COLLECTIVE, ELEMENTS);

  private TorchKeys() {}
}
