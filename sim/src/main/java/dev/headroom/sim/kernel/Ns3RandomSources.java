package dev.headroom.sim.kernel;

/**
 * Random number sources of a run that draws as HPCC's simulator does; one sequence each for the
 * whole run.
 *
 * @param streams of ns-3, for marks and the identification of PFC frames
 * @param libc {@code rand()}, for PINT
 */
public record Ns3RandomSources(Ns3Streams streams, LibcRandom libc) {}
