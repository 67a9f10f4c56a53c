package dev.prioritize.policy.onnx;

import ai.onnxruntime.OrtException;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.Substitution.Reason;
import dev.prioritize.core.policy.Choice;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.core.policy.Observation;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The policy {@value #NAME}: chooses the candidate to which a model in ONNX gives the highest
 * score.
 *
 * <p>It never throws for what is wrong with a model. Without one that works it answers why, and
 * tries to load it again, at most every {@link #RETRY}. A score that does not come within the
 * deadline is a failed choice; after {@link #MISSES_BEFORE_REST} in a row it answers at once that
 * it rests, for {@link #REST}, and from then on rests again after each miss until an answer is in
 * time.
 *
 * <p>Not thread-safe: one for each thread that schedules, so that none waits for another's scores.
 */
public final class OnnxPolicy implements LearnedPolicy, AutoCloseable {
  /** How long a model that failed to load is left alone. */
  public static final Duration RETRY = Duration.ofSeconds(30);

  /** How long a model that is too slow is left alone. */
  public static final Duration REST = Duration.ofSeconds(30);

  /** One long pause of the machine is no reason to rest. */
  public static final int MISSES_BEFORE_REST = 3;

  /**
   * Longest that a choice waits for the model to be loaded; after that, loading goes on without
   * anybody waiting. Well below the time after which a transaction of the scheduler is aborted.
   */
  public static final Duration LOADING = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(OnnxPolicy.class);

  /** Of a policy without a model. */
  private static final PolicyIdentity NO_MODEL = new PolicyIdentity(NAME, 0, "");

  private final ModelSource source;
  private final ModelLoader loader;
  private final long deadlineNanos;
  private final LongSupplier nanoClock;
  private final InferenceThread thread;
  private final Runnable load = this::loadOnThread;
  private final Runnable infer = this::inferOnThread;
  private final float[] scores = new float[ModelSession.MAX_CANDIDATES];

  /** Null while there is none that works. */
  private volatile LoadedModel model;

  private volatile PolicyIdentity identity = NO_MODEL;

  // Handed from and to the inference thread; the task itself publishes them.
  private int count;
  private OrtException inferenceFailure;
  private ModelException loadFailure;

  private boolean loading;
  private long retryAtNanos;
  private int misses;
  private boolean resting;
  private long restUntilNanos;

  /** Starts to load the model, and waits for it for a moment. */
  public OnnxPolicy(ModelSource source, ModelSettings settings) {
    this(source, settings, System::nanoTime);
  }

  /**
   * The same by another clock.
   *
   * @param nanoClock for rest and retries; deadlines are of the real time
   */
  OnnxPolicy(ModelSource source, ModelSettings settings, LongSupplier nanoClock) {
    this.source = source;
    this.loader = new ModelLoader(source, settings.provider());
    this.deadlineNanos = settings.deadline().toNanos();
    this.nanoClock = nanoClock;
    this.thread = new InferenceThread("prioritize-inference", this::closeOnThread);
    load();
  }

  /** Of the model in use; version 0 and no SHA-256 while there is none. */
  @Override
  public PolicyIdentity identity() {
    return identity;
  }

  /**
   * What the model runs by and why, such as {@code cpu (CUDA does not work here: …)}; "" while
   * there is no model.
   */
  public String provider() {
    LoadedModel current = model;
    if (current == null) {
      return "";
    }
    String name = current.provider() == Provider.CUDA ? "cuda" : "cpu";
    return current.providerReason().isEmpty() ? name : name + " (" + current.providerReason() + ")";
  }

  /** Why there is no model; empty while there is one, or it is still being loaded. */
  public Optional<ModelException> failure() {
    return model == null && !thread.isBusy() ? Optional.ofNullable(loadFailure) : Optional.empty();
  }

  @Override
  public Choice choose(Observation observation) {
    if (resting && nanoClock.getAsLong() - restUntilNanos < 0) {
      return new Choice.Failed(
          Reason.RESTING,
          "%d answers in a row took longer than %s; the model is asked again after a rest of %s"
              .formatted(misses, text(deadlineNanos), text(REST.toNanos())));
    }
    resting = false;
    if (thread.isBusy()) {
      return loading ? stillLoading() : miss("the last one is still not there");
    }
    loading = false;
    if (model == null && nanoClock.getAsLong() - retryAtNanos >= 0) {
      load();
    }
    if (model == null) {
      return loading ? stillLoading() : new Choice.Failed(loadFailure.reason(), whyNotLoaded());
    }
    return infer(observation);
  }

  // --- Loading ---

  private void load() {
    retryAtNanos = nanoClock.getAsLong() + RETRY.toNanos();
    loading = !thread.run(load, deadlineNanos == 0 ? Long.MAX_VALUE : LOADING.toNanos());
  }

  private void loadOnThread() {
    try {
      LoadedModel loaded = loader.load();
      loadFailure = null;
      identity = new PolicyIdentity(NAME, loaded.manifest().version(), loaded.manifest().sha256());
      model = loaded;
      LOG.info(
          "model {} version {} ({}, SHA-256 {}) runs on {}",
          loaded.manifest().name(),
          loaded.manifest().version(),
          source,
          loaded.manifest().sha256(),
          provider());
    } catch (ModelException e) {
      boolean isNews = loadFailure == null || !e.getMessage().equals(loadFailure.getMessage());
      loadFailure = e;
      if (isNews) {
        LOG.warn("no model: {} ({})", whyNotLoaded(), e.reason());
      }
    } catch (RuntimeException | LinkageError e) { // a native library that cannot be loaded
      loadFailure = new ModelException(Reason.FAILED, "ONNX Runtime does not start: " + e, e);
      LOG.warn("no model: {}", whyNotLoaded());
    }
  }

  private String whyNotLoaded() {
    return loadFailure.getMessage() + "; tried again every " + text(RETRY.toNanos());
  }

  private static Choice stillLoading() {
    return new Choice.Failed(
        Reason.TOO_SLOW,
        "the model is still being loaded, expected within " + text(LOADING.toNanos()));
  }

  // --- Inference ---

  private Choice infer(Observation observation) {
    count = observation.count();
    if (count > ModelSession.MAX_CANDIDATES) {
      return new Choice.Failed(
          Reason.FAILED,
          "expected at most %d candidates, got %d".formatted(ModelSession.MAX_CANDIDATES, count));
    }
    ModelSession session = model.session();
    session.put(observation.candidateValues(), observation.clusterValues());
    if (!inferInTime()) {
      session.cancel();
      return miss("there was none");
    }
    if (inferenceFailure != null) {
      return new Choice.Failed(
          Reason.FAILED, "ONNX Runtime failed: " + ModelLoader.oneLine(inferenceFailure));
    }
    misses = 0;
    session.copyScores(scores, count);
    return Choice.highest(scores, count);
  }

  /** Returns false if it goes on. Without a deadline nobody need wait for another thread. */
  private boolean inferInTime() {
    if (deadlineNanos == 0) {
      inferOnThread();
      return true;
    }
    return thread.run(infer, deadlineNanos);
  }

  private void inferOnThread() {
    inferenceFailure = null;
    try {
      model.session().run(count);
    } catch (OrtException e) {
      inferenceFailure = e;
    }
  }

  private Choice miss(String found) {
    misses++;
    if (misses >= MISSES_BEFORE_REST) {
      resting = true;
      restUntilNanos = nanoClock.getAsLong() + REST.toNanos();
    }
    return new Choice.Failed(
        Reason.TOO_SLOW,
        "expected an answer within %s, %s; misses in a row: %d"
            .formatted(text(deadlineNanos), found, misses));
  }

  private static String text(long nanos) {
    long millis = nanos / 1_000_000;
    return millis % 1_000 == 0 && millis > 0 ? millis / 1_000 + " s" : millis + " ms";
  }

  /** Gives the model back; one that is just at work, as soon as it is done. */
  @Override
  public void close() {
    if (thread.isBusy() && !loading) {
      model.session().cancel();
    }
    thread.close();
  }

  private void closeOnThread() {
    LoadedModel last = model;
    if (last != null) {
      last.session().close();
    }
  }
}
