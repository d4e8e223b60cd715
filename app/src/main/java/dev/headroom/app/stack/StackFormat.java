package dev.headroom.app.stack;

import dev.headroom.model.stack.SoftwareStack;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Format of a stack's settings, and where they are written. */
public enum StackFormat {
  /** Lines for a shell. */
  EXPORT("export"),
  /** {@code /etc/nccl.conf}, which NCCL and RCCL read. */
  NCCL_CONF("nccl.conf"),
  /** {@code PREFIX/etc/ucx/ucx.conf}, which UCX reads from 1.12 on. */
  UCX_CONF("ucx.conf"),
  /** A command line that starts the job. */
  MPIRUN("mpirun");

  private final String word;

  StackFormat(String word) {
    this.word = word;
  }

  /** As commands name it. */
  public String word() {
    return word;
  }

  /** Whether it can hold a variable of a stack. */
  boolean holds(SoftwareStack of) {
    return switch (this) {
      case EXPORT, MPIRUN -> true;
      case NCCL_CONF -> of == SoftwareStack.NCCL || of == SoftwareStack.RCCL;
      case UCX_CONF -> of == SoftwareStack.UCX;
    };
  }

  /** Whether it is one for a stack: whether it can hold anything of it. */
  public boolean fits(SoftwareStack stack) {
    return stack.chain().stream().anyMatch(this::holds);
  }

  public static Optional<StackFormat> named(String word) {
    return Arrays.stream(values()).filter(form -> form.word.equals(word)).findFirst();
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(StackFormat::word).toList();
  }
}
