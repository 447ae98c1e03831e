/** Runs work that needs a service, and leaves a service that fails alone for a while, so that nobody waits for it in vain. */
export interface CircuitBreaker {
  /**
   * @param signal of the caller: a failure after it has fired says nothing about the service
   * @throws what the work throws, or `refusal` while the service is left alone
   */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

/** What a failure says about the service: it works, and only this call failed; it fails; or it asks to be left alone for this time. */
type Symptom = 'works' | 'fails' | { readonly pauseMs: number };

interface BreakerRules {
  /** The service is left alone after so many failures in a row. */
  readonly failuresInARow: number;
  readonly pauseMs: number;
  symptomOf(error: unknown): Symptom;
  /** Thrown instead of calling the service. */
  refusal(lastError: unknown): unknown;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** After the pause, one call at a time tries whether the service works again; the others are refused until it has. */
export function createCircuitBreaker(rules: BreakerRules): CircuitBreaker {
  const { failuresInARow, pauseMs, symptomOf, refusal, now = () => performance.now() } = rules;
  let failures = 0;
  let lastError: unknown;
  /** Null while the service is called as usual. */
  let openUntilMs: number | null = null;
  let isTried = false;

  function note(error: unknown): void {
    const symptom = symptomOf(error);
    if (symptom === 'works') {
      close();
      return;
    }
    lastError = error;
    failures += 1;
    if (symptom !== 'fails') openUntilMs = now() + symptom.pauseMs;
    else if (failures >= failuresInARow) openUntilMs = now() + pauseMs;
  }
  function close(): void {
    failures = 0;
    openUntilMs = null;
  }
  return {
    async run(work, signal) {
      const isTrial = openUntilMs !== null;
      if (openUntilMs !== null && (isTried || now() < openUntilMs)) throw refusal(lastError);
      isTried = isTrial;
      try {
        const result = await work();
        close();
        return result;
      } catch (error) {
        if (signal?.aborted !== true) note(error);
        throw error;
      } finally {
        if (isTrial) isTried = false;
      }
    },
  };
}
