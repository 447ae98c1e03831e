/**
 * Keeps the scroll position of each history entry in the entry's own state, where it survives a reload. The browser
 * restores positions by itself only if the page has its full height at once.
 */

/** Results come from memory, but the chunk of a page may come from the network. */
const WAIT_MS = 3000;
const SETTLED_MS = 100;
/** Scroll anchoring may move the page once more when content above changes. */
const STEADY_FRAMES = 3;

let isRestoring = false;
/** Number of the latest restoration; it supersedes an unfinished one. */
let latest = 0;

function save(): void {
  if (!isRestoring && history.state !== scrollY) history.replaceState(scrollY, '');
}

/** Scrolls to the entry's stored position (the top for a new entry) as soon as the page is tall enough. */
export function restoreScroll(): void {
  const top = typeof history.state === 'number' ? history.state : 0;
  const startedAt = performance.now();
  let framesThere = 0;
  isRestoring = true;
  latest += 1;
  const own = latest;
  function step(): void {
    if (!isRestoring || own !== latest) return;
    framesThere = Math.abs(scrollY - top) < 1 ? framesThere + 1 : 0;
    scrollTo({ top, behavior: 'instant' });
    isRestoring = framesThere < STEADY_FRAMES && performance.now() - startedAt < WAIT_MS;
    requestAnimationFrame(step);
  }
  scrollTo({ top, behavior: 'instant' });
  // Repeat once the entry's content is rendered.
  requestAnimationFrame(step);
}

/** Changes the address for a lookup, whose answer begins at the top of the page; the previous entry keeps its position. */
export function fromTheTop(change: () => void): void {
  save();
  change();
  isRestoring = false;
  scrollTo({ top: 0, behavior: 'instant' });
}

/** Starts to record positions; the returned function stops it. */
export function rememberScroll(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onScroll = () => {
    clearTimeout(timer);
    timer = setTimeout(save, SETTLED_MS);
  };
  let path = location.pathname;
  const onNewEntry = () => {
    clearTimeout(timer);
    // The previous page is still shown, and its position does not belong to the new entry; arriving there restores the
    // right one.
    if (location.pathname !== path) isRestoring = true;
    path = location.pathname;
  };
  /** A fragment link also creates an entry, and the browser scrolls to its target. */
  const onPopState = () => {
    const isSamePage = location.pathname === path;
    onNewEntry();
    if (isSamePage && typeof history.state === 'number') restoreScroll();
  };
  /** The visitor scrolled before the position was restored. */
  const giveUp = () => {
    isRestoring = false;
  };
  const listeners = [
    ['scroll', onScroll],
    // A click on a link may create a new entry.
    ['click', save],
    ['popstate', onPopState],
    // Dispatched by the router.
    ['pushState', onNewEntry],
    ['wheel', giveUp],
    ['touchmove', giveUp],
    ['keydown', giveUp],
  ] as const;
  for (const [type, listener] of listeners) addEventListener(type, listener, true);
  return () => {
    for (const [type, listener] of listeners) removeEventListener(type, listener, true);
  };
}
