package dev.prioritize.core.state;

import dev.prioritize.core.model.PriorityClass;

/**
 * What a tenant has used and what it may.
 *
 * @param tenant the tenant
 * @param gpuMillis GPUs × time held over all ended attempts, in GPU milliseconds
 * @param largestClass the largest class that its jobs may have, or null for no limit
 */
public record TenantUsage(String tenant, long gpuMillis, PriorityClass largestClass) {}
