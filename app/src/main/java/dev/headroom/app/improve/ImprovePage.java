package dev.headroom.app.improve;

/** Stub. */
public final class ImprovePage {
  private ImprovePage() {}

  public static String of(ImproveResult result) {
    return new ImproveText(result).screen();
  }
}
