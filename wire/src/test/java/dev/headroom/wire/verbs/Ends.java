package dev.headroom.wire.verbs;

/** Two sides that talk to each other, once they are connected. */
final class Ends {
  final Side a;
  final Side b;

  Ends(Side a, Side b) {
    this.a = a;
    this.b = b;
  }

  void connect(ConnectionSettings settings) {
    a.pair.connect(b.pair.self(), settings);
    b.pair.connect(a.pair.self(), settings);
  }

  /** A WRITE from the beginning of the one memory to the beginning of the other. */
  WorkRequest write(long id, int bytes) {
    return WorkRequest.write(id, b.region.address(), b.region.rkey(), a.region.slice(0, bytes));
  }
}
