package dev.headroom.app.improve;

/** Stub. */
public final class ImproveMarkdown {
  private ImproveMarkdown() {}

  public static String of(ImproveResult result) {
    return new ImproveText(result).screen();
  }
}
