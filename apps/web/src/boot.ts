import { markAsked } from './browser/page/asked-mark.ts';
import { keepEarlySubmit } from './browser/page/early-submit.ts';

/**
 * Inlined after the markup of every page: fills the field from the address and decides when to load the app. Until then
 * the page is plain HTML with a plain GET form.
 */

/** Long enough for the largest contentful paint to come first on a slow phone. */
const QUIET_MS = 400;
/** Upper limit: the app is loaded by then even if the page never becomes idle. */
const IDLE_WITHIN_MS = 1000;
/** Upper limit: the app starts by then even if its styles have not arrived. */
const STYLES_WITHIN_MS = 2000;
/** Upper limit on a page that the server has written: the app is loaded by then even if nothing is painted, as in a hidden tab. */
const PAINTED_WITHIN_MS = 1000;
const INTERACTIONS = ['pointerdown', 'keydown', 'focusin', 'touchstart', 'wheel'] as const;

const FORM = 'form[role="search"]';

let started = false;

/**
 * Loads the styles of answers, then the app's entry, and meanwhile preloads the chunks that the entry will request
 * next.
 */
function start(entry: string, chunks: string): void {
  if (started) return;
  started = true;
  // Each in a task of its own: a slow phone needs milliseconds to begin a request, and would not react before the last one.
  for (const href of `${entry} ${chunks}`.split(' ').filter(Boolean)) setTimeout(addLink, 0, 'modulepreload', href);
  const styles = addLink('stylesheet', answerStyles);
  // Styles come before the app renders anything that needs them. If they are missing or late, the app works without
  // them.
  const run = () => void import(entry);
  styles.onload = styles.onerror = run;
  // If both the styles and the timeout trigger it, the second import has no effect.
  setTimeout(run, STYLES_WITHIN_MS);
}

function addLink(rel: string, href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel, href });
  document.head.append(link);
  return link;
}

/** Shows the target from the address at once, and reserves room for its answer so that the footer does not move. */
function prefillField(query: URLSearchParams): void {
  const field = document.querySelector<HTMLInputElement>(`${FORM} input[name]`);
  const value = field === null ? null : (query.get(field.name) ?? query.get('address') ?? query.get('resource'));
  markAsked(value !== null && value.trim() !== '');
  if (field === null || value === null) return;
  field.value = value;
  document.getElementById('main')?.style.setProperty('min-height', '100dvh');
}

/**
 * Remembers that the visitor pressed the button, so that the page that the browser opens by submitting the form starts
 * the lookup without a second press.
 */
function rememberPress(event: SubmitEvent): void {
  const { target: form, defaultPrevented } = event;
  if (defaultPrevented || !(form instanceof HTMLFormElement) || !form.matches(FORM)) return;
  const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  // Without storage, the visitor has to press the button again.
  keepEarlySubmit(`${location.pathname}?${query}`);
  // A sign at once: the next page may take seconds on a slow line.
  if (form.querySelector<HTMLInputElement>('input[name]')?.value.trim()) markAsked(true);
}

function startOnInteraction(begin: () => void): void {
  for (const type of INTERACTIONS) addEventListener(type, begin, { once: true, passive: true, capture: true });
}

function startWhenQuiet(begin: () => void): void {
  startOnInteraction(begin);
  // Safari has no requestIdleCallback.
  const onIdle = () =>
    typeof requestIdleCallback === 'function' ? requestIdleCallback(begin, { timeout: IDLE_WITHIN_MS }) : begin();
  const onLoad = () => setTimeout(onIdle, QUIET_MS);
  if (document.readyState === 'complete') onLoad();
  else addEventListener('load', onLoad, { once: true });
}

/**
 * What the server has written can be read without the app, whose chunks would compete with its fonts for a slow line. Fonts are
 * requested when a page is laid out, so they are waited for after its first paint.
 */
function startWhenPainted(begin: () => void): void {
  startOnInteraction(begin);
  setTimeout(begin, PAINTED_WITHIN_MS);
  const painted = new PerformanceObserver(() => document.fonts.ready.then(begin));
  painted.observe({ type: 'paint', buffered: true });
}

const { entry = '', styles: answerStyles = '', chunks = '', lookup = '' } = document.currentScript?.dataset ?? {};
prefillField(new URLSearchParams(location.search));
addEventListener('submit', rememberPress);
const { search, pathname } = location;
// `head.ts` may have removed a query from the address. Kept results have no query, but are shown without a press.
if (pathname.startsWith('/r/')) startWhenPainted(() => start(entry, `${chunks} ${lookup}`));
else if (search === '' && !window.resetToken) startWhenQuiet(() => start(entry, chunks));
else start(entry, `${chunks} ${lookup}`);
