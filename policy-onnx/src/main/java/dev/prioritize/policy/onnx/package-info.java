/**
 * The learned policy behind the engine's port: a model in ONNX with its manifest, run by ONNX
 * Runtime on CUDA or the CPU, on a thread of its own and within a deadline. Whatever is wrong with
 * a model is a typed answer and never an exception: scheduling goes on by the substitute.
 */
package dev.prioritize.policy.onnx;
