import { keepEarlySubmit } from './shell/early-submit.ts';

/**
 * Stands inline in every page, before any other script: fills the field from the address and decides when the app
 * itself is fetched. Until then the page is plain HTML and its form a plain GET form.
 */

/** Long enough for the largest paint of a slow phone to come first. */
const QUIET_MS = 400;
/** A page that is never idle gets its app all the same. */
const IDLE_WITHIN_MS = 1000;
const INTERACTIONS = ['pointerdown', 'keydown', 'focusin', 'touchstart', 'wheel'] as const;

const FORM = 'form[role="search"]';

let started = false;

/** Fetches the app: the entry, and beside it what it will ask for next. */
function start(entry: string, chunks: string): void {
  if (started) return;
  started = true;
  for (const href of chunks.split(' ').filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  import(entry);
}

/** Shows what the address asks for at once, and makes room for its answer: the footer must not jump when it comes. */
function prefillField(query: URLSearchParams): void {
  const field = document.querySelector<HTMLInputElement>(`${FORM} input[name]`);
  const value = field === null ? null : query.get(field.name);
  if (field === null || value === null) return;
  field.value = value;
  document.getElementById('main')?.style.setProperty('min-height', '100dvh');
}

/** A form sent by the browser itself was pressed all the same: the page it leads to is told, or it would wait for a press. */
function rememberPress(event: SubmitEvent): void {
  const { target: form, defaultPrevented } = event;
  if (defaultPrevented || !(form instanceof HTMLFormElement) || !form.matches(FORM)) return;
  const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  // Where storage is shut, it takes another press.
  keepEarlySubmit(`${location.pathname}?${query}`);
}

function startWhenQuiet(begin: () => void): void {
  for (const type of INTERACTIONS) addEventListener(type, begin, { once: true, passive: true, capture: true });
  // Safari has no requestIdleCallback.
  const onIdle = () =>
    typeof requestIdleCallback === 'function' ? requestIdleCallback(begin, { timeout: IDLE_WITHIN_MS }) : begin();
  const onLoad = () => setTimeout(onIdle, QUIET_MS);
  if (document.readyState === 'complete') onLoad();
  else addEventListener('load', onLoad, { once: true });
}

const { entry = '', chunks = '', lookup = '' } = document.currentScript?.dataset ?? {};
prefillField(new URLSearchParams(location.search));
addEventListener('submit', rememberPress);
// The head's script may have taken a question out of the address.
if (location.search === '' && !window.resetToken) startWhenQuiet(() => start(entry, chunks));
else start(entry, `${chunks} ${lookup}`);
