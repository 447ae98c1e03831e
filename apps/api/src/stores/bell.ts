/** Something to wait for that may be rung before anybody waits. */
export interface Bell {
  ring(): void;
  /** Resolves when it was rung since the last time, after `ms` at the latest. @throws the reason of `signal`. */
  heard(ms: number, signal: AbortSignal): Promise<void>;
}

export function createBell(): Bell {
  let wasRung = false;
  let wake = () => {};
  return {
    ring() {
      wasRung = true;
      wake();
    },
    async heard(ms, signal) {
      signal.throwIfAborted();
      if (!wasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener('abort', wake, { once: true });
        });
        signal.removeEventListener('abort', wake);
      }
      wasRung = false;
      signal.throwIfAborted();
    },
  };
}
