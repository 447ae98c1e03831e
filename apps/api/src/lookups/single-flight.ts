/** A piece of work under way, told in parts as they are found. */
export type Start<Value, Part> = (signal: AbortSignal, tell: (part: Part) => void) => Promise<Value>;

export type Listen<Part> = (part: Part) => void;

/** Work that several callers wait for; it is aborted when the last of them has left. */
interface Flight<Value, Part> {
  readonly landing: Promise<Value>;
  readonly abort: () => void;
  /** For those who join late. */
  readonly parts: Part[];
  readonly listeners: Set<Listen<Part>>;
  waiting: number;
}

export interface SingleFlight<Value, Part> {
  /** True while work for this key is under way. */
  isUnderWay(key: string): boolean;
  /**
   * The result of the work under way for `key`, or of `start`ing it. `listen` is told the parts so far, then each new
   * one. Rejects with the reason of `signal` as soon as that fires; the work goes on for those who still wait.
   */
  join(key: string, signal: AbortSignal, start: Start<Value, Part>, listen?: Listen<Part>): Promise<Value>;
}

/** Of the parts of one answer, so many are kept for those who join late; they find the rest in the result. */
const MAX_PARTS = 1000;

/** Makes equal questions that are asked at the same time one piece of work. */
export function createSingleFlight<Value, Part = never>(): SingleFlight<Value, Part> {
  const flights = new Map<string, Flight<Value, Part>>();

  function takeOff(key: string, start: Start<Value, Part>): Flight<Value, Part> {
    const controller = new AbortController();
    const parts: Part[] = [];
    const listeners = new Set<Listen<Part>>();
    const landing = start(controller.signal, (part) => {
      if (parts.length < MAX_PARTS) parts.push(part);
      for (const listen of listeners) listen(part);
    });
    const flight = { landing, abort: () => controller.abort(), parts, listeners, waiting: 0 };
    const land = () => forget(key, flight);
    landing.then(land, land);
    flights.set(key, flight);
    return flight;
  }

  /** An abandoned flight may still be landing when the next one for its key has taken off. */
  function forget(key: string, flight: Flight<Value, Part>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  function leave(key: string, flight: Flight<Value, Part>): void {
    flight.waiting -= 1;
    if (flight.waiting > 0) return;
    forget(key, flight);
    flight.abort();
  }

  return {
    isUnderWay: (key) => flights.has(key),
    async join(key, signal, start, listen = () => {}) {
      signal.throwIfAborted();
      const flight = flights.get(key) ?? takeOff(key, start);
      flight.waiting += 1;
      for (const part of flight.parts) listen(part);
      flight.listeners.add(listen);
      return new Promise<Value>((resolve, reject) => {
        const settled = () => {
          signal.removeEventListener('abort', onAbort);
          flight.listeners.delete(listen);
        };
        const onAbort = () => {
          settled();
          leave(key, flight);
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        flight.landing.finally(settled).then(resolve, reject);
      });
    },
  };
}
