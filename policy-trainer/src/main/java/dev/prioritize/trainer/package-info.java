/**
 * Training of the learned policy: workloads to learn on, the network, and the searches for its
 * parameters. All of it plays in the simulator, through the engine that production runs.
 */
package dev.prioritize.trainer;
