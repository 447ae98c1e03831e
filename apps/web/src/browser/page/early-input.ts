/** Records what visitors press and type before the app listens, and replays it afterwards. */

declare global {
  interface Window {
    /** The last button or link pressed before the app took over the page; false once it has. */
    earlyPress?: HTMLElement | false;
    /** Text typed for the palette while it is loading; undefined unless the palette was opened. */
    paletteText?: string | undefined;
  }
}

const OPEN_PALETTE = '.kbar';
const TYPED = /^(?:.|Enter|Backspace)$/u;

/** A button, or a link that only the app can follow. */
const PRESSED = 'button[type=button], .auth a[href^="#"]';

/** Starts to record presses and keys. Called once, by the script in the page's head. */
export function keepEarlyInput(): void {
  addEventListener('click', keepClick);
  addEventListener('submit', keepSubmit);
  addEventListener('keydown', onKeyDown);
}

/**
 * Replays the recorded press; from now on the app handles all input itself. In a task of its own, in which React hydrates the
 * part of the page that was pressed, if it has not yet done so.
 */
export function replayEarlyPress(): void {
  const pressed = window.earlyPress;
  window.earlyPress = false;
  setTimeout(() => pressed instanceof HTMLElement && pressed.isConnected && pressed.click());
}

const isEarly = () => window.earlyPress !== false;
const closest = (target: EventTarget | null, selector: string) => (target as Element).closest<HTMLElement>(selector);

function keepClick(event: MouseEvent): void {
  const pressed = closest(event.target, PRESSED);
  if (pressed instanceof HTMLAnchorElement && isEarly()) event.preventDefault();
  keepPress(pressed);
}

function keepPress(button: HTMLElement | null): void {
  if (button === null || !isEarly()) return;
  window.earlyPress = button;
  window.paletteText = button.matches(OPEN_PALETTE) ? '' : undefined;
}

/** Forms with a password must not be submitted by the browser itself. */
function keepSubmit(event: SubmitEvent): void {
  if (!isEarly() || (event.target as HTMLFormElement).method !== 'post') return;
  event.preventDefault();
  keepPress(event.submitter);
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const text = window.paletteText;
  if (ctrlKey || metaKey) {
    if (key !== 'k' || !isEarly()) return;
    event.preventDefault();
    keepPress(document.querySelector<HTMLElement>(OPEN_PALETTE));
  } else if (text !== undefined && !altKey && TYPED.test(key)) {
    event.preventDefault();
    window.paletteText = withKey(text, key);
  } else if (key === ' ' && isEarly() && closest(target, '.nav a') !== null) {
    // The browser follows a focused link on Enter only; Space would scroll the page.
    event.preventDefault();
    (target as HTMLElement).click();
  }
}

function withKey(text: string, key: string): string {
  if (key === 'Enter') return text;
  return key === 'Backspace' ? text.slice(0, -1) : text + key;
}
