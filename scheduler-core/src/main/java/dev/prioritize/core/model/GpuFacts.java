package dev.prioritize.core.model;

/**
 * What telemetry tells of one GPU.
 *
 * @param uuid the device's own id, unique in the pool
 * @param index position on the node, at least 0
 * @param model product name, not empty
 * @param memoryBytes total memory, or 0 if unknown
 * @param inService false while a hardware fault keeps it from new work
 */
public record GpuFacts(String uuid, int index, String model, long memoryBytes, boolean inService) {}
