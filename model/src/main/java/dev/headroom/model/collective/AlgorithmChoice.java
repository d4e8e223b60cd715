package dev.headroom.model.collective;

/**
 * Algorithm and protocol for one collective.
 *
 * @param microseconds how long NCCL expects it to take
 */
public record AlgorithmChoice(
    NcclAlgorithm algorithm, NcclProtocol protocol, double microseconds) {}
