/**
 * How far each entry of the tab's history was scrolled, in the entry's own state: there it outlasts a reload and costs no
 * memory. The browser restores it by itself only where the page is as long at once as it was.
 */

/** Results come from memory, and the code of a page from the network. */
const WAIT_MS = 3000;
const SETTLED_MS = 100;
/** The browser keeps what is in sight in its place while the content above it changes: it may move once more. */
const STEADY_FRAMES = 3;

let isRestoring = false;
/** The latest restoration: an earlier one that has not ended makes way. */
let latest = 0;

function save(): void {
  if (!isRestoring && history.state !== scrollY) history.replaceState(scrollY, '');
}

/** Scrolls to where the entry was left, to the top of a new one, as soon as the page is long enough. */
export function restoreScroll(): void {
  const top = typeof history.state === 'number' ? history.state : 0;
  const startedAt = performance.now();
  let framesThere = 0;
  isRestoring = true;
  latest += 1;
  const turn = latest;
  function step(): void {
    if (!isRestoring || turn !== latest) return;
    framesThere = Math.abs(scrollY - top) < 1 ? framesThere + 1 : 0;
    scrollTo({ top, behavior: 'instant' });
    isRestoring = framesThere < STEADY_FRAMES && performance.now() - startedAt < WAIT_MS;
    requestAnimationFrame(step);
  }
  scrollTo({ top, behavior: 'instant' });
  // Again when what belongs to the entry is rendered.
  requestAnimationFrame(step);
}

/** Begins to remember; what is given back ends it. */
export function rememberScroll(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onScroll = () => {
    clearTimeout(timer);
    timer = setTimeout(save, SETTLED_MS);
  };
  let path = location.pathname;
  const onNewEntry = () => {
    clearTimeout(timer);
    // The page before is still there, and its place is not that of the new entry; whoever arrives restores that.
    if (location.pathname !== path) isRestoring = true;
    path = location.pathname;
  };
  /** A fragment also makes an entry, and has the browser scroll to it. */
  const onPopState = () => {
    const isSamePage = location.pathname === path;
    onNewEntry();
    if (isSamePage && typeof history.state === 'number') restoreScroll();
  };
  /** The visitor is faster than the page. */
  const giveUp = () => {
    isRestoring = false;
  };
  const listeners = [
    ['scroll', onScroll],
    // Before a link makes another entry.
    ['click', save],
    ['popstate', onPopState],
    // Of the router.
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
