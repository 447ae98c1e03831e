/** Areas to which the keyboard's place can move, with what else a screen reader names. */
const AREAS =
  'main, section, article, aside, nav, search, form, fieldset, dialog, details, [role="group"], .answer-area';

const CONTROLS = 'a, button, input, select, textarea, summary, [tabindex]';

/** What has the focus: a control, or the area in which one is awaited. */
interface Held {
  readonly at: Element;
  /** The name of the control; '' of anything else. */
  readonly name: string;
  readonly isAwaited: boolean;
  /** The elements around it, the nearest first. */
  readonly around: readonly Element[];
}

/**
 * Keeps the keyboard's place when a press removes or disables its own control. The focus goes to the control of the same
 * name that replaces it, at once or while the focus still waits in the area around it; otherwise that area has it: the
 * nearest one that is still there. In place of an area that holds the page's field, the field has it, unless that would
 * open the keyboard of a touch device. Without this, the focus would fall to the top of the document.
 * @param pressed what was pressed when this code was asked for, and the elements around it, the nearest first: its control
 * may be gone by now
 * @returns a function that ends it.
 */
export function keepFocus(pressed: readonly Element[] = []): () => void {
  let held: Held | null = null;

  function remember() {
    const { activeElement: at } = document;
    if (at === held?.at) return;
    held = at === null || at === document.body ? null : heldAt(at, around(at));
  }
  /** A press beside all controls gives up the focus, and nothing that happens later brings it back. */
  function forgetIfLeft() {
    if (isNowhere() && held !== null && isUsable(held.at)) held = null;
  }
  function keep() {
    if (held === null || !(isNowhere() || document.activeElement === held.at)) return;
    const { at, name, isAwaited } = held;
    if (!isUsable(at)) moveFrom(held);
    else if (isAwaited) focusOn(controlIn(at, name) ?? null);
  }
  function moveFrom({ name, around: outer }: Held) {
    held = null;
    const area = outer.find((one) => one.isConnected && one.matches(AREAS)) ?? document.getElementById('main');
    if (area === null) return;
    const again = controlIn(area, name);
    const field = document.getElementById('field');
    const hasField = field !== null && area.contains(field) && matchMedia('(pointer: fine)').matches;
    if (again !== undefined || hasField) {
      focusOn(again ?? field);
      return;
    }
    if (!area.hasAttribute('tabindex')) area.setAttribute('tabindex', '-1');
    focusOn(area);
    held = { at: area, name, isAwaited: name !== '', around: around(area) };
  }
  function startWith(branch: readonly Element[]) {
    const at = branch.findIndex((one) => one.matches(CONTROLS));
    const control = branch[at];
    if (held === null && control !== undefined) held = heldAt(control, branch.slice(at + 1));
    keep();
    // It is there, but a press does not focus it on every device.
    forgetIfLeft();
  }
  const onBlur = () => void setTimeout(forgetIfLeft);
  const observer = new MutationObserver(keep);
  remember();
  startWith(pressed);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', onBlur);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', onBlur);
  };
}

const heldAt = (at: Element, outer: readonly Element[]): Held => ({
  at,
  name: nameOf(at),
  isAwaited: false,
  around: outer,
});

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

const isUsable = (control: Element): boolean =>
  control.isConnected && !control.matches(':disabled, [hidden], [hidden] *');

const nameOf = (control: Element): string =>
  control.matches('button, a, summary') ? (control.getAttribute('aria-label') ?? control.textContent ?? '') : '';

function controlIn(area: Element, name: string): Element | undefined {
  if (name === '') return undefined;
  return [...area.querySelectorAll('button, a, summary')].find((one) => nameOf(one) === name && isUsable(one));
}

function around(element: Element): Element[] {
  const all: Element[] = [];
  for (let at = element.parentElement; at !== null; at = at.parentElement) all.push(at);
  return all;
}

function focusOn(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}
