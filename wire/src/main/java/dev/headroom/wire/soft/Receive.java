package dev.headroom.wire.soft;

/** Room that was posted for what a peer sends. */
record Receive(long id, Pieces pieces) {}
