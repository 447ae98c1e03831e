/** Notifies one waiting caller of a change, even if it happens before the caller waits. */
export interface Notifier {
  notify(): void;
  /** Resolves when there has been a notice since the last wait, after `ms` at the latest. @throws the reason of `signal`. */
  waitForNotice(ms: number, signal: AbortSignal): Promise<void>;
}

export function createNotifier(): Notifier {
  let isNotified = false;
  let wake = () => {};
  return {
    notify() {
      isNotified = true;
      wake();
    },
    async waitForNotice(ms, signal) {
      signal.throwIfAborted();
      if (!isNotified) {
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
      isNotified = false;
      signal.throwIfAborted();
    },
  };
}
