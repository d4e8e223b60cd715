package dev.headroom.app.improve;

/** Stub. */
public final class ImproveJson {
  private ImproveJson() {}

  public static String of(ImproveResult result) {
    return new ImproveText(result).screen();
  }
}
