package dev.prioritize.policy.onnx;

import java.util.concurrent.locks.LockSupport;

/**
 * Runs one task at a time on a thread of its own; whoever gave it waits only so long. For one
 * giver. Nothing is allocated for a task.
 */
final class InferenceThread implements AutoCloseable {
  /**
   * Native code that runs out of stack ends the process without a word, and ONNX Runtime has come
   * near Java's usual megabyte when it starts.
   */
  private static final long STACK_BYTES = 16L << 20;

  private final Thread thread;
  private volatile Runnable task;
  private volatile Thread giver;
  private volatile boolean closed;

  /**
   * Starts it.
   *
   * @param last what to run when it is closed
   */
  InferenceThread(String name, Runnable last) {
    thread = new Thread(null, () -> work(last), name, STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
  }

  private void work(Runnable last) {
    while (!closed) {
      Runnable current = task;
      if (current == null) {
        LockSupport.park(this);
        continue;
      }
      current.run();
      task = null;
      LockSupport.unpark(giver);
    }
    last.run();
  }

  /** True while a task that was given up on is still running. */
  boolean isBusy() {
    return task != null;
  }

  /**
   * Runs a task, which must not throw, while none other is running.
   *
   * @return false if it is not done after so many nanoseconds; then it goes on
   */
  boolean run(Runnable newTask, long nanos) {
    long start = System.nanoTime();
    giver = Thread.currentThread();
    task = newTask;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    long left = nanos;
    while (task != null && left > 0) {
      LockSupport.parkNanos(this, left);
      interrupted |= Thread.interrupted(); // else it would not wait any more
      left = nanos - (System.nanoTime() - start);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return task == null;
  }

  /** Ends it, after the task under way; does not wait. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
