/**
 * Stands inline in every page, before any other script: fills the field from the address and decides when the app
 * itself is fetched. Until then the page is plain HTML and its form a plain GET form.
 */

/** Long enough for the largest paint of a slow phone to come first. */
const QUIET_MS = 400;
const INTERACTIONS = ['pointerdown', 'keydown', 'focusin', 'touchstart', 'wheel'] as const;

let started = false;

/** Fetches the app: the entry, and beside it what it will ask for next. */
function start(entry: string, chunks: readonly string[]): void {
  if (started) return;
  started = true;
  for (const href of chunks) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  import(entry);
}

function prefillField(query: URLSearchParams): void {
  const field = document.querySelector<HTMLInputElement>('form[role="search"] input[name]');
  const value = field === null ? null : query.get(field.name);
  if (field !== null && value !== null) field.value = value;
}

function startWhenQuiet(begin: () => void): void {
  for (const type of INTERACTIONS) addEventListener(type, begin, { once: true, passive: true, capture: true });
  // Safari has no requestIdleCallback.
  const onIdle = () => (typeof requestIdleCallback === 'function' ? requestIdleCallback(begin) : begin());
  const onLoad = () => setTimeout(onIdle, QUIET_MS);
  if (document.readyState === 'complete') onLoad();
  else addEventListener('load', onLoad, { once: true });
}

const { entry = '', chunks = '' } = document.currentScript?.dataset ?? {};
const begin = () => start(entry, chunks.split(' '));
prefillField(new URLSearchParams(location.search));
if (location.search === '') startWhenQuiet(begin);
else begin();
