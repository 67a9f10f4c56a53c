package dev.prioritize.core.model;

/**
 * Who decided.
 *
 * @param name policy name, such as {@code wsaf}
 * @param version version of the policy
 * @param modelSha256 hex SHA-256 of the model file, or "" for a heuristic
 */
public record PolicyIdentity(String name, int version, String modelSha256) {}
