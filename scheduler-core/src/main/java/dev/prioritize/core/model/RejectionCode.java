package dev.prioritize.core.model;

/** Kinds of refusal by the engine: those that need the pool's state. */
public enum RejectionCode {
  /** The job id belongs to a job of other content. */
  JOB_ID_TAKEN,
  /** No such job in the pool. */
  UNKNOWN_JOB,
  /** The job has ended already. */
  JOB_ENDED,
  /** All nodes of the pool together could never hold the job. */
  EXCEEDS_POOL,
  /** {@link Limits#MAX_PENDING_JOBS} jobs wait already. */
  QUEUE_FULL,
  /** Jobs of {@link Limits#MAX_PENDING_SHAPES} shapes wait already, and this has another. */
  TOO_MANY_SHAPES,
  /** {@link Limits#MAX_NODES_PER_POOL} nodes are registered already. */
  TOO_MANY_NODES,
  /** The GPU is registered on another node. */
  GPU_ON_ANOTHER_NODE,
  /** The pool's clock was fixed when it was made. */
  CLOCK_FIXED,
  /** The policy's name is not known to this version. */
  UNKNOWN_POLICY,
  /** A learned policy works under {@code easy} only. */
  POLICY_NEEDS_EASY,
  /** The rules version is not this engine's. */
  OTHER_RULES_VERSION,
  /** No such node in the pool. */
  UNKNOWN_NODE,
  /** The node still speaks, so it cannot be taken for gone. */
  NODE_STILL_HEARD,
  /** The tenant may not submit jobs of this class. */
  CLASS_NOT_ALLOWED,
  /** {@link Limits#MAX_TENANT_LIMITS} tenants have a limit already. */
  TOO_MANY_TENANT_LIMITS
}
