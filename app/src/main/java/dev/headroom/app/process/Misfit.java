package dev.headroom.app.process;

/** Error for values of a scenario that are each valid and contradict each other. */
public final class Misfit extends BadInput {

  private static final long serialVersionUID = 1L;

  public Misfit(String message) {
    super(message);
  }

  public Misfit(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public Misfit told(String message) {
    return new Misfit(message, this);
  }
}
