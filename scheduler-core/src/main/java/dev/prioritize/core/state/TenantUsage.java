package dev.prioritize.core.state;

/**
 * What a tenant has used.
 *
 * @param tenant the tenant
 * @param gpuMillis GPUs × time held over all ended attempts, in GPU milliseconds
 */
public record TenantUsage(String tenant, long gpuMillis) {}
