const SETTLING_MS = 2000;

/** What is above is still being laid out and pushes the panel down: it is kept in view until that ends or the visitor moves. */
export function keepInView(panel: HTMLElement): (() => void) | undefined {
  panel.scrollIntoView();
  if (!('ResizeObserver' in globalThis)) return;
  const observer = new ResizeObserver(() => panel.scrollIntoView());
  observer.observe(document.body);
  const listening = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    listening.abort();
  };
  const timer = setTimeout(stop, SETTLING_MS);
  for (const move of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(move, stop, { passive: true, signal: listening.signal });
  return stop;
}
