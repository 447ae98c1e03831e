import { type RefObject, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';

type Control = HTMLInputElement | HTMLSelectElement;

const isSelect = (control: Control): control is HTMLSelectElement => control.localName === 'select';

/**
 * Tells the state about fields that the visitor changed on the prerendered page. Hydration leaves what is in them, but
 * takes it for what was rendered: no handler is called, and a later render resets the field. So each change is made once
 * more, as an event.
 */
export function useChangedEarly(area: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    // Options in the address come first.
    if (location.search !== '') return;
    // Read in the commit that hydrates, before another render.
    const controls = [...(area.current?.querySelectorAll<Control>('input, select') ?? [])];
    const changes = controls.filter(isChanged).map(changeAgain);
    // After that commit, and in one render each, because a handler may build on what the last render showed.
    queueMicrotask(() => {
      for (const change of changes) flushSync(change);
    });
  }, [area]);
}

function isChanged(control: Control): boolean {
  if (!isSelect(control)) {
    return control.type === 'checkbox'
      ? control.checked !== control.defaultChecked
      : control.value !== control.defaultValue;
  }
  // Only a prerendered list says in its markup what is selected.
  const wanted = control.querySelector<HTMLOptionElement>('option[selected]');
  return wanted !== null && wanted.value !== control.value;
}

/** Returns a function that makes the change once more. */
function changeAgain(control: Control): () => void {
  const { value } = control;
  if (isSelect(control)) {
    return () => {
      control.value = value;
      control.dispatchEvent(new Event('change', { bubbles: true }));
    };
  }
  if (control.type === 'checkbox') {
    const { defaultChecked } = control;
    return () => {
      control.checked = defaultChecked;
      control.click();
    };
  }
  return () => {
    // React ignores an event of a field that has the value that was last set through the element's own property.
    control.value = control.defaultValue;
    setNatively(control, value);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
}

function setNatively(control: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, value);
}
