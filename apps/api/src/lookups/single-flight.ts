/** Work that several callers wait for; it is aborted when the last of them has left. */
interface Flight<Value> {
  readonly landing: Promise<Value>;
  readonly abort: () => void;
  waiting: number;
}

export interface SingleFlight<Value> {
  /** True while work for this key is under way. */
  isUnderWay(key: string): boolean;
  /**
   * The result of the work under way for `key`, or of `start`ing it. Rejects with the reason of `signal` as soon as
   * that fires; the work goes on for those who still wait.
   */
  join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
}

/** Makes equal questions that are asked at the same time one piece of work. */
export function createSingleFlight<Value>(): SingleFlight<Value> {
  const flights = new Map<string, Flight<Value>>();

  function takeOff(key: string, start: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const controller = new AbortController();
    const landing = start(controller.signal);
    const flight: Flight<Value> = { landing, abort: () => controller.abort(), waiting: 0 };
    const land = () => forget(key, flight);
    landing.then(land, land);
    flights.set(key, flight);
    return flight;
  }

  /** An abandoned flight may still be landing when the next one for its key has taken off. */
  function forget(key: string, flight: Flight<Value>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  function leave(key: string, flight: Flight<Value>): void {
    flight.waiting -= 1;
    if (flight.waiting > 0) return;
    forget(key, flight);
    flight.abort();
  }

  return {
    isUnderWay: (key) => flights.has(key),
    async join(key, signal, start) {
      signal.throwIfAborted();
      const flight = flights.get(key) ?? takeOff(key, start);
      flight.waiting += 1;
      return new Promise<Value>((resolve, reject) => {
        const onAbort = () => {
          leave(key, flight);
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const settled = () => signal.removeEventListener('abort', onAbort);
        flight.landing.finally(settled).then(resolve, reject);
      });
    },
  };
}
