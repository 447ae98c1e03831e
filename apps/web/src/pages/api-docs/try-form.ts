import { askUnread } from '../../browser/api/ask.ts';

/** A body may be large, and the page stays usable: so much of it is shown. */
const SHOWN_CHARACTERS = 60_000;
const ANSWER_WITHIN_MS = 150_000;

/** Sends the requests of a form in place, and writes its request into the examples; the returned function ends it. */
export function followForm(form: HTMLFormElement): () => void {
  // The examples name the server that the page comes from.
  for (const place of form.closest('article')?.querySelectorAll('[data-origin]') ?? []) {
    place.textContent = location.origin;
  }
  const sending: { now: AbortController | null } = { now: null };
  const onInput = () => writeUrl(form);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    sending.now?.abort();
    sending.now = new AbortController();
    void send(form, sending.now.signal);
  };
  form.addEventListener('input', onInput);
  form.addEventListener('submit', onSubmit);
  return () => {
    sending.now?.abort();
    form.removeEventListener('input', onInput);
    form.removeEventListener('submit', onSubmit);
  };
}

function urlOf(form: HTMLFormElement): string {
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-name]')];
  const filled = fields.filter(({ value }) => value.trim() !== '');
  const query = new URLSearchParams(filled.map((field) => [field.dataset['name'] ?? '', field.value.trim()]));
  return `${form.getAttribute('action')}?${query}`;
}

function writeUrl(form: HTMLFormElement): void {
  const places = form.closest('article')?.querySelectorAll('[data-url]') ?? [];
  for (const place of places) place.textContent = urlOf(form);
}

async function send(form: HTMLFormElement, signal: AbortSignal): Promise<void> {
  writeUrl(form);
  say(form, 'Sent; waiting for the answer…');
  const from = performance.now();
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    const response = await askUnread(urlOf(form), within);
    const text = await response.text();
    if (signal.aborted) return;
    const ms = Math.round(performance.now() - from);
    say(form, `${response.status} ${response.statusText} · ${ms} ms · ${text.length.toLocaleString('en')} characters`);
    show(form, response, text);
  } catch {
    if (!signal.aborted) say(form, 'No answer. Check the connection to this server, and send the request again.');
  }
}

const say = (form: HTMLFormElement, text: string) => {
  const state = form.querySelector('[data-state]');
  if (state !== null) state.textContent = text;
};

/** The header fields that tell something about the call, and the body, readable. */
function show(form: HTMLFormElement, { headers }: Response, text: string): void {
  const place = form.querySelector<HTMLElement>('[data-response]');
  if (place === null) return;
  const told = ['content-type', 'ratelimit', 'retry-after', 'server-timing', 'x-request-id'].flatMap((name) =>
    headers.has(name) ? [`${name}: ${headers.get(name)}`] : [],
  );
  const readable = indented(text);
  const isCut = readable.length > SHOWN_CHARACTERS;
  const rest = isCut ? `\n… (${(readable.length - SHOWN_CHARACTERS).toLocaleString('en')} characters more)` : '';
  place.replaceChildren(
    block('Header fields', told.join('\n')),
    block('Body', readable.slice(0, SHOWN_CHARACTERS) + rest),
  );
  place.hidden = false;
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A region that scrolls, so it can be reached by keyboard. */
function block(label: string, text: string): HTMLElement {
  const element = Object.assign(document.createElement('pre'), { tabIndex: 0, textContent: text });
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', label);
  return element;
}
