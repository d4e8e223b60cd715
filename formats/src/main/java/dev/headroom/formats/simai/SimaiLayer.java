package dev.headroom.formats.simai;

/**
 * Line of a SimAI workload: a layer, or a part of one.
 *
 * @param forward forward pass
 * @param input for the gradient of its input
 * @param weight for the gradient of its weights
 */
record SimaiLayer(String name, LayerPass forward, LayerPass input, LayerPass weight) {}
