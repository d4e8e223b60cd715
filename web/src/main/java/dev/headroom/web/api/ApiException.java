package dev.headroom.web.api;

import java.io.Serial;

/** Exception for a request that is not answered with what it asks for. */
public final class ApiException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final int status;

  /**
   * @param status of HTTP
   * @param sentence what is wrong and what would be right
   */
  public ApiException(int status, String sentence) {
    super(sentence);
    this.status = status;
  }

  /** Of HTTP. */
  public int status() {
    return status;
  }
}
