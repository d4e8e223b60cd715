package dev.headroom.model.text;

/** Error for values of a scenario that are each valid and contradict each other. */
public final class ConflictingValuesException extends BadInputException {

  private static final long serialVersionUID = 1L;

  public ConflictingValuesException(String message) {
    super(message);
  }

  public ConflictingValuesException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public ConflictingValuesException withMessage(String message) {
    return new ConflictingValuesException(message, this);
  }
}
